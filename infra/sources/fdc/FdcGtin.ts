import { normaliseBarcode } from "../../../domain/product/Barcode.ts"
import { checkDigit, hasValidCheckDigit } from "../../../domain/product/CheckDigit.ts"

/**
 * The barcode that `gtin_upc` states, in its normal form; `null` for what is none.
 *
 * Some makers leave the check digit of a UPC-A out, most of them its leading zero too, so that what was printed as
 * 0 77890 48455 5 reads 7789048455. 10 or 11 digits that do not check are such a code. Of the 9,541 branded foods at
 * hand 193 are written so; where other codes of the same maker are known (183), they begin as the completed code does.
 */
export const barcodeOfGtin = (gtin: string): string | null => {
  const code = gtin.trim()
  const lacksCheckDigit = /^[0-9]{10,11}$/.test(code) && !hasValidCheckDigit(code)
  return normaliseBarcode(lacksCheckDigit ? code + checkDigit(code) : code)
}
