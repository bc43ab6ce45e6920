import { byWriting, wordsOf } from "../WordClasses.ts"
import { behindMark } from "./Figures.ts"
import { behindHyphen, endsPart, writtenAt } from "./Neighbours.ts"
import { isLink, isTimes } from "./NumberLinks.ts"
import { middleOf, type Numeral, numeralAt } from "./Numerals.ts"
import { isCounted, measureAt, wordOf } from "./QuantityWords.ts"
import type { Quantity, QuantityText } from "./Quantity.ts"
import type { TextToken } from "./TextToken.ts"
import { units, type UnitId } from "./Units.ts"

type Text = QuantityText<TextToken>
type Tokens = ReadonlyArray<TextToken>

interface Amount {
  readonly value: number
  readonly unit: UnitId
  readonly end: number
}

const amount = (start: number, { end, unit, value }: Amount): Quantity => ({ kind: "amount", value, unit, start, end })

/**
 * An amount that is more than a number before its unit: "граммов 150", "2 x 40 g", "two 40 g slices", "100 g to 150 g",
 * "weight: 150". `null` where none begins.
 */
export const amountAt = (text: Text, start: number, isBehindFood: boolean): Quantity | null => {
  const { tokens } = text
  const named = namedAmount(text, start) ?? invertedAmount(text, start) ?? containerOf(text, start)
  if (named !== null) return named
  const numeral = numeralAt(tokens, start)
  if (numeral === null) return null
  const product = productAt(tokens, numeral, isBehindFood) ?? repeatedAt(tokens, numeral)
  if (product !== null) return amount(start, product)
  const both = rangeAt(tokens, numeral) ?? sumAt(tokens, numeral)
  // "rice 100 g + 50 g chicken": the second is what follows
  const isOfNext = both === null || (isBehindFood && !endsPart(tokens, both.end))
  return isOfNext ? null : amount(start, both)
}

/** A number with a unit of mass or volume. */
const weighedAt = (tokens: Tokens, at: number): Amount | null => {
  const numeral = numeralAt(tokens, at)
  return numeral === null || numeral.isVague ? null : weighedBehind(tokens, numeral)
}

const weighedBehind = (tokens: Tokens, numeral: Numeral): Amount | null => {
  const amount = measuredBehind(tokens, numeral)
  return amount === null || !isWeight(amount.unit) ? null : amount
}

const measuredBehind = (tokens: Tokens, numeral: Numeral): Amount | null => {
  const unit = measureAt(tokens, behindHyphen(tokens, numeral.end))
  return unit === null ? null : { value: middleOf(numeral), unit: unit.value, end: unit.end }
}

const isWeight = (unit: UnitId): boolean => units[unit].kind === "mass" || units[unit].kind === "volume"

/** Without a unit a weight is one in grams. */
const namedAmount = (text: Text, start: number): Quantity | null => {
  const { tokens } = text
  const cue = wordOf(tokens, start, "weight", "count", "bound", "about")
  if (cue === null) return null
  const at = cue.role === "weight" || cue.role === "count" ? behindMark(tokens, cue.end) : cue.end
  const numeral = numeralAt(tokens, at)
  if (numeral === null) return null
  const isPlain = cue.role === "weight" && !numeral.isVague && !isCounted(text, numeral.end)
  if (isPlain) return amount(start, { value: middleOf(numeral), unit: "g", end: numeral.end })
  return { kind: "filler", start, end: at }
}

const inverted = wordsOf("inverted-measures", byWriting)

/** "граммов 150", "грамм примерно 200", "штуки три" */
const invertedAmount = (text: Text, start: number): Quantity | null => {
  const { tokens } = text
  if (!inverted().has(writtenAt(tokens, start)) || isBehindNumber(tokens, start)) return null
  const unit = measureAt(tokens, start)
  if (unit === null) return null
  const numeral = numeralAt(tokens, behindFillers(tokens, unit.end))
  if (numeral === null || measureAt(tokens, numeral.end) !== null) return null
  return amount(start, { value: middleOf(numeral), unit: unit.value, end: numeral.end })
}

/** A larger vessel is no drink of one person. */
const litresMax = 3

/** "банка 0,5": what comes in vessels is told in litres */
const containerOf = ({ tokens }: Text, start: number): Quantity | null => {
  const unit = measureAt(tokens, start)
  if (unit === null || units[unit.value].use !== "container" || units[unit.value].factor === 0) return null
  const numeral = tokens[unit.end]?.kind === "number" ? numeralAt(tokens, unit.end) : null
  if (numeral === null || Number.isInteger(numeral.low) || numeral.high > litresMax) return null
  if (measureAt(tokens, numeral.end) !== null || isBehindNumber(tokens, start)) return null
  return amount(start, { value: middleOf(numeral), unit: "l", end: numeral.end })
}

