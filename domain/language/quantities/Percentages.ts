import { ratioOf } from "./Digits.ts"
import { behindMark } from "./Figures.ts"
import { behindHyphen } from "./Neighbours.ts"
import { isLink } from "./NumberLinks.ts"
import { middleOf, numeralAt } from "./Numerals.ts"
import { isCounted, quantityWordAt, wordOf } from "./QuantityWords.ts"
import type { PercentageOf, Quantity, QuantityText } from "./Quantity.ts"
import type { TextToken } from "./TextToken.ts"

type Text = QuantityText<TextToken>
type Tokens = ReadonlyArray<TextToken>

const whole = 100

/**
 * A percentage that begins at a token, with the word that says of what: "5% fat", "жирностью 9%", "90% lean", "80/20",
 * "5-процентный". `null` for none.
 */
export const percentageAt = (text: Text, start: number): Quantity | null => {
  const { tokens } = text
  const cue = wordOf(tokens, start, "fat", "fat-content", "alcohol", "off")
  if (cue !== null) return behindCue(text, start, behindMark(tokens, cue.end), cue.role)
  const lean = leanRatioAt(tokens, start)
  if (lean !== null) return lean
  const share = shareAt(tokens, start)
  return share === null ? null : withMeaning(tokens, start, share)
}

interface Share {
  readonly value: number
  readonly end: number
}

const shareAt = (tokens: Tokens, at: number): Share | null => {
  const token = tokens[at]
  if (token?.kind === "percent") return { value: token.value, end: at + 1 }
  // 5-9%
  const upper = token?.kind === "number" && tokens[at + 1]?.kind === "dash" ? tokens[at + 2] : undefined
  if (token !== undefined && upper?.kind === "percent") return { value: (token.value + upper.value) / 2, end: at + 3 }
  const numeral = numeralAt(tokens, at)
  const word = numeral === null ? null : wordOf(tokens, behindHyphen(tokens, numeral.end), "percent")
  return numeral === null || word === null ? null : { value: middleOf(numeral), end: word.end }
}

const behindCue = (text: Text, start: number, at: number, role: string): Quantity | null => {
  const share = shareAt(text.tokens, at) ?? (role === "fat-content" ? plainShare(text, at) : null)
  if (share === null) return null
  return role === "fat" || role === "fat-content"
    ? percentage(share.value, "fat", start, share.end)
    : { kind: "circumstance", of: role === "off" ? "price" : "other", start, end: share.end }
}

/** "жирностью 9" */
const plainShare = (text: Text, at: number): Share | null => {
  const numeral = numeralAt(text.tokens, at)
  const isAlone = numeral !== null && !numeral.isVague && !isCounted(text, numeral.end)
  return isAlone && middleOf(numeral) < whole ? { value: middleOf(numeral), end: numeral.end } : null
}

const percentage = (value: number, of: PercentageOf, start: number, end: number): Quantity => ({
  kind: "percentage",
  value,
  of,
  start,
  end
})

const withMeaning = (tokens: Tokens, start: number, { end, value }: Share): Quantity => {
  const at = isLink(tokens, end, "part-of", "from", "range-start") ? end + 1 : end
  const word = quantityWordAt(tokens, at)
  switch (word?.role) {
    case "fat":
    case "fat-content":
      return percentage(value, "fat", start, word.end)
    case "lean":
    case "fat-free":
      return percentage(whole - value, "fat", start, word.end)
    case "alcohol":
      return { kind: "circumstance", of: "other", start, end: word.end }
    case "off":
      return { kind: "circumstance", of: "price", start, end: word.end }
    default:
      // "50% of the pizza"
      return at > end && value > 0 ? percentage(value, "food", start, at) : percentage(value, "unsaid", start, end)
  }
}

/** Minced meat is told by what of it is lean and what is fat. */
const leanRatioAt = (tokens: Tokens, start: number): Quantity | null => {
  const token = tokens[start]
  if (token?.kind !== "ratio") return null
  const [lean = 0, fat = 0] = ratioOf(token.written)
  if (lean + fat !== whole || lean <= fat) return null
  return percentage(fat, "fat", start, wordOf(tokens, start + 1, "lean")?.end ?? start + 1)
}
