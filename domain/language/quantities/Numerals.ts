import { type NumberWords, numberWordsAt } from "../NumberWords.ts"
import { behindHyphen, isGlued } from "./Neighbours.ts"
import { isLink } from "./NumberLinks.ts"
import { perToken } from "./PerToken.ts"
import type { TextToken } from "./TextToken.ts"

/** A number that stands for itself: from `low` to `high`, which are the same unless a range was said. */
export interface Numeral {
  readonly low: number
  readonly high: number
  /** the token behind it */
  readonly end: number
  /** "a", "a few", "half": so many, though not counted */
  readonly isVague: boolean
}

type Tokens = ReadonlyArray<TextToken>

/** A range counts as its middle. */
export const middleOf = ({ high, low }: Numeral): number => (low + high) / 2

/** The number that begins at a token, in digits or words; a mixed one, a fraction or a range of two. `null` for none. */
export const numeralAt: (tokens: Tokens, start: number) => Numeral | null = perToken((tokens, start) => {
  const first = exactAt(tokens, start)
  if (first === null) return rangeBehindWord(tokens, start)
  const second = upperEnd(tokens, start, first)
  if (second === null) return withoutWhole(tokens, first)
  return { low: first.high, high: second.high, end: second.end, isVague: first.isVague && second.isVague }
})

/** "2 of 8 slices": out of how many does not matter. */
const withoutWhole = (tokens: Tokens, first: Numeral): Numeral => {
  const ofEnd = first.isVague || !Number.isInteger(first.high) ? null : partOfEnd(tokens, first.end)
  const whole = ofEnd === null ? null : exactAt(tokens, ofEnd)
  return whole !== null && isWhole(whole) && whole.high > first.high ? { ...first, end: whole.end } : first
}

/** Nothing is cut into more. */
const piecesMax = 24

/** May it be into how many pieces a food was cut? */
export const isWhole = ({ high, isVague, low }: Numeral): boolean => !isVague && low === high && high <= piecesMax

/** The token behind "of the", "out of" or من أصل; `null` for another word. */
export const partOfEnd = (tokens: Tokens, at: number): number | null => {
  const of = isLink(tokens, at, "out") ? at + 1 : at
  if (!isLink(tokens, of, "part-of", "from")) return null
  const end = isLink(tokens, of + 1, "part-of") ? of + 2 : of + 1
  return isLink(tokens, end, "article") ? end + 1 : end
}

/** "from 100 to 150", "between 2 and 3" */
const rangeBehindWord = (tokens: Tokens, start: number): Numeral | null => {
  const isBetween = isLink(tokens, start, "between")
  if (!isBetween && !isLink(tokens, start, "range-start", "from", "with")) return null
  const first = exactAt(tokens, start + 1)
  if (first === null || !isLink(tokens, first.end, isBetween ? "and" : "range-to")) return null
  const second = exactAt(tokens, first.end + 1)
  if (second === null || second.high < first.high) return null
  return { low: first.high, high: second.high, end: second.end, isVague: false }
}

/** The upper end of a range, behind the lower one. */
const upperEnd = (tokens: Tokens, start: number, first: Numeral): Numeral | null => {
  const between = tokens[first.end]
  if (between === undefined) return null
  const isWords = tokens[start]?.kind === "word" && between.kind === "word" && !isLink(tokens, start, "article")
  const following = isWords ? numberWordsAt(tokens, first.end) : null
  // "two-three", whose hyphen is no token
  if (following !== null && following.value === first.high + 1) return toNumeral(following)
  const isRange = between.kind === "dash" || isLink(tokens, first.end, "range-to", "or")
  if (!isRange) return null
  const second = exactAt(tokens, first.end + 1)
  return second === null || second.high < first.high ? null : second
}

const toNumeral = ({ end, isVague, value }: NumberWords): Numeral => ({ low: value, high: value, end, isVague })

/** One number, no range. */
const exactAt = (tokens: Tokens, start: number): Numeral | null => {
  const plain = plainAt(tokens, start)
  if (plain === null) return null
  const part = addedPart(tokens, behindHyphen(tokens, plain.end))
  if (part !== null && Number.isInteger(plain.high) && !isOrderOfTen(plain)) return plus(plain, part.value, part.end)
  const times = multipleAt(tokens, plain)
  return times ?? withEnding(tokens, plain)
}

