import { ratioOf } from "./Digits.ts"
import { behindHyphen, endsPart, isGlued } from "./Neighbours.ts"
import { isLink, isTimes } from "./NumberLinks.ts"
import { middleOf, numeralAt } from "./Numerals.ts"
import { isCounted, measureAt, quantityWordAt, timeWordAt, wordOf } from "./QuantityWords.ts"
import type { Circumstance, Quantity, QuantityText } from "./Quantity.ts"
import type { TextToken } from "./TextToken.ts"
import { units } from "./Units.ts"

type Text = QuantityText<TextToken>
type Tokens = ReadonlyArray<TextToken>

const circumstance = (of: Circumstance, start: number, end: number): Quantity => ({
  kind: "circumstance",
  of,
  start,
  end
})

/** A price that begins at a token, with the word before it: "$5", "за 300 руб". `null` for none. */
export const priceAt = ({ tokens }: Text, start: number): Quantity | null => {
  const cue = wordOf(tokens, start, "per", "for")
  const at = cue?.end ?? start
  const isBefore = tokens[at]?.kind === "currency"
  const numeral = numeralAt(tokens, isBefore ? at + 1 : at)
  if (numeral === null) return null
  if (isBefore) return circumstance("price", start, numeral.end)
  if (numeral.isVague) return null
  if (tokens[numeral.end]?.kind === "currency") return circumstance("price", start, numeral.end + 1)
  const unit = wordOf(tokens, behindHyphen(tokens, numeral.end), "money")
  if (unit !== null) return circumstance("price", start, unit.end)
  // "за 300", and nothing is counted
  const isPrice = cue?.role === "per" && endsPart(tokens, numeral.end)
  return isPrice ? circumstance("price", start, numeral.end) : null
}

const sizeUnits: ReadonlySet<string> = new Set(["length", "temperature", "activity", "dose"])

/** A length, a temperature, a dose, so many steps: numbers of units that are no amount of a food. `null` for none. */
export const sizeAt = ({ tokens }: Text, start: number): Quantity | null => {
  const token = tokens[start]
  if (token?.kind === "height") return circumstance("person", start, start + 1)
  const numeral = numeralAt(tokens, start)
  if (numeral === null) return null
  const other = isTimes(tokens, numeral.end) ? numeralAt(tokens, numeral.end + 1) : null
  const end = other?.end ?? numeral.end
  if (tokens[end]?.kind === "degree") return circumstance("size", start, isScale(tokens, end + 1) ? end + 2 : end + 1)
  if (isScale(tokens, end) && middleOf(numeral) >= ovenDegreesMin) return circumstance("size", start, end + 1)
  const unit = quantityWordAt(tokens, behindHyphen(tokens, end))
  return unit !== null && sizeUnits.has(unit.role) ? circumstance("size", start, unit.end) : null
}

/** Fewer would be written with a sign. */
const ovenDegreesMin = 100
const isScale = (tokens: Tokens, at: number): boolean => isGlued(tokens, at) && isLink(tokens, at, "scale")

/** Below this many kilograms or pounds no person weighs. */
const personWeightMin = 30

/**
 * What is said of a person: "I weigh 80 kg", "рост 180 см", "80 kg male", "lost 5 kg", and a weight beside something else
 * of one (`isBeside`): "5'10, 180 lbs". `null` for none.
 */
export const personAt = (text: Text, start: number, isBeside: boolean): Quantity | null => {
  const { tokens } = text
  const cue = wordOf(tokens, start, "person-cue", "weight-change", "weight", "person")
  if (cue === null) return weightOfPerson(tokens, start, isBeside)
  const at = behindMark(tokens, cue.end)
  const numeral = numeralAt(tokens, at)
  if (numeral === null || numeral.isVague) return null
  const unit = measureAt(tokens, numeral.end)
  const isMass = unit !== null && units[unit.value].kind === "mass"
  const isWeight = isMass && (unit.value === "kg" || unit.value === "lb")
  if (cue.role === "weight-change" || cue.role === "person")
    return isWeight ? circumstance("person", start, unit.end) : null
  if (cue.role === "weight")
    return isWeight && middleOf(numeral) >= personWeightMin ? circumstance("person", start, unit.end) : null
  if (isWeight) return circumstance("person", start, unit.end)
  const size = sizeAt(text, at) ?? yearsAt(tokens, numeral.end)
  if (size !== null) return circumstance("person", start, size.end)
  return isCounted(text, numeral.end) ? null : circumstance("person", start, numeral.end)
}

const yearsAt = (tokens: Tokens, at: number): { readonly end: number } | null => {
  const word = timeWordAt(tokens, at)
  return word?.role === "span" ? word : null
}

const weightOfPerson = (tokens: Tokens, start: number, isBeside: boolean): Quantity | null => {
  const numeral = numeralAt(tokens, start)
  const unit = numeral === null ? null : measureAt(tokens, behindHyphen(tokens, numeral.end))
  if (unit === null || (unit.value !== "kg" && unit.value !== "lb")) return null
  const person = wordOf(tokens, behindHyphen(tokens, unit.end), "person")
  if (person === null && !isBeside) return null
  return circumstance("person", start, person?.end ?? unit.end)
}

/** The token behind what may stand between a word and its number: a colon, a dash, "about". */
export const behindMark = (tokens: Tokens, at: number): number => {
  const token = tokens[at]
  if (token === undefined) return at
  const isMark =
    token.kind === "equals" ||
    token.kind === "dash" ||
    token.written === ":" ||
    (token.kind === "word" && quantityWordAt(tokens, at)?.role === "about")
  return isMark ? behindMark(tokens, at + 1) : at
}

/** Who shares a meal: "for 2 people", "shared between 3", "на двоих". `null` for none. */
export const peopleAt = (text: Text, start: number): Quantity | null => {
  const { tokens } = text
  const cue = wordOf(tokens, start, "for", "among")
  const at = cue?.end ?? start
  const group = wordOf(tokens, at, "people")
  if (group !== null && group.value > 0) return { kind: "people", count: group.value, start, end: group.end }
  const numeral = numeralAt(tokens, at)
  if (numeral === null || numeral.isVague || !Number.isInteger(numeral.low)) return null
  const word = wordOf(tokens, numeral.end, "people", "company")
  const count = middleOf(numeral)
  if (word?.role === "people") return { kind: "people", count, start, end: word.end }
  if (word?.role === "company") return { kind: "people", count: count + 1, start, end: word.end }
  const isAlone = cue !== null && endsPart(tokens, numeral.end) && count > 1 && count <= guestsMax
  return isAlone ? { kind: "people", count, start, end: numeral.end } : null
}

/** A larger number behind "for" is something else. */
const guestsMax = 12

/** Numbers that are none of an amount: telephone numbers, ratings, blood pressure. `null` for others. */
export const codeAt = ({ tokens }: Text, start: number): Quantity | null => {
  const token = tokens[start]
  if (token?.kind === "code") return circumstance("other", start, start + 1)
  if (token?.kind !== "ratio") return null
  const [first = 0, second = 0] = ratioOf(token.written)
  const isRating = second === 10 || second === 100 || second === 5
  const isPressure = first >= 90 && second >= 50 && first > second
  return (isRating && first <= second) || isPressure ? circumstance("other", start, start + 1) : null
}
