import { behindMark } from "./Figures.ts"
import { isLink } from "./NumberLinks.ts"
import { middleOf, numeralAt } from "./Numerals.ts"
import { isCounted, measureAt, type QuantityRole, quantityWordAt, type RoleWord, wordOf } from "./QuantityWords.ts"
import type { Quantity, QuantityText } from "./Quantity.ts"
import type { TextToken } from "./TextToken.ts"
import { units } from "./Units.ts"

type Text = QuantityText<TextToken>
type Tokens = ReadonlyArray<TextToken>

/**
 * What a text states of the contents of a food from a token on: "30g protein", "белка 20 г", "P30 C50 F10",
 * "БЖУ 30/10/50". Sugar and salt are foods, unless another nutrient stands beside them (`isBeside`). `null` for none.
 */
export const contentAt = (text: Text, start: number, isBeside: boolean): Quantity | null => {
  const end =
    amountFirst(text, start, isBeside) ??
    nutrientFirst(text, start, isBeside) ??
    setEnd(text.tokens, start) ??
    lettersEnd(text.tokens, start)
  return end === null ? null : { kind: "circumstance", of: "content", start, end }
}

const nutrientAt = (text: Text, at: number, isBeside: boolean): RoleWord<QuantityRole> | null => {
  const word = wordOf(text.tokens, at, "nutrient", "fat", "fat-content", "nutrient-beside", "alcohol")
  if (word === null || (word.role === "nutrient-beside" && !isBeside)) return null
  // protein powder is a food, and caffeine-free is said of one
  const isPartOfName = (text.foodEnd(at) ?? 0) > word.end || wordOf(text.tokens, word.end, "nutrient-free") !== null
  return isPartOfName ? null : word
}

/** "30 g of protein"; grams or a smaller unit, or none */
const amountFirst = (text: Text, start: number, isBeside: boolean): number | null => {
  const { tokens } = text
  const amount = contentAmountAt(tokens, start)
  if (amount === null) return null
  const at = isLink(tokens, amount.end, "part-of") ? amount.end + 1 : amount.end
  const word = nutrientAt(text, at, isBeside || amount.value === 0 || isStatedBehind(text, at))
  if (word === null || amount.hasUnit) return word?.end ?? null
  // "2 белка" are whites of eggs
  const isCountOfFood = amount.value < gramsMin && text.foodEnd(at) !== null
  return word.role === "nutrient" && !isCountOfFood ? word.end : null
}

/** Does another statement follow the one whose nutrient is at a token? */
const isStatedBehind = (text: Text, nutrient: number): boolean => {
  const word = quantityWordAt(text.tokens, nutrient)
  if (word === null) return false
  const next = behindSeparator(text.tokens, word.end)
  return next > word.end && amountFirst(text, next, false) !== null
}

/** Fewer, without a unit, count pieces. */
const gramsMin = 10

interface ContentAmount {
  readonly value: number
  readonly hasUnit: boolean
  readonly end: number
}

const contentAmountAt = (tokens: Tokens, at: number): ContentAmount | null => {
  const numeral = numeralAt(tokens, at)
  if (numeral === null || numeral.isVague) return zeroAt(tokens, at)
  const unit = unitAt(tokens, numeral.end)
  return { value: middleOf(numeral), hasUnit: unit > numeral.end, end: unit }
}

/** The token behind grams or a smaller unit, if there is one. */
const unitAt = (tokens: Tokens, at: number): number => {
  const unit = measureAt(tokens, at)
  const isSmall = unit !== null && units[unit.value].kind === "mass" && units[unit.value].factor <= 1
  return isSmall ? unit.end : (wordOf(tokens, at, "dose")?.end ?? at)
}

const zeroAt = (tokens: Tokens, at: number): ContentAmount | null => {
  const token = tokens[at]
  if (token?.kind !== "number" || !/^0+$/.test(token.written)) return null
  return { value: 0, hasUnit: true, end: unitAt(tokens, at + 1) }
}

/** "protein: 30g", "белка 20 г" */
const nutrientFirst = (text: Text, start: number, isBeside: boolean): number | null => {
  const { tokens } = text
  const word = nutrientAt(text, start, isBeside)
  if (word === null) return null
  const amount = contentAmountAt(tokens, behindMark(tokens, word.end))
  if (amount === null) return null
  const isPlain = tokens[amount.end - 1]?.isNumber === true && !isCounted(text, amount.end)
  return amount.hasUnit || isPlain ? amount.end : null
}

const isSeparator = (tokens: Tokens, at: number): boolean => {
  const token = tokens[at]
  return (
    token !== undefined &&
    (token.kind === "slash" || token.kind === "dash" || token.kind === "plus" || token.written === ",")
  )
}

const behindSeparator = (tokens: Tokens, at: number): number =>
  isSeparator(tokens, at) || isLink(tokens, at, "and") ? at + 1 : at

const listed: ReadonlySet<string> = new Set(["number", "ratio", "date"])

/** "БЖУ: 30/10/50", "Б/Ж/У 30-10-50" */
const setEnd = (tokens: Tokens, start: number): number | null => {
  const word = wordOf(tokens, start, "nutrient-set")
  const letters = word === null ? slashedLettersEnd(tokens, start) : word.end
  if (letters === null) return null
  let at = behindMark(tokens, letters)
  let end: number | null = null
  while (listed.has(tokens[at]?.kind ?? "")) {
    end = unitAt(tokens, at + 1)
    at = behindSeparator(tokens, end)
  }
  return end
}

const isLetter = (tokens: Tokens, at: number): boolean => wordOf(tokens, at, "nutrient-letter") !== null

const slashedLettersEnd = (tokens: Tokens, start: number): number | null => {
  let at = start
  while (isLetter(tokens, at) && tokens[at + 1]?.kind === "slash") at += 2
  return at > start && isLetter(tokens, at) ? at + 1 : null
}

/** "P30 C50 F10", "Б 30, Ж 10, У 50", "30p 10f": two letters with numbers at least */
const lettersEnd = (tokens: Tokens, start: number): number | null => {
  let at = start
  let end: number | null = null
  let count = 0
  for (let next = letterEnd(tokens, at); next !== null; next = letterEnd(tokens, at)) {
    count++
    end = next
    at = behindSeparator(tokens, next)
  }
  return count > 1 ? end : null
}

const letterEnd = (tokens: Tokens, at: number): number | null => {
  if (isLetter(tokens, at)) {
    const number = behindMark(tokens, at + 1)
    return tokens[number]?.kind === "number" ? unitAt(tokens, number + 1) : null
  }
  return tokens[at]?.kind === "number" && isLetter(tokens, at + 1) ? at + 2 : null
}
