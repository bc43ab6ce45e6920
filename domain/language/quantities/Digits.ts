import { canonicalNumber, isThousandsBefore } from "../Measure.ts"

/** Numbers of more digits are codes. */
const digitsMax = 6

const grouped = /^[1-9]\d{0,2}(?:[, ]\d{3})+(?:\.\d+)?$/
const cyrillic = /^\s?\p{Script=Cyrillic}/u
const unit = /^\s?([\p{L}\p{M}]+)/u

/**
 * The value of a normalised number by what stands behind it: `1,500 g` is a thousand and a half, `1,500 kg` and `1,5 г`
 * are decimals. 0 for what is no amount.
 */
export const numberOf = (written: string, behind: string): number => {
  const digits = written.replace(/[^\d.,\s]/g, (digit) => digitOf(digit))
  if (digits.replace(/\D/g, "").length > digitsMax) return 0
  if (/\s/.test(digits) || /,.*[.,]/.test(digits)) return Number(digits.replace(/[,\s]/g, ""))
  const isGrouped = grouped.test(digits) && !cyrillic.test(behind) && isThousandsBefore(digits, unit.exec(behind)?.[1])
  return Number(canonicalNumber(digits.replace(/^[.,]/, "0."), 1, isGrouped) ?? 0)
}

const anyDigit = /^\p{Nd}$/u
const blockMask = 0xf
const blockOffset = 6

/** Blocks of ten digits begin at a multiple of 16, or 6 behind one. */
const digitOf = (digit: string): string => {
  const code = digit.charCodeAt(0)
  const place = code & blockMask
  if (!anyDigit.test(digit)) return ""
  return String(anyDigit.test(String.fromCharCode(code - place)) ? place : place - blockOffset)
}

/** Into so many parts a food or a measure is divided. */
const denominators: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 8, 10, 12, 16])

/** The value of `3/4` or ¾ (normalised to the same), `null` for two numbers that are no fraction of a food, like 80/20. */
export const fractionOf = (written: string): number | null => {
  const [above = 0, below = 0] = ratioOf(written)
  return above > 0 && above < below && denominators.has(below) ? above / below : null
}

/** The two numbers of a ratio. */
export const ratioOf = (written: string): ReadonlyArray<number> => written.split(/\s?[/⁄]\s?/).map(Number)
