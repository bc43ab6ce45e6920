import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import {
  type BarcodeLookup,
  MalformedBarcode,
  normaliseBarcode,
  parseBarcode
} from "../../../domain/product/Barcode.ts"
import { checkDigit, hasValidCheckDigit } from "../../../domain/product/CheckDigit.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import { abbreviateUpcA, expandUpcE } from "../../../domain/product/UpcE.ts"
import { realBarcodes } from "./RealBarcodes.ts"

const digits = (count: number) => Schema.String.check(Schema.isPattern(new RegExp(`^[0-9]{${count}}$`)))
const withCheckDigit = (text: string): string => text + checkDigit(text)
const lookup = (text: string): BarcodeLookup => Result.getOrThrow(parseBarcode(text))

/** A company number that GS1 assigns: no in-store prefix, no run of zeros. */
const Item = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{10}$/))
const Place = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))
const Shift = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 }))
const Indicator = Schema.Literals(["1", "2", "3", "4", "5", "6", "7", "8"])
const AnyCode = Schema.String.check(Schema.isPattern(/^0{0,6}[0-9]{1,18}$/))

describe("check digits", () => {
  it("agree on codes that GS1 and makers print", () => {
    for (const code of ["4006381333931", "036000291452", "96385074", "10614141000415", "4600051000057"]) {
      assert.isTrue(hasValidCheckDigit(code), code)
    }
  })

  it.prop("one changed digit is always noticed", [digits(12), Place, Shift], ([item, place, shift]) => {
    const code = withCheckDigit(item)
    const changed = (Number(code[place]) + shift) % 10
    assert.isFalse(hasValidCheckDigit(code.slice(0, place) + changed + code.slice(place + 1)))
  })

  it.prop("are the same with any leading zeros", [digits(11)], ([item]) =>
    assert.strictEqual(checkDigit(item), checkDigit(`00${item}`))
  )

  it("are nothing for what is no number", () => {
    for (const text of ["", "7", "12a4", "٤٦٠", "-1"]) assert.isFalse(hasValidCheckDigit(text), text)
  })
})

describe("normaliseBarcode", () => {
  it.prop("UPC-A, EAN-13 and GTIN-14 of one item are one code", [Item, Indicator], ([item, indicator]) => {
    const upcA = withCheckDigit(item)
    const unit = `0${upcA}`
    assert.strictEqual(normaliseBarcode(upcA), unit)
    assert.strictEqual(normaliseBarcode(unit), unit)
    assert.strictEqual(normaliseBarcode(`0${unit}`), unit)
    assert.strictEqual(normaliseBarcode(withCheckDigit(indicator + unit.slice(0, -1))), unit)
  })

  it.prop("is idempotent", [AnyCode], ([code]) => {
    const once = normaliseBarcode(code)
    if (once !== null) assert.strictEqual(normaliseBarcode(once), once)
  })

  it.prop("does not depend on leading zeros", [AnyCode], ([code]) =>
    assert.strictEqual(normaliseBarcode(`000${code}`), normaliseBarcode(code))
  )

  it.prop("yields 8, 13 or 14 digits or nothing", [Schema.String], ([text]) =>
    assert.match(normaliseBarcode(text) ?? "00000000", /^(?:[0-9]{8}|[0-9]{13,14})$/)
  )

  it("EAN-8 stays", () => {
    assert.strictEqual(normaliseBarcode("96385074"), "96385074")
    assert.strictEqual(normaliseBarcode("0000096385074"), "96385074")
    assert.strictEqual(normaliseBarcode("40084107"), "40084107")
  })

  it("UPC-E expands, wherever its zeros were", () => {
    assert.strictEqual(normaliseBarcode("04252614"), "0042100005264")
    assert.strictEqual(normaliseBarcode("08081201"), "0080000008121")
    assert.strictEqual(normaliseBarcode("08102627"), "0081200000267")
    assert.strictEqual(expandUpcE("01234531"), "012300000451")
    assert.strictEqual(expandUpcE("06543217"), "065100004327")
  })

  it("8 digits that are EAN-8 and UPC-E alike stay", () => {
    assert.strictEqual(expandUpcE("07289149"), "072890000019")
    assert.strictEqual(normaliseBarcode("07289149"), "07289149")
  })

  it("8 digits whose check digit fits no UPC-E stay", () =>
    assert.strictEqual(normaliseBarcode("04252615"), "04252615"))

  it("a case with a wrong check digit stays what it is", () =>
    assert.strictEqual(normaliseBarcode("10614141000416"), "10614141000416"))

  it("a variable-measure item (indicator 9) is not its unit", () =>
    assert.strictEqual(normaliseBarcode(withCheckDigit("9061414100041")), withCheckDigit("9061414100041")))

  it("codes that dumps pad or cut are read as far as they are codes", () => {
    assert.strictEqual(normaliseBarcode("0000000000188"), "00000188")
    assert.strictEqual(normaliseBarcode("000000000188"), "00000188")
    assert.strictEqual(normaliseBarcode("0000000000207025004"), "0000207025004")
    assert.isNull(normaliseBarcode("2316625310182125004901"))
    assert.isNull(normaliseBarcode("00000000"))
    assert.isNull(normaliseBarcode("460005100005X"))
    assert.isNull(normaliseBarcode(""))
  })

  it("agrees with the check digits of a sample of real codes", () => {
    for (const [code, kind, expansion] of realBarcodes) {
      if (kind === "valid") assert.isTrue(hasValidCheckDigit(code), code)
      if (kind === "invalid") assert.isFalse(hasValidCheckDigit(code), code)
      if (kind === "upc-e") assert.strictEqual(expandUpcE(code), expansion, code)
      assert.isNotNull(normaliseBarcode(code), code)
    }
  })
})

