import { type NumberWords, numberWordsAt } from "../language/NumberWords.ts"
import { stemOf } from "../language/Stemming.ts"
import type { Token } from "../language/Tokenizer.ts"
import { byWriting, wordClassesOf } from "../language/WordClasses.ts"
import { wordTable } from "../language/WordTable.ts"
import type { Found } from "./LimitWords.ts"
import { signOf } from "./NeedTokens.ts"
import { isNutrientName, type NutrientName } from "./NutrientLevels.ts"

/** A unit of amounts: of the nutrient that it implies, and in the units of records. */
export interface AmountUnit {
  readonly nutrient: NutrientName | null
  readonly factor: number
  readonly symbol: "kcal" | "g" | "%"
}

const unitOf = (nutrient: string, factor: number, isShare: boolean): AmountUnit => ({
  nutrient: isNutrientName(nutrient) ? nutrient : null,
  factor,
  symbol: isNutrientName(nutrient) ? "kcal" : isShare ? "%" : "g"
})

interface UnitWord {
  readonly unit: AmountUnit
  /** how many of them it says without a number; 0 where it needs one */
  readonly count: number
}

const unitWords = wordTable<UnitWord>(
  "need-units",
  ({ attributes: [nutrient = "", factor, count], names }) => ({
    unit: unitOf(nutrient, Number(factor), names.en.includes(percent)),
    count: Number(count)
  }),
  { byWriting: true }
)
const percent = "percent"

/** Is it a unit of mass or a word for per cent, without a number? */
export const isUnitAt = (tokens: ReadonlyArray<Token>, start: number): boolean =>
  unitWords.at(tokens, start)?.value.unit.nutrient === null

/** "not more than a gram": the unit alone is one of it. */
export const oneUnitAt = (tokens: ReadonlyArray<Token>, start: number): Quantity | null => {
  const unit = unitWords.at(tokens, start)?.value.unit
  return unit === undefined || unit.symbol === "%"
    ? null
    : { value: 1, unit, isOther: false, isInWords: true, hasParticle: false }
}

/** How `tokenize` writes a unit as one with its number. */
const written: ReadonlyMap<string, AmountUnit> = new Map([
  ["g", unitOf("", 1, false)],
  ["mg", unitOf("", 0.001, false)],
  ["%", unitOf("", 1, true)],
  ["kcal", unitOf("kcal", 1, false)]
])

/** A number, with its unit if it has one. */
export interface Quantity {
  /** as stated, in `unit` */
  readonly value: number
  readonly unit: AmountUnit | null
  /** millilitres, ounces and what else is no amount of a nutrient */
  readonly isOther: boolean
  readonly isInWords: boolean
  /** in words, with an Arabic "to" or "and" written as one with it */
  readonly hasParticle: boolean
}

const numberWithUnit = /^(\d+(?:\.\d+)?)(kcal|mg|g|%|[a-z]+)?$/
const particleBeforeNumber = /^(?:ال|لل|[ولب])/u
const arabicArticle = "ال"

const inDigits = { isInWords: false, hasParticle: false }

const withUnitBehind = (
  tokens: ReadonlyArray<Token>,
  value: number,
  end: number,
  how: Pick<Quantity, "isInWords" | "hasParticle">
): Found<Quantity> => {
  const next = tokens[end]
  const unit = next === undefined || next.startsClause ? null : unitWords.at(tokens, end)
  return { value: { value, unit: unit?.value.unit ?? null, isOther: false, ...how }, end: unit?.end ?? end }
}

const andHalf = wordClassesOf("number-links", byWriting)

/** جرامين ونص: an amount without a number, which its unit says itself */
const countedByUnit = (tokens: ReadonlyArray<Token>, start: number): Found<Quantity> | null => {
  const found = unitWords.at(tokens, start)
  if (found === null) return null
  const hasHalf = andHalf("and-half").has(tokens[found.end]?.written ?? "")
  const { count, unit } = found.value
  if (count === 0 && !hasHalf) return null
  const value = Math.max(1, count) + (hasHalf ? half : 0)
  return {
    value: { value: hasHalf ? value : count, unit, isOther: false, isInWords: true, hasParticle: false },
    end: hasHalf ? found.end + 1 : found.end
  }
}

const half = 0.5

interface InWords extends Found<number> {
  readonly isVague: boolean
  readonly hasParticle: boolean
}

const inWords = (tokens: ReadonlyArray<Token>, start: number): InWords | null => {
  const token = tokens[start]
  if (token === undefined || token.isNumber) return null
  const found = numberWordsAt(tokens, start)
  if (found !== null) return amountIn(found, false)
  // لتمانين: up to eighty
  const [particle] = particleBeforeNumber.exec(token.written) ?? []
  if (particle === undefined) return null
  const rest = token.written.slice(particle.length)
  const behind = numberWordsAt(tokens.with(start, { ...token, written: rest, stem: stemOf(rest) }), start)
  return behind === null ? null : amountIn(behind, particle !== arabicArticle)
}

/** "a few" is no amount, "half a" may be one. */
const amountIn = (found: NumberWords, hasParticle: boolean): InWords | null =>
  found.isVague && Number.isInteger(found.value) ? null : { ...found, hasParticle }

/** The amount that begins at a token: `20g`, `20 grams`, `twenty five grams`. */
export const quantityAt = (tokens: ReadonlyArray<Token>, start: number): Found<Quantity> | null => {
  const token = tokens[start]
  if (token === undefined || signOf(token) !== null) return null
  if (!token.isNumber) {
    const words = inWords(tokens, start)
    if (words === null) return countedByUnit(tokens, start)
    const found = withUnitBehind(tokens, words.value, words.end, { isInWords: true, hasParticle: words.hasParticle })
    // half a gram is an amount, and half fat milk is not
    return words.isVague && found.value.unit === null ? null : found
  }
  const [, digits, spelling] = numberWithUnit.exec(token.written) ?? []
  if (digits === undefined) return null
  if (spelling === undefined) return withUnitBehind(tokens, Number(digits), start + 1, inDigits)
  const unit = written.get(spelling)
  return {
    value: { value: Number(digits), unit: unit ?? null, isOther: unit === undefined, ...inDigits },
    end: start + 1
  }
}

/** Is a number written in words here? */
export const isNumberInWords = (token: Token): boolean => inWords([token], 0) !== null
