import { phrasesOf, rowsOf } from "../language/Knowledge.ts"
import { tokenize } from "../language/Tokenizer.ts"

let measures: ReadonlyMap<string, string> | null = null

const measureOf = (word: string): string | undefined =>
  (measures ??= new Map(
    rowsOf("counted-parts").flatMap((row) =>
      phrasesOf(row).flatMap((noun) => tokenize(noun).map(({ written }) => [written, row.attributes[0] ?? ""] as const))
    )
  )).get(word)

/** The measure of the noun that says what of a food is counted, where the words of an item have one: `slice` of "3 pizza slices". */
export const countedPart = (text: string): string | null =>
  tokenize(text)
    .map(({ written }) => measureOf(written))
    .find((measure) => measure !== undefined) ?? null
