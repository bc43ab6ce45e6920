import { phrasesOf, rowsOf } from "../language/Knowledge.ts"
import { normalize } from "../language/Normalizer.ts"

/** What is written together with a word, of one place: `prefix`, `suffix`, or a `word` that only looks so. */
const cliticsAt = (place: string): ReadonlyArray<Clitic> =>
  rowsOf("clitics")
    .filter(({ attributes }) => attributes[0] === place)
    .flatMap((row) => {
      const [, sense = "", instead = ""] = row.attributes
      return phrasesOf(row).map((phrase) => ({ letters: normalize(phrase), sense, instead }))
    })
    .toSorted((one, other) => other.letters.length - one.letters.length)

interface Clitic {
  readonly letters: string
  readonly sense: string
  /** the ending that the word has without it */
  readonly instead: string
}

const prefixes = cliticsAt("prefix")
const lettersOf = (sense: string): ReadonlyArray<string> =>
  prefixes.filter((prefix) => prefix.sense === sense).map(({ letters }) => letters)

/** Conjunctions and prepositions, longest first. */
export const conjunctions: ReadonlyArray<readonly [letters: string, kind: "and" | "with"]> = (["and", "with"] as const)
  .flatMap((kind) => lettersOf(kind).map((letters) => [letters, kind] as const))
  .toSorted(([one], [other]) => other.length - one.length)

/** What makes a half of the word behind it. */
export const halfPrefixes = lettersOf("half")

/** Endings of two of something, with the ending of one; longest first. */
export const duals: ReadonlyArray<Clitic> = cliticsAt("suffix")

/** Words that begin with a letter of their own, which is no conjunction. */
export const ownInitials: ReadonlySet<string> = new Set(cliticsAt("word").map(({ letters }) => letters))
