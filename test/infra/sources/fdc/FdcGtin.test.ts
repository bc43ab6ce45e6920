import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { normaliseBarcode } from "../../../../domain/product/Barcode.ts"
import { hasValidCheckDigit } from "../../../../domain/product/CheckDigit.ts"
import { barcodeOfGtin } from "../../../../infra/sources/fdc/FdcGtin.ts"

const Digits = Schema.String.check(Schema.isPattern(/^[0-9]{10,11}$/))

describe("the barcode of a branded food", () => {
  it.each([
    // as stated by Wegmans, Winn-Dixie and Bruno's, beside other codes of theirs that are whole
    ["7789048455", "0077890484555"],
    ["2114061462", "0021140614629"],
    ["60788003646", "0607880036466"],
    ["07203658017", "0072036580177"]
  ])("%s lacks the check digit of its UPC-A", (gtin, barcode) => assert.strictEqual(barcodeOfGtin(gtin), barcode))

  it.each(["33049105252", "041190466726", "0041190466726", "10041190466723", "08945707", "1252608", "5216438500", "1"])(
    "%s is read as by every other source",
    (gtin) => assert.strictEqual(barcodeOfGtin(` ${gtin} `), normaliseBarcode(gtin))
  )

  it.each(["", "N/A", "0000000000", "123456789012345"])("%s is none", (gtin) => assert.isNull(barcodeOfGtin(gtin)))

  it.prop("10 or 11 digits, whichever they are, become a code that checks and keeps them", [Digits], ([digits]) => {
    const barcode = barcodeOfGtin(digits)
    if (barcode === null) return assert.match(digits, /^0+$/)
    if (barcode.length !== 13) return
    assert.isTrue(hasValidCheckDigit(barcode), barcode)
    assert.include(barcode, digits.replace(/^0+/, ""))
  })
})
