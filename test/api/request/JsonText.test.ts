import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { parseJson } from "../../../src/api/request/JsonText.ts"
import { UndecodableText } from "../../../src/api/validation/ValidationItem.ts"

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth)

describe("JSON that others sent", () => {
  it("is read to a depth of 64 and refused beyond it, closed or not", () => {
    assert.isTrue(Option.isSome(parseJson(nested(64))))
    assert.isTrue(Option.isNone(parseJson(nested(65))))
    assert.isTrue(Option.isNone(parseJson("[".repeat(100_000))))
    assert.isTrue(Option.isNone(parseJson('{"a":'.repeat(65) + "1" + "}".repeat(65))))
  })

  it("may be as wide as it likes, and have any brackets in its texts", () => {
    const wide = JSON.stringify(Array.from({ length: 1_000 }, () => ({ a: [] })))
    assert.deepStrictEqual(parseJson(wide), Option.some(JSON.parse(wide)))
    for (const text of ["[".repeat(100), `"${"{".repeat(100)}`, "\\", '\\"'.repeat(100) + "[".repeat(100)]) {
      assert.deepStrictEqual(parseJson(JSON.stringify([text])), Option.some([text]))
    }
  })

  it("with half a surrogate pair says where it is no text, and can be sent back", () => {
    const parsed = parseJson('{"a":"\\ud83d milk","b":["\\uDC00"],"c":"\\ud83c\\udf4e","\\ud800":1}')
    const expected = { a: new UndecodableText("\ufffd milk"), b: [new UndecodableText("\ufffd")], c: "🍎", "\ufffd": 1 }
    assert.deepStrictEqual(parsed, Option.some(expected))
    assert.strictEqual(
      JSON.stringify(Option.getOrThrow(parsed)),
      '{"a":"\ufffd milk","b":["\ufffd"],"c":"🍎","\ufffd":1}'
    )
  })
})
