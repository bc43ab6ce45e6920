import { hasToken, type TokenRange } from "../language/TokenRange.ts"
import type { TaggedWords } from "./Tagger.ts"

/** The words of a description, as written, that are in no item and that no table of words knows. */
export const unreadWords = (
  text: string,
  { tags, words }: TaggedWords,
  items: ReadonlyArray<TokenRange>
): ReadonlyArray<string> =>
  tags.flatMap(({ end, kind, start }) => {
    const first = words[start]
    const last = words[end - 1]
    if (kind !== "unknown" || first?.kind !== "word" || last === undefined) return []
    return items.some((item) => hasToken(item, start)) ? [] : [text.slice(first.start, last.end)]
  })