const System = Schema.Literals(["0", "1"])
const Six = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{5}$/))

/** The codes with these seven digits that are a UPC-E, each with its UPC-A. */
const upcEsOf = (seven: string) =>
  Array.from("0123456789").flatMap((check) => {
    const upcA = expandUpcE(seven + check)
    return upcA === null ? [] : [{ code: seven + check, upcA }]
  })

describe("UPC-E", () => {
  it.prop("has one check digit, and its expansion abbreviates back to it", [System, Six], ([system, six]) => {
    const found = upcEsOf(system + six)
    assert.strictEqual(found.length, 1)
    for (const { code, upcA } of found) {
      assert.match(upcA, /^[0-9]{12}$/)
      assert.isTrue(hasValidCheckDigit(upcA))
      assert.include(abbreviateUpcA(upcA), code)
    }
  })
})

describe("parseBarcode", () => {
  it.prop("UPC-E and the UPC-A it stands for find what was stored by either", [System, Six], ([system, six]) => {
    for (const { code, upcA } of upcEsOf(system + six)) {
      for (const stored of [normaliseBarcode(code), normaliseBarcode(upcA)]) {
        assert.include(lookup(code).barcodes, stored)
        assert.include(lookup(upcA).barcodes, stored)
      }
    }
  })

  it("6 and 7 digits may be an FDC id, after the barcode", () => {
    assert.deepStrictEqual(lookup("167512"), { barcodes: ["00167512"], usdaId: ProductId.make("usda_167512") })
    assert.deepStrictEqual(lookup("2346410"), { barcodes: ["02346410"], usdaId: ProductId.make("usda_2346410") })
  })

  it("an FDC id that is also a UPC-E without its leading zero is both", () =>
    assert.deepStrictEqual(lookup("2346409"), {
      barcodes: ["0023000004649"],
      usdaId: ProductId.make("usda_2346409")
    }))

  it("5 and 8 digits are no FDC id", () => {
    assert.isNull(lookup("16751").usdaId)
    assert.isNull(lookup("20167512").usdaId)
  })

  it("fdc:<id> is an FDC id and no barcode", () =>
    assert.deepStrictEqual(lookup("fdc:167512"), { barcodes: [], usdaId: ProductId.make("usda_167512") }))

  it("a wrong check digit is looked up all the same", () =>
    assert.deepStrictEqual(lookup("4600051000058").barcodes, ["4600051000058"]))

  it("a case with a wrong check digit is tried as it stands, then as its unit", () =>
    assert.deepStrictEqual(lookup("10614141000416").barcodes, ["10614141000416", "0614141000418"]))

  it("only zeros are a code that no product has", () =>
    assert.deepStrictEqual(lookup("0000000000000"), { barcodes: [], usdaId: null }))

  it("anything but digits, or more than 14 of them, is malformed", () => {
    for (const text of [
      "",
      "abc",
      "460005100005X",
      "123456789012345",
      "fdc:",
      "fdc:12a",
      "fdc:123456789012345",
      " 123",
      "-1",
      "١٢٣"
    ]) {
      assert.deepStrictEqual(parseBarcode(text), Result.fail(new MalformedBarcode({ text })), text)
    }
  })

  it.prop("what an import stores for a code is what a lookup of that code tries first", [digits(13)], ([code]) => {
    const stored = normaliseBarcode(code)
    assert.deepStrictEqual(lookup(code).barcodes, stored === null ? [] : [stored])
  })
})
