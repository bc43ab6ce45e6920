import { behindHyphen, isGlued, writtenAt } from "./Neighbours.ts"
import { behindMark } from "./Figures.ts"
import { isLink } from "./NumberLinks.ts"
import { middleOf, type Numeral, numeralAt } from "./Numerals.ts"
import { isCounted, measureAt, quantityWordAt, wordOf } from "./QuantityWords.ts"
import type { Quantity, QuantityText } from "./Quantity.ts"
import type { TextToken } from "./TextToken.ts"
import { units } from "./Units.ts"

type Text = QuantityText<TextToken>
type Tokens = ReadonlyArray<TextToken>

/**
 * The energy that is stated from a token on: "250 kcal", "a 100-calorie pack", "calories: 250", "52 kcal per 100 g",
 * "по 200 ккал". What a whole day or a run takes is no energy of a food. `null` for none.
 */
export const energyAt = (text: Text, start: number): Quantity | null => statedAt(text, start) ?? behindBase(text, start)

/** "per 100 g: 52 kcal" */
const behindBase = (text: Text, start: number): Quantity | null => {
  const base = baseAt(text, start)
  if (base.end === start || base.of === "other") return null
  const stated = statedAt(text, behindMark(text.tokens, base.end))
  if (stated?.kind !== "energy" || stated.of !== "whole") return null
  const of = base.of === "100g" ? "100g" : "piece"
  return { ...stated, kcal: stated.kcal * base.factor, of, start }
}

const statedAt = (text: Text, start: number): Quantity | null => {
  const { tokens } = text
  const cue = wordOf(tokens, start, "each-before", "for", "total", "burned", "energy-value", "energy")
  const stated = cue === null ? behindNumber(tokens, start) : behindCue(text, behindMark(tokens, cue.end), cue.role)
  if (stated === null) return null
  const base = baseAt(text, stated.end)
  const isOther = cue?.role === "total" || cue?.role === "burned" || base.of === "other"
  if (isOther || stated.kcal === 0) return { kind: "circumstance", of: "content", start, end: base.end }
  const isEach = cue?.role === "each-before" || (isSeveral(tokens, start) && isCounted(text, stated.end))
  if (base.of === "100g") return { kind: "energy", kcal: stated.kcal * base.factor, of: "100g", start, end: base.end }
  return { kind: "energy", kcal: stated.kcal, of: isEach ? "piece" : base.of, start, end: base.end }
}

interface Stated {
  readonly kcal: number
  readonly end: number
}

/** A cue by which the number may stand without a unit. */
const namesEnergy: ReadonlySet<string> = new Set(["energy-value", "energy"])

const behindCue = (text: Text, at: number, role: string): Stated | null => {
  const { tokens } = text
  const inner = namesEnergy.has(role) ? null : wordOf(tokens, at, "energy-value", "energy", "total", "burned")
  if (inner !== null) return behindCue(text, behindMark(tokens, inner.end), inner.role)
  const stated = behindNumber(tokens, at)
  if (stated !== null || !namesEnergy.has(role)) return stated
  const numeral = numeralAt(tokens, at)
  const isMarked = tokens[at - 1]?.kind === "equals" || writtenAt(tokens, at - 1) === ":"
  if (numeral === null || numeral.isVague || (!isMarked && isCounted(text, numeral.end))) return null
  return { kcal: middleOf(numeral), end: numeral.end }
}

/** A number with a unit of energy. */
const behindNumber = (tokens: Tokens, at: number): Stated | null => {
  const numeral = numeralAt(tokens, at) ?? noneAt(tokens, at)
  if (numeral === null) return null
  const grouped = groupedAt(tokens, at)
  if (grouped !== null) return grouped
  const unit = wordOf(tokens, behindHyphen(tokens, numeral.end), "energy")
  return unit === null ? null : { kcal: middleOf(numeral) * unit.value, end: unit.end }
}

const noneAt = (tokens: Tokens, at: number): Numeral | null => {
  const token = tokens[at]
  return token?.kind === "number" && /^0+$/.test(token.written)
    ? { low: 0, high: 0, end: at + 1, isVague: false }
    : null
}

const thousand = 1000
const threeDigits = /^\d{3}$/

/** "1 200 ккал", which of a food's weight would be two numbers */
const groupedAt = (tokens: Tokens, at: number): Stated | null => {
  const [thousands, rest] = [tokens[at], tokens[at + 1]]
  if (thousands?.kind !== "number" || rest?.kind !== "number" || !threeDigits.test(rest.written)) return null
  const unit = wordOf(tokens, at + 2, "energy")
  const isGrouped = unit !== null && Number.isInteger(thousands.value) && thousands.value < 10
  return isGrouped ? { kcal: (thousands.value * thousand + rest.value) * unit.value, end: unit.end } : null
}

interface Base {
  readonly of: "whole" | "piece" | "100g" | "other"
  /** how often what the energy is said of makes 100 g */
  readonly factor: number
  readonly end: number
}

/** What the energy is said of: "each", "per 100 g", "/slice", "in total". */
const baseAt = (text: Text, at: number): Base => {
  const { tokens } = text
  const word = quantityWordAt(tokens, at)
  if (word?.role === "each") return { of: "piece", factor: 1, end: word.end }
  if (word?.role === "total") return { of: "other", factor: 1, end: word.end }
  const isPer = word?.role === "per" || word?.role === "for" || tokens[at]?.kind === "slash" || isLink(tokens, at, "in")
  const next = word?.role === "per" || word?.role === "for" ? word.end : at + 1
  const base = isPer ? perAt(text, next) : null
  return base ?? { of: "whole", factor: 1, end: at }
}

const perAt = ({ foodEnd, tokens }: Text, at: number): Base | null => {
  const numeral = numeralAt(tokens, at)
  const measure = measureAt(tokens, numeral?.end ?? at)
  const count = numeral === null ? 1 : middleOf(numeral)
  if (measure === null) {
    const food = numeral === null ? foodEnd(at) : null
    return food === null ? null : { of: "piece", factor: 1, end: food }
  }
  const { factor, kind } = units[measure.value]
  if (numeral !== null && (kind === "mass" || kind === "volume"))
    return { of: "100g", factor: 100 / (count * factor), end: measure.end }
  return count === 1 ? { of: "piece", factor: 1, end: measure.end } : null
}

/** "two 100-calorie packs" */
const isSeveral = (tokens: Tokens, start: number): boolean => {
  const before = start === 0 ? null : numeralAt(tokens, start - 1)
  return before !== null && before.end <= start && !isGlued(tokens, start) && before.low > 1
}
