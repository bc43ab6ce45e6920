import { assert, describe, it } from "@effect/vitest"
import { consonantKeyOf } from "../../../domain/language/phonetics/ConsonantKey.ts"

describe("the consonant key", () => {
  it.each([
    ["snickers", "сникерс", "سنيكرز"],
    ["nestle", "нестле", "نستله"],
    ["kinder", "киндер", "كيندر"]
  ])("is the same for %s, %s and %s", (english, russian, arabic) => {
    const key = consonantKeyOf(english)
    assert.isNotNull(key)
    assert.strictEqual(consonantKeyOf(russian), key)
    assert.strictEqual(consonantKeyOf(arabic), key)
  })

  it("is missing where too little is left", () => {
    assert.isNull(consonantKeyOf("ikea"))
    assert.isNull(consonantKeyOf("2024"))
  })
})
