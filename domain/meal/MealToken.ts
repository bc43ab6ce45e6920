import { canonicalMeasure, canonicalNumber } from "../language/Measure.ts"
import { normalize } from "../language/Normalizer.ts"
import { stemOf } from "../language/Stemming.ts"
import type { Token } from "../language/Tokenizer.ts"
import { byWriting, wordClassesOf, wordsOf } from "../language/WordClasses.ts"
import { textLengthMax } from "./MealItem.ts"

/** A word, number or mark of a description, with its place in the text as written. */
export interface MealToken extends Token {
  readonly kind: "word" | "number" | "percent" | "break" | "open" | "close" | "plus" | "times" | "dash" | "slash"
  readonly start: number
  readonly end: number
  /** of a number, else 0 */
  readonly value: number
}

/** Words of a description beyond this one are not looked at. */
const tokensMax = 400

const token = new RegExp(
  [
    "(?<fraction>[½¼¾⅓⅔⅛⅜⅝⅞⅕⅖])",
    "(?<ratio>\\p{Nd}{1,2}\\s?[/⁄]\\s?\\p{Nd}{1,2}(?![\\p{Nd}/]))",
    "(?<percent>\\p{Nd}+(?:[.,٫]\\p{Nd}+)?\\s?[%٪])",
    "(?<number>\\p{Nd}+(?:[.,٫]\\p{Nd}+)?)",
    "(?<written>\\bw/o?(?!\\p{L})|(?<!\\p{L})&)",
    "(?<word>[\\p{L}][\\p{L}\\p{M}]*(?:['’](?:s|t|re|ll|ve)(?![\\p{L}\\p{M}]))?)",
    "(?<open>[(\\[{])",
    "(?<close>[)\\]}])",
    "(?<plus>\\+)",
    "(?<times>[×*])",
    "(?<dash>[-–—])",
    "(?<slash>/)",
    "(?<break>[\\n\\r,،;؛:.!?؟…•|]+)"
  ].join("|"),
  "gu"
)

/** A dot behind these ends no sentence. */
const beforeDot = wordsOf("abbreviations", byWriting)
/** By the marks that neither end nor divide anything behind them. */
const abbreviations = wordClassesOf("abbreviations", byWriting)

/** Numbers of more digits are codes or dates. */
const digitsMax = 6

const thousands = /^[1-9]\d{0,2},\d{3}$/

const numberOf = (text: string): number => {
  const plain = normalize(text)
  if (plain.replace(/\D/g, "").length > digitsMax) return 0
  return Number(canonicalNumber(plain, 1, thousands.test(plain)) ?? 0)
}

/** `1/2`, or ½, which is normalised to the same. */
const ratioOf = (text: string): number => {
  const [above = "0", below = "1"] = normalize(text).split(/\s?[/⁄]\s?/)
  const value = Number(above) / Number(below)
  return Number.isFinite(value) ? value : 0
}

/** The tokens of a description. Words are normalised and stemmed as everywhere; numbers and marks are kept apart. */
export const mealTokens = (description: string): ReadonlyArray<MealToken> => {
  const text = description.slice(0, textLengthMax)
  const tokens: Array<MealToken> = []
  for (const match of text.matchAll(token)) {
    const [raw] = match
    const made = toToken(match.groups ?? {}, raw, match.index)
    const last = tokens.at(-1)
    if (made === null || (made.kind === "break" && isDotOfAbbreviation(raw, last))) continue
    if (made.kind === "slash" && last !== undefined && abbreviations("dot slash").has(last.written)) continue
    if (made.kind === "dash" && isHyphen(text, made.start, made.end)) continue
    tokens.push(made)
    if (tokens.length === tokensMax) break
  }
  return tokens
}

const isDotOfAbbreviation = (mark: string, last: MealToken | undefined): boolean =>
  mark === "." && last !== undefined && beforeDot().has(last.written)

const letter = /\p{L}/u

const isHyphen = (text: string, start: number, end: number): boolean =>
  letter.test(text.charAt(start - 1)) && letter.test(text.charAt(end))

const toToken = (groups: Partial<Record<string, string>>, raw: string, start: number): MealToken | null => {
  const at = { start, end: start + raw.length, startsClause: false }
  const number = (value: number): MealToken => ({
    ...at,
    kind: "number",
    value,
    written: raw,
    stem: raw,
    isNumber: true
  })
  if (groups["word"] !== undefined) {
    const written = normalize(raw).replaceAll("'", "")
    return written === "" ? null : { ...at, kind: "word", value: 0, written, stem: stemOf(written), isNumber: false }
  }
  if (groups["written"] !== undefined) {
    const written = shorthand[raw.toLowerCase()] ?? "without"
    return { ...at, kind: "word", value: 0, written, stem: stemOf(written), isNumber: false }
  }
  if (groups["number"] !== undefined) return number(numberOf(raw))
  if (groups["ratio"] !== undefined || groups["fraction"] !== undefined) return number(ratioOf(raw))
  if (groups["percent"] !== undefined) {
    const written = canonicalMeasure(normalize(raw).replace(/\s?%$/, ""), "%") ?? raw
    return { ...at, kind: "percent", value: 0, written, stem: written, isNumber: true }
  }
  for (const kind of marks)
    if (groups[kind] !== undefined) return { ...at, kind, value: 0, written: raw, stem: raw, isNumber: false }
  return null
}

const shorthand: Readonly<Record<string, string>> = { "&": "and", "w/": "with" }

const marks = ["open", "close", "plus", "times", "dash", "slash", "break"] as const
