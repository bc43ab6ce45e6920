import { numberIn, type Stated } from "../../domain/product/StatedAmount.ts"

/** An amount in another unit; text that is no number goes on as it is, for the gate to flag. */
export const scaled = (value: Stated, factor: number): Stated => {
  const number = typeof value === "string" ? numberIn(value) : value
  if (number === null || number === undefined) return null
  return Number.isNaN(number) ? value : number * factor
}

/** More digits than any source has: what a multiplication leaves behind them is not of the source. */
const digits = 12

/** The same without what the multiplication of binary numbers leaves behind: 0.0003 g are 300 µg, not 299.99999999999994. */
export const inUnit = (value: Stated, factor: number): Stated => {
  const amount = factor === 1 ? value : scaled(value, factor)
  return typeof amount === "number" ? Number(amount.toPrecision(digits)) : amount
}
