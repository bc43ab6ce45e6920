import { Result, Schema } from "effect"
import { productIdOf, type ProductId } from "./ProductId.ts"

/** The text is no code: something else than digits (or `fdc:` and digits), or more than 14 of them. */
export class MalformedBarcode extends Schema.TaggedError<MalformedBarcode>()("MalformedBarcode", {
  text: Schema.String
}) {}

/** What a code that was asked for can mean, most likely meaning first. */
export interface BarcodeLookup {
  /** stored normal forms (`ProductFacts.barcode`) to try in this order; empty for `fdc:<id>` and for zeros only */
  readonly barcodes: ReadonlyArray<string>
  /** the FoodData Central record to try when no barcode is known, else `null` */
  readonly usdaId: ProductId | null
}

const digitCountMax = 14

/**
 * Reads a code as a caller states it. A wrong check digit is no error: it is looked up all the same.
 *
 * FoodData Central numbers its foods with 6 and 7 digits, so such a code can be one; `fdc:<id>` always is.
 */
export const parseBarcode = (text: string): Result.Result<BarcodeLookup, MalformedBarcode> => {
  const fdc = /^fdc:([0-9]{1,14})$/.exec(text)?.[1]
  if (fdc !== undefined) return Result.succeed({ barcodes: [], usdaId: productIdOf("usda", fdc) })
  if (!/^[0-9]{1,14}$/.test(text)) return Result.fail(new MalformedBarcode({ text }))
  const barcode = normaliseBarcode(text)
  return Result.succeed({
    barcodes: barcode === null ? [] : [barcode, ...unitOfMiskeyedCase(barcode)],
    usdaId: text.length === 6 || text.length === 7 ? productIdOf("usda", text) : null
  })
}

/**
 * The one form in which a code is stored and looked up, so that every way of writing a code finds the same product:
 *
 * - Leading zeros carry nothing: GS1 right-aligns all GTINs in one field of 14 digits, and Open Food Facts pads with
 *   zeros at will. 9 to 13 significant digits become an EAN-13 (a UPC-A is one with a leading 0), up to 8 an EAN-8.
 * - 8 digits of number system 0 or 1 that are a UPC-E by their check digit expand to the code they abbreviate.
 *   UPC-E goes before EAN-8: with a last data digit of 5 to 9 the two check digits are the same sum, and GS1 assigns
 *   no EAN-8 below 100 (000–099 are in-store numbers). A code that expands to 8 digits or fewer is no UPC-E: GS1
 *   keeps those company numbers empty, lest they collide with EAN-8.
 * - A GTIN-14 with packaging indicator 1 to 8 is a case of its unit: the indicator goes, the check digit is computed
 *   anew. Indicator 9 (variable measure) names the item itself and stays; so does a wrong check digit, because a
 *   code that is wrong anyway must not be guessed at.
 *
 * `null`: no digits, other characters, only zeros, or more than 14 significant digits. Idempotent.
 * Source: GS1 General Specifications (table of GS1 prefixes, UPC-E symbol, 7.9 check digit calculation).
 */
export const normaliseBarcode = (code: string): string | null => {
  if (!/^[0-9]+$/.test(code)) return null
  const digits = code.replace(/^0+/, "")
  if (digits.length === 0 || digits.length > digitCountMax) return null
  if (digits.length < digitCountMax) return padded(digits)
  const isCase = digits < "9" && hasValidCheckDigit(digits)
  return isCase ? unitOfCase(digits) : digits
}

/** Does the last digit agree with the others (GS1 modulo 10, for GTINs of any length)? A UPC-E must be expanded first. */
export const hasValidCheckDigit = (code: string): boolean =>
  /^[0-9]{2,}$/.test(code) && checkDigit(code.slice(0, -1)) === code.slice(-1)

/** The GS1 check digit for the digits before it: weights 3 and 1 alternate from the right, the sum is filled up to 10. */
export const checkDigit = (digits: string): string => {
  let sum = 0
  for (let place = 1; place <= digits.length; place++) {
    sum += Number(digits[digits.length - place]) * (place % 2 === 1 ? 3 : 1)
  }
  return String((10 - (sum % 10)) % 10)
}

/** The UPC-A that 8 digits abbreviate, `null` when they are no UPC-E: number system, six digits, check digit. */
export const expandUpcE = (code: string): string | null => {
  if (!/^[01][0-9]{7}$/.test(code)) return null
  const upcA = code.slice(0, 1) + zerosRestored(code.slice(1, 7)) + code.slice(7)
  return hasValidCheckDigit(upcA) && /[1-9]/.test(upcA.slice(0, 4)) ? upcA : null
}

/** UPC-E drops zeros between company and item number; its sixth digit says where they were. */
const zerosRestored = (six: string): string => {
  const [a, b, c, last] = [six.slice(0, 2), six.slice(2, 3), six.slice(3, 5), six.slice(5)]
  if (last <= "2") return `${a}${last}0000${b}${c}`
  if (last === "3") return `${a}${b}00000${c}`
  if (last === "4") return `${six.slice(0, 4)}00000${six.slice(4, 5)}`
  return `${six.slice(0, 5)}0000${last}`
}

const padded = (digits: string): string => {
  if (digits.length > 8) return digits.padStart(13, "0")
  const eight = digits.padStart(8, "0")
  const upcA = expandUpcE(eight)
  return upcA === null ? eight : `0${upcA}`
}

const unitOfCase = (gtin14: string): string | null => {
  const digits = gtin14.slice(1, -1)
  return normaliseBarcode(digits + checkDigit(digits))
}

/** Whoever mistypes the last digit of a case still means its unit: the second guess, after the code as it stands. */
const unitOfMiskeyedCase = (barcode: string): ReadonlyArray<string> => {
  if (barcode.length < digitCountMax || barcode >= "9") return []
  const unit = unitOfCase(barcode)
  return unit === null ? [] : [unit]
}