/** "a hundred and a quarter" is no number. */
const isOrderOfTen = ({ high }: Numeral): boolean => high >= 100

const plus = (numeral: Numeral, value: number, end: number): Numeral => ({
  low: numeral.low + value,
  high: numeral.high + value,
  end,
  isVague: numeral.isVague
})

const plainAt = (tokens: Tokens, start: number): Numeral | null => {
  const token = tokens[start]
  if (token?.kind !== "number") return token?.kind === "word" ? wordsAt(tokens, start) : null
  if (token.value <= 0) return null
  const number = { low: token.value, high: token.value, end: start + 1, isVague: false }
  if (!Number.isInteger(token.value)) return number
  const fraction = fractionBehind(tokens, start + 1)
  return fraction === null ? sumAt(tokens, start, number) : plus(number, fraction.value, fraction.end)
}

/** The fraction of 1 1/2, 1½, 1-1/2 or "1 and 1/2". */
const fractionBehind = (tokens: Tokens, at: number): Part | null => {
  const end = behindHyphen(tokens, at) > at || isLink(tokens, at, "and") ? at + 2 : at + 1
  const token = tokens[end - 1]
  const isFraction = token?.kind === "number" && token.value > 0 && token.value < 1 && /[/⁄]/.test(token.written)
  return isFraction ? { value: token.value, end } : null
}

/** "100+50 g", written together */
const sumAt = (tokens: Tokens, start: number, number: Numeral): Numeral => {
  const next = tokens[start + 2]
  const isSum = tokens[start + 1]?.kind === "plus" && isGlued(tokens, start + 1) && isGlued(tokens, start + 2)
  return isSum && next?.kind === "number" ? plus(number, next.value, start + 3) : number
}

const wordsAt = (tokens: Tokens, start: number): Numeral | null => {
  const words = numberWordsAt(tokens, start)
  return words === null ? null : toNumeral(words)
}

/** "two dozen", "3 hundred", "2 halves" */
const multipleAt = (tokens: Tokens, { end, high, isVague }: Numeral): Numeral | null => {
  const of = tokens[end]?.kind === "word" ? numberWordsAt(tokens, end) : null
  if (of === null || !(isLink(tokens, end, "parts") || (multiples.has(of.value) && of.value > high))) return null
  const value = high * of.value
  return { low: value, high: value, end: of.end, isVague }
}

const multiples: ReadonlySet<number> = new Set([10, 12, 100, 1000])

/** "3-х", "150-ish", "100+" */
const withEnding = (tokens: Tokens, numeral: Numeral): Numeral => {
  const { end } = numeral
  if (!isGlued(tokens, end) || tokens[end - 1]?.kind !== "number") return numeral
  if (tokens[end]?.kind === "plus" && tokens[end + 1]?.kind !== "number") return { ...numeral, end: end + 1 }
  const at = behindHyphen(tokens, end)
  return isLink(tokens, at, "ending") ? { ...numeral, end: at + 1 } : numeral
}

/** What is added to a number or to one of a unit; negative for "less a quarter". */
interface Part {
  readonly value: number
  readonly end: number
}

/** "and a half", "and three quarters" or "less a quarter" behind a number or a unit; `null` for none. */
export const addedPart = (tokens: Tokens, start: number): Part | null => {
  const token = tokens[start]
  if (token?.kind !== "word") return null
  // the Arabic "and" is written as one with its word
  if (isLink(tokens, start, "and-half", "and-part"))
    return partAt([{ ...token, written: token.written.slice(1) }], start)
  const isMore = isLink(tokens, start, "and", "with")
  const sign = isMore ? 1 : isLink(tokens, start, "less") ? -1 : 0
  if (sign === 0) return null
  const at = isLink(tokens, start + 1, "article") ? start + 2 : start + 1
  const part = partAt(tokens.slice(at, at + 1), at) ?? partAt(tokens.slice(at, at + 2), at)
  // "300 ml and half a baguette"
  if (part === null || isLink(tokens, part.end, "article")) return null
  return { ...part, value: sign * part.value }
}

const partAt = (words: Tokens, start: number): Part | null => {
  const part = numberWordsAt(words, 0)
  return part === null || part.value >= 1 ? null : { value: part.value, end: start + part.end }
}
