import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { firstInOrder } from "../../../../infra/sqlite/product-index/FirstInOrder.ts"

const ascending = (a: number, b: number) => a - b
/** Tens are equals. */
const compare = (a: number, b: number) => Math.floor(a / 10) - Math.floor(b / 10)

describe("first in order", () => {
  it.prop(
    "the first of the sorted items, and the equals of the last of them",
    {
      items: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 900 }))).check(
        Schema.isMaxLength(400)
      ),
      count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 }))
    },
    ({ count, items }) => {
      const sorted = items.toSorted(compare)
      const last = sorted[count - 1]
      const expected = last === undefined ? sorted : sorted.filter((item) => compare(item, last) <= 0)
      assert.deepStrictEqual(firstInOrder(items, count, compare).toSorted(ascending), expected.toSorted(ascending))
    },
    { arbitrary: { runs: 500 } }
  )

  it("sorts what it answers", () => {
    const items = Array.from({ length: 1_000 }, (_, i) => ((i * 7) % 1_000) * 10)
    assert.deepStrictEqual(firstInOrder(items, 3, compare), [0, 10, 20])
  })

  it("all of them where they are fewer", () => {
    assert.deepStrictEqual(firstInOrder([30, 10, 20], 5, compare), [10, 20, 30])
  })
})
