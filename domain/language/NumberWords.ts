import type { KnowledgeRow } from "./Knowledge.ts"
import { stemOf } from "./Stemming.ts"
import type { Token } from "./Tokenizer.ts"
import { byStem, byWriting, wordClassesOf, wordsOf } from "./WordClasses.ts"
import { wordTable } from "./WordTable.ts"

/** A number in words, from a token (inclusive) to another (exclusive). */
export interface NumberWords {
  readonly value: number
  readonly end: number
  /** "a few", "half": so many pieces, never an amount of a nutrient */
  readonly isVague: boolean
}

/** `0.5` or `1/3` */
const valueOf = (text: string): number => {
  const [above, below = "1"] = text.split("/")
  return Number(above) / Number(below)
}

const readRow = ({ attributes: [value = "", exactness] }: KnowledgeRow) => ({
  value: valueOf(value),
  isVague: exactness === "vague",
  isJoined: exactness === "joined"
})

const written = wordTable("number-words", readRow, { byWriting: true })
const inflected = wordTable("number-words", readRow)
const linkStems = wordClassesOf("number-links", byStem)

const arabic = /\p{Script=Arabic}/u
const cyrillic = /\p{Script=Cyrillic}/u
const arabicAnd = "و"

/**
 * One phrase of the table. Only Russian inflects numbers: in Arabic the hundred shares a stem with water, and "paired" is no
 * two.
 */
const phraseAt = (tokens: ReadonlyArray<Token>, start: number): NumberWords | null => {
  const token = tokens[start]
  if (token === undefined || token.isNumber) return null
  const exact = written.at(tokens, start)
  const found = cyrillic.test(token.written) ? (inflected.at(tokens, start) ?? exact) : exact
  const best = exact !== null && found !== null && exact.end >= found.end ? exact : found
  if (best === null || (best.value.isJoined && !isCountedBehind(tokens, best.end))) return null
  return { value: best.value.value, isVague: best.value.isVague, end: best.end }
}

const units = (["units", "household-measures", "need-units"] as const).map((table) => wordsOf(table, byWriting))

/** Does a unit follow, or more of the number? */
const isCountedBehind = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  const joined = withoutAnd(tokens, at)
  if (joined !== null && phraseAt(joined, at) !== null) return true
  return units.some((spellings) => spellings().has(tokens[at]?.written ?? ""))
}

/** Smaller numbers may follow one of hundreds, or of tens: "one hundred and twenty", "twenty five". */
const roomBehind = (value: number): number => {
  if (value >= 1000) return value === 1000 ? 1000 : 0
  if (value >= 100) return value % 100 === 0 ? 100 : 0
  return value >= 20 && value % 10 === 0 ? 10 : 0
}

const isTens = (value: number): boolean => value >= 20 && value < 100 && value % 10 === 0

/** The word without the Arabic "and" that is written as one with it. */
const withoutAnd = (tokens: ReadonlyArray<Token>, at: number): ReadonlyArray<Token> | null => {
  const token = tokens[at]
  if (token === undefined || token.isNumber || !token.written.startsWith(arabicAnd)) return null
  const rest = token.written.slice(arabicAnd.length)
  return rest === "" ? null : tokens.with(at, { ...token, written: rest, stem: stemOf(rest) })
}

/** What may be put behind a number to make one of both. */
const restAt = (tokens: ReadonlyArray<Token>, first: NumberWords): NumberWords | null => {
  const token = tokens[first.end]
  if (token === undefined || token.startsClause) return null
  const joined = withoutAnd(tokens, first.end)
  if (joined !== null) return exactAt(joined, first.end)
  // "hundred and fifty", but "twenty and two eggs" are two numbers
  const isAnd = first.value >= 100 && linkStems("and").has(token.stem) && !arabic.test(token.written)
  return exactAt(tokens, isAnd ? first.end + 1 : first.end)
}

const exactAt = (tokens: ReadonlyArray<Token>, start: number): NumberWords | null => {
  const found = numberWordsAt(tokens, start)
  return found === null || found.isVague ? null : found
}

/** The number in words that begins at a token, put together from its words; `null` for none. */
export const numberWordsAt = (tokens: ReadonlyArray<Token>, start: number): NumberWords | null => {
  const first = phraseAt(tokens, start)
  if (first === null || first.isVague) return first
  const rest = restAt(tokens, first)
  if (rest === null) return first
  // خمسة وعشرين: in Arabic units come before tens
  const isUnitsFirst = first.value < 10 && isTens(rest.value) && withoutAnd(tokens, first.end) !== null
  if (!isUnitsFirst && rest.value >= roomBehind(first.value)) return first
  return { value: first.value + rest.value, end: rest.end, isVague: false }
}
