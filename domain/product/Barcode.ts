import { Result, Schema } from "effect"
import { productIdOf, type ProductId } from "./ProductId.ts"
import { abbreviateUpcA, expandUpcE } from "./UpcE.ts"
import { checkDigit, hasValidCheckDigit } from "./CheckDigit.ts"

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
    barcodes: barcode === null ? [] : [barcode, ...secondGuesses(barcode)],
    usdaId: text.length === 6 || text.length === 7 ? productIdOf("usda", text) : null
  })
}

/**
 * The one form in which a code is stored, and looked up first, so that every way of writing a code finds the same
 * product:
 *
 * - Leading zeros carry nothing: GS1 right-aligns all GTINs in one field of 14 digits, and Open Food Facts pads with
 *   zeros at will. 9 to 13 significant digits become an EAN-13 (a UPC-A is one with a leading 0), up to 8 an EAN-8.
 * - 8 digits with a valid EAN-8 check digit stay. Others that begin with 0 and are a UPC-E by its check digit expand
 *   to the UPC-A that they abbreviate. Both can hold: with a last data digit of 5 to 9 the two check digits are the
 *   same sum. Then the code stays what may be printed so (British retailers number their own goods 00 and 01), and
 *   `parseBarcode` tries the other reading second.
 * - A GTIN-14 with packaging indicator 1 to 8 is a case of its unit: the indicator goes, the check digit is computed
 *   anew. Indicator 9 (variable measure) names the item itself and stays; so does a wrong check digit, because a
 *   code that is wrong anyway must not be guessed at.
 *
 * `null`: no digits, other characters, only zeros, or more than 14 significant digits. Idempotent.
 * Source: GS1 General Specifications (GS1 prefixes, UPC-E symbol, 7.9 check digit calculation).
 */
export const normaliseBarcode = (code: string): string | null => {
  if (!/^[0-9]+$/.test(code)) return null
  const digits = code.replace(/^0+/, "")
  if (digits.length === 0 || digits.length > digitCountMax) return null
  if (digits.length < digitCountMax) return padded(digits)
  const isCase = digits < "9" && hasValidCheckDigit(digits)
  return isCase ? unitOfCase(digits) : digits
}

const padded = (digits: string): string => {
  if (digits.length > 8) return digits.padStart(13, "0")
  const eight = digits.padStart(8, "0")
  const upcA = hasValidCheckDigit(eight) || !eight.startsWith("0") ? null : expandUpcE(eight)
  return upcA === null ? eight : `0${upcA}`
}

const unitOfCase = (gtin14: string): string | null => {
  const digits = gtin14.slice(1, -1)
  return normaliseBarcode(digits + checkDigit(digits))
}

/**
 * What else a normal form can stand for. 8 digits that stayed may be a UPC-E, and a UPC-A may have been stored by its
 * UPC-E; number system 1, which GS1 no longer knows, is met in old codes. Who mistypes the last digit of a case means
 * its unit.
 */
const secondGuesses = (barcode: string): ReadonlyArray<string> => {
  if (barcode.length === 8) {
    const upcA = expandUpcE(barcode)
    return upcA === null ? [] : [`0${upcA}`]
  }
  if (barcode.length === 13) {
    return abbreviateUpcA(barcode.slice(1)).filter((upcE) => barcode.startsWith("0") && normaliseBarcode(upcE) === upcE)
  }
  const unit = barcode < "9" ? unitOfCase(barcode) : null
  return unit === null ? [] : [unit]
}
