import type { QualityFlag } from "./ProductFacts.ts"

/** A value as a source holds it: a number, a number in text (`"3,5"` as well), or nothing. */
export type Stated = number | string | null | undefined

export interface AmountReader {
  /** what was set aside so far, in the order of reading */
  readonly flags: Array<QualityFlag>
  /** The amount, or `null` when nothing is stated or the value cannot be one; the latter adds a flag. */
  readonly read: (field: string, value: Stated, unit: string, max: number) => number | null
}

export const amountReader = (): AmountReader => {
  const flags: Array<QualityFlag> = []
  return {
    flags,
    read: (field, value, unit, max) => {
      const amount = typeof value === "string" ? numberIn(value) : value
      if (amount === null || amount === undefined) return null
      const rule = brokenRule(amount, max)
      // `+ 0` turns the negative zero that JSON can carry into zero
      if (rule === null) return amount + 0
      flags.push({ field, rule, raw: `${rawOf(value)} ${unit}` })
      return null
    }
  }
}

/** Cut, so that what stands between may be half a character: no store takes those, nor control characters. */
const rawOf = (value: Stated): string =>
  String(value)
    .trim()
    .slice(0, rawLengthMax)
    .replace(/[\p{Cc}\p{Cs}]/gu, "")
const rawLengthMax = 40

const brokenRule = (amount: number, max: number): string | null => {
  if (Number.isNaN(amount)) return "not_a_number"
  if (!Number.isFinite(amount)) return "not_finite"
  if (amount < 0) return "negative"
  return amount <= max ? null : "over_maximum"
}

/** `null` for blank text, NaN for text that is no plain decimal number ("traces", "< 0.5", "1.234,5"). */
export const numberIn = (text: string): number | null => {
  const trimmed = text.trim()
  if (trimmed === "") return null
  const decimal = /^[+-]?\d+,\d+$/.test(trimmed) ? trimmed.replace(",", ".") : trimmed
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(decimal) ? Number(decimal) : Number.NaN
}