const behindFillers = (tokens: Tokens, at: number): number => {
  const filler = wordOf(tokens, at, "about", "for", "bound")
  if (filler !== null) return behindFillers(tokens, filler.end)
  return tokens[at]?.written === ":" || tokens[at]?.kind === "equals" ? at + 1 : at
}

const isBehindNumber = (tokens: Tokens, at: number): boolean => {
  const number = tokens[at - 1]?.kind === "dash" ? at - 2 : at - 1
  // "молока 3,2% грамм триста"
  if (tokens[number]?.kind === "percent") return false
  return number >= 0 && (tokens[number]?.isNumber === true || numeralAt(tokens.slice(0, at), number) !== null)
}

/** Larger numbers count nothing that has a weight of its own. */
const countMax = 24

/** "2 x 40 g", "half of a 400 g can", and "two 40 g slices", where the number does not belong to a food before it */
const productAt = (tokens: Tokens, numeral: Numeral, isBehindFood: boolean): Amount | null => {
  const count = middleOf(numeral)
  const grouped = isBehindFood ? null : thousandsAt(tokens, numeral)
  if (grouped !== null) return grouped
  const isSign = isTimes(tokens, numeral.end)
  const isCount = count < 1 || (Number.isInteger(numeral.low * 2) && numeral.low > 1 && count <= countMax)
  const each = isSign || isCount ? weighedAt(tokens, isSign ? numeral.end + 1 : behindOf(tokens, numeral.end)) : null
  if (each === null || (!isSign && isBehindFood && measureAt(tokens, each.end) === null)) return null
  return { ...each, value: count * each.value }
}

/** The token behind "of the". */
const behindOf = (tokens: Tokens, at: number): number => {
  const article = isLink(tokens, at, "part-of") ? at + 1 : at
  return isLink(tokens, article, "article") ? article + 1 : article
}

const thousand = 1000
const threeDigits = /^\d{3}$/
const cyrillic = /^\p{Script=Cyrillic}/u

/** "1 500 г", as Russian writes thousands */
const thousandsAt = (tokens: Tokens, { end, low }: Numeral): Amount | null => {
  const isGrouped = Number.isInteger(low) && low < 10 && threeDigits.test(writtenAt(tokens, end))
  const rest = isGrouped ? weighedAt(tokens, end) : null
  return rest === null || !cyrillic.test(writtenAt(tokens, rest.end - 1))
    ? null
    : { ...rest, value: low * thousand + rest.value }
}

/** "40 g x 2" */
const repeatedAt = (tokens: Tokens, numeral: Numeral): Amount | null => {
  const each = weighedBehind(tokens, numeral)
  const count = each !== null && isTimes(tokens, each.end) ? numeralAt(tokens, each.end + 1) : null
  if (each === null || count === null || measureAt(tokens, count.end) !== null) return null
  return { ...each, value: each.value * middleOf(count), end: count.end }
}

/** "100 g to 150 g", or the same amount in two units: "8 oz / 227 g", "1 cup or 240 ml" */
const rangeAt = (tokens: Tokens, numeral: Numeral): Amount | null => {
  const first = measuredBehind(tokens, numeral)
  if (first === null) return null
  const link = tokens[first.end]
  const isRange = link?.kind === "dash" || isLink(tokens, first.end, "range-to", "or")
  if (!isRange && link?.kind !== "slash" && link?.kind !== "equals") return null
  const second = weighedAt(tokens, first.end + 1)
  if (second === null) return null
  if (!isWeight(first.unit)) return link?.kind === "dash" ? null : second
  if (second.unit !== first.unit || !isRange) return isSame(first, second) ? { ...first, end: second.end } : null
  return second.value < first.value ? null : { ...first, value: (first.value + second.value) / 2, end: second.end }
}

/** "1 lb 4 oz", "1 cup plus 2 tbsp", "100 g+50 g": of two units of one kind the second is less than one of the first. */
const sumAt = (tokens: Tokens, numeral: Numeral): Amount | null => {
  const first = measuredBehind(tokens, numeral)
  if (first === null) return null
  const isPlus = tokens[first.end]?.kind === "plus" || isLink(tokens, first.end, "plus")
  const next = numeralAt(tokens, isPlus ? first.end + 1 : first.end)
  const second = next === null || next.isVague ? null : measuredBehind(tokens, next)
  if (second === null || units[second.unit].kind !== units[first.unit].kind) return null
  const added = (second.value * units[second.unit].factor) / units[first.unit].factor
  // "1 cup 2 tsp sugar" are two foods, perhaps
  const isRest = isWeight(first.unit) && second.unit !== first.unit && added < 1
  return added > 0 && (isPlus || isRest) ? { ...first, value: first.value + added, end: second.end } : null
}

/** Units are rounded when they are told in others. */
const roundingMax = 1.1

const isSame = (one: Amount, other: Amount): boolean => {
  const ratio = (one.value * units[one.unit].factor) / (other.value * units[other.unit].factor)
  return ratio < roundingMax && ratio > 1 / roundingMax
}
