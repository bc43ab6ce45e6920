import type { MealToken } from "./MealToken.ts"
import { type NounPhrase, nounPhraseAt } from "./NounPhrase.ts"
import type { ScopedTag } from "./ScopedTag.ts"

/** Foods that are named one after another without amounts: "ham, cheese and lettuce". */
export interface BareList {
  readonly phrases: ReadonlyArray<NounPhrase>
  /** its last food is joined by a conjunction, so that nobody has to guess where it ends */
  readonly isClosed: boolean
}

type Words = ReadonlyArray<MealToken>

const comma = /^[,،]$/

export const isComma = (tag: ScopedTag | undefined, words: Words): boolean =>
  tag?.kind === "break" && comma.test(words[tag.start]?.written ?? "")

const isConjunction = (tag: ScopedTag | undefined): boolean => tag?.kind === "and" || tag?.kind === "or"

/** The list that begins at a tag; of no foods, if none does. */
export const bareListAt = (tags: ReadonlyArray<ScopedTag>, words: Words, start: number): BareList => {
  const isLast = isConjunction(tags[start])
  const first = nounPhraseAt(tags, words, isLast ? start + 1 : start)
  if (first === null || !first.isBare) return { phrases: [], isClosed: false }
  const link = tags[first.end]
  const next = isConjunction(link) ? first.end : isComma(link, words) ? first.end + 1 : null
  const rest = next === null || isLast ? null : bareListAt(tags, words, next)
  return { phrases: [first, ...(rest?.phrases ?? [])], isClosed: isLast || rest?.isClosed === true }
}
