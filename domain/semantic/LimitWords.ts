import { phrasesOf, rowsOf } from "../language/Knowledge.ts"
import { singleWordsOf, wordTable } from "../language/WordTable.ts"
import type { Token } from "../language/Tokenizer.ts"
import { isNumberInWords } from "./Quantities.ts"
import { isNutrientName, type NutrientName } from "./NutrientLevels.ts"

export type Operator = "lt" | "gt"

export const opposite = (operator: Operator): Operator => (operator === "lt" ? "gt" : "lt")

/** Where a comparison may stand: before its number, behind it, or on either side. */
export interface Comparison {
  readonly operator: Operator
  readonly place: "before" | "any" | "after"
}

/** What a small word does beside an amount: `limit-words.tsv` explains each. */
export type LimitRole =
  | "between"
  | "to"
  | "and"
  | "filler"
  | "about"
  | "not"
  | "zero"
  | "suffix"
  | "portion"
  | "per100"
  | "day"
  | "than"
  | "energy"
  | "rank"
  | "by"
  | "for"
  | "which"

export interface Found<A> {
  readonly value: A
  readonly end: number
}

const byWriting = { byWriting: true }

const placeOf = (text: string | undefined): Comparison["place"] =>
  text === "after" || text === "any" ? text : "before"

const comparisons = wordTable<Comparison>(
  "need-comparisons",
  ({ attributes: [operator, place] }) => ({ operator: operator === "gt" ? "gt" : "lt", place: placeOf(place) }),
  byWriting
)

const roles = wordTable<ReadonlyArray<string>>(
  "limit-words",
  ({ attributes: [role = ""] }) => role.split("+"),
  byWriting
)

/** A comparison in words that begins at a token. */
export const comparisonAt = (tokens: ReadonlyArray<Token>, start: number): Found<Comparison> | null =>
  comparisons.at(tokens, start)

export interface Roles {
  readonly has: (role: LimitRole) => boolean
  readonly end: number
}

/** What the small words do that begin at a token. */
export const rolesAt = (tokens: ReadonlyArray<Token>, start: number): Roles | null => {
  const found = roles.at(tokens, start)
  return found === null ? null : { has: (role) => found.value.includes(role), end: found.end }
}

/** What an order is by: `need-degrees.tsv` explains each. */
export interface Degree {
  readonly direction: "more" | "less"
  readonly degree: (typeof degreeNames)[number]
  /** of which it is, where the word says it itself */
  readonly nutrient: NutrientName | null
}

const degreeNames = ["comparative", "superlative", "elative", "manner", "sort", "over", "none"] as const

const degrees = wordTable<Degree>(
  "need-degrees",
  ({ attributes: [direction, degree, nutrient = ""] }) => ({
    direction: direction === "more" ? "more" : "less",
    degree: degreeNames.find((name) => name === degree) ?? "none",
    nutrient: isNutrientName(nutrient) ? nutrient : null
  }),
  byWriting
)

/** A word of order that begins at a token. */
export const degreeAt = (tokens: ReadonlyArray<Token>, start: number): Found<Degree> | null => degrees.at(tokens, start)

const words = singleWordsOf(
  "limit-words",
  "need-comparisons",
  "need-degrees",
  "need-units",
  "need-multiples",
  "number-words"
)
let partsOfPhrases: ReadonlySet<string> | null = null

const wordsOfPhrases = (): ReadonlySet<string> =>
  new Set(
    (["limit-words", "need-comparisons", "need-degrees", "need-multiples"] as const)
      .flatMap(rowsOf)
      .flatMap(phrasesOf)
      .flatMap((phrase) => phrase.split(" "))
  )

/** Does the word belong to a way of stating amounts? Such a word is no misspelt food. */
export const isLimitWord = (token: Token): boolean =>
  words().has(token.written) || (partsOfPhrases ??= wordsOfPhrases()).has(token.written) || isNumberInWords(token)
