import { behindMark } from "./Figures.ts"
import { behindHyphen, endsPart, isGlued } from "./Neighbours.ts"
import { isTimes } from "./NumberLinks.ts"
import { isWhole, middleOf, numeralAt, partOfEnd } from "./Numerals.ts"
import { isWeighed, measureAt, quantityWordAt, wordOf } from "./QuantityWords.ts"
import type { Quantity, QuantityText } from "./Quantity.ts"
import type { TextToken } from "./TextToken.ts"

type Text = QuantityText<TextToken>
type Tokens = ReadonlyArray<TextToken>

/** Words that make an amount that of one piece: "по 50 г", "50 g each", "50 г/шт". `null` where none stand. */
export const eachAt = ({ tokens }: Text, start: number, isBehindAmount: boolean): Quantity | null => {
  const isSlash = tokens[start]?.kind === "slash"
  const word = quantityWordAt(tokens, isSlash ? start + 1 : start)
  if (isSlash && isBehindAmount) {
    const piece = word?.role === "each" ? word.end : pieceEnd(tokens, start + 1)
    return piece === null ? null : { kind: "each", start, end: piece }
  }
  if (word?.role === "each" && isBehindAmount) return { kind: "each", start, end: word.end }
  const isBefore = word?.role === "each-before" && isMeasured(tokens, behindMark(tokens, word.end))
  return isBefore ? { kind: "each", start, end: behindMark(tokens, word.end) } : null
}

/** Does a number with a measure begin at a token? */
const isMeasured = (tokens: Tokens, at: number): boolean => {
  const numeral = numeralAt(tokens, at)
  return numeral !== null && measureAt(tokens, behindHyphen(tokens, numeral.end)) !== null
}

const pieceEnd = (tokens: Tokens, at: number): number | null => {
  const unit = measureAt(tokens, at)
  return unit === null || isWeighed(tokens, at) ? null : unit.end
}

/** "3 раза", "3 times a day", "x 3": so often the amount that was said. `null` for none. */
export const timesAt = ({ tokens }: Text, start: number): Quantity | null => {
  const behind = isTimes(tokens, start) ? numeralAt(tokens, start + 1) : null
  if (behind !== null) return { kind: "times", count: middleOf(behind), start, end: behind.end }
  const alone = wordOf(tokens, start, "times")
  if (alone !== null && alone.value > 0) return { kind: "times", count: alone.value, start, end: alone.end }
  const numeral = numeralAt(tokens, start)
  const word = numeral === null || numeral.isVague ? null : wordOf(tokens, numeral.end, "times")
  if (numeral === null || word === null) return null
  const end = wordOf(tokens, word.end, "total")?.end ?? word.end
  return { kind: "times", count: middleOf(numeral), start, end }
}

/** "3 slices out of 8": behind an amount, out of how many. `null` for none. */
export const wholeAt = (text: Text, start: number): Quantity | null => {
  const of = partOfEnd(text.tokens, start)
  const whole = of === null ? null : numeralAt(text.tokens, of)
  const isTold = whole !== null && isWhole(whole) && endsPart(text.tokens, whole.end)
  return isTold ? { kind: "circumstance", of: "other", start, end: whole.end } : null
}

/** "a 6-pack", "10 ct": so many pieces. `null` for none. */
export const setAt = ({ tokens }: Text, start: number): Quantity | null => {
  const numeral = numeralAt(tokens, start)
  const set = numeral === null || numeral.low < 2 ? null : wordOf(tokens, behindHyphen(tokens, numeral.end), "set")
  return numeral === null || set === null ? null : { kind: "number", value: middleOf(numeral), start, end: set.end }
}

/** What is said behind an amount of how sure it is: "or so", the plus of "150 g+". `null` for none. */
export const roughlyAt = ({ tokens }: Text, start: number): Quantity | null => {
  const word = wordOf(tokens, start, "roughly")
  if (word !== null) return { kind: "filler", start, end: word.end }
  const isPlus = tokens[start]?.kind === "plus" && isGlued(tokens, start) && tokens[start + 1]?.isNumber !== true
  return isPlus ? { kind: "filler", start, end: start + 1 } : null
}
