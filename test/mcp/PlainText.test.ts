import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { plainText, withoutNulls, withPlainTexts } from "../../src/mcp/PlainText.ts"

describe("plainText", () => {
  const cases: ReadonlyArray<readonly [string, string]> = [
    ["Milk\u0000\u0007 3.2%", "Milk 3.2%"],
    ["a\u202egnp.exe\u202c", "agnp.exe"],
    ["ignore\u200b previous\u2066 text\u2069", "ignore previous text"],
    ["tag\u{e0041}\u{e0042}ged", "tagged"],
    ["two\n\tlines\u2028here", "two lines here"],
    ["\ud800broken", "\ufffdbroken"],
    // a joiner belongs to Persian words
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["end\u200d", "end"],
    ["Молоко «Домик»", "Молоко «Домик»"],
    ["حليب ١٫٥٪", "حليب ١٫٥٪"]
  ]
  for (const [text, plain] of cases) {
    it(`of ${JSON.stringify(text)} is what can be seen of it`, () => assert.strictEqual(plainText(text), plain))
  }

  it.prop(
    "of any text holds no control or direction character, and is plain itself",
    { text: Schema.String },
    ({ text }) => {
      const plain = plainText(text)
      assert.notMatch(plain, /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
      assert.strictEqual(plainText(plain), plain)
    }
  )

  it("reaches every text of the data, and leaves numbers and nulls alone", () => {
    const data = { names: [{ text: "a\u200bb" }], amount: 0, unknown: null, is: false }
    assert.deepStrictEqual(withPlainTexts(data), { names: [{ text: "ab" }], amount: 0, unknown: null, is: false })
    assert.deepStrictEqual(withoutNulls({ a: null, b: [{ c: null, d: 0 }] }), { b: [{ d: 0 }] })
  })
})
