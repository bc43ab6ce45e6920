import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { parseProductId, ProductId, productIdOf, sourceOf } from "../../../domain/product/ProductId.ts"

const canonical = (text: string): string | null => Option.getOrNull(parseProductId(text))
const Digits = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{0,17}$/))
const Zeros = Schema.Literals(["", "0", "00000", "000000"])
const FdcId = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{5,6}$/))
const Key = Schema.String.check(Schema.isPattern(/^[a-z]{1,8}([_-][a-z0-9]{1,8}){0,3}$/))

describe("ProductId", () => {
  it.prop("of an Open Food Facts code is the same with any leading zeros", [Digits, Zeros], ([digits, zeros]) => {
    assert.strictEqual(productIdOf("off", zeros + digits), productIdOf("off", digits))
    assert.strictEqual(productIdOf("partner", zeros + digits), productIdOf("partner", digits))
  })

  it.prop("of different codes is different", [Digits, Digits], ([one, other]) => {
    assert.strictEqual(productIdOf("off", one) === productIdOf("off", other), one === other)
  })

  it.prop("a canonical id is read back as itself", [ProductId], ([id]) => {
    const read = canonical(id)
    if (read !== null) assert.strictEqual(canonical(read), read)
  })

  it.prop("the <table>_<number> forms are aliases", [Digits, FdcId, Key], ([digits, fdcId, key]) => {
    assert.strictEqual(canonical(`off_products_${digits}`), productIdOf("off", digits))
    assert.strictEqual(canonical(`usda_foods_${fdcId}`), `usda_${fdcId}`)
    assert.strictEqual(canonical(`curated_foods_${key}`), `c_${key}`)
  })

  it.prop("tells its source", [Digits, FdcId, Key], ([digits, fdcId, key]) => {
    for (const [source, of] of [
      ["off", digits],
      ["partner", digits],
      ["usda", fdcId],
      ["curated", key]
    ] as const) {
      const id = productIdOf(source, of)
      assert.isNotNull(id)
      if (id !== null) assert.strictEqual(sourceOf(id), source)
    }
  })

  it("pads product codes as Open Food Facts does: to 8 digits, else to 13", () => {
    assert.strictEqual(canonical("off_188"), "off_00000188")
    assert.strictEqual(canonical("off_0000000000188"), "off_00000188")
    assert.strictEqual(canonical("off_036000291452"), "off_0036000291452")
    assert.strictEqual(canonical("p_04600000000012"), "p_4600000000012")
    assert.strictEqual(canonical("usda_0167512"), "usda_167512")
  })

  it("anything else is no id", () => {
    const wrong = [
      "",
      "off_",
      "off_0",
      "off_12x",
      "c_",
      "c_Milk",
      "c_milk_",
      "usda_12345678901",
      "x_1",
      "OFF_1",
      "off_ 1"
    ]
    for (const text of [...wrong, `c_${"a".repeat(63)}`, `off_${"1".repeat(25)}`]) assert.isNull(canonical(text), text)
  })
})
