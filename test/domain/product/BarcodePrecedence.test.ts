import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { barcodePrecedence } from "../../../domain/product/BarcodePrecedence.ts"
import { Day, ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { facts, unknown } from "../../support/Facts.ts"

type Overrides = Parameters<typeof facts>[0]

const precedenceOf = (overrides: Overrides): number => barcodePrecedence(facts(overrides))

const nutrition = {
  none: unknown,
  some: { ...unknown, calories: 61 },
  complete: { ...unknown, calories: 61, proteins: 3, fats: 3, carbs: 5 }
}
const days = [undefined, "1970-01-01", "2019-01-31", "2019-02-01", "2019-12-31", "2020-01-01", "2099-12-31"]
/** By the second criterion, which sources of one tier share. */
const tiers = [["off_1", "usda_1"], ["p_1"], ["c_a"]]

const on = (day: string | undefined): Overrides => (day === undefined ? {} : { modifiedOn: day })

/** Every combination, worst first; within an entry the day alone decides. */
const inOrder: ReadonlyArray<ReadonlyArray<Overrides>> = tiers.flatMap((ids) =>
  [nutrition.none, nutrition.some, nutrition.complete].flatMap((nutrition) =>
    days.map((day) => ids.map((id) => ({ id, nutrition, ...on(day) })))
  )
)

const APlace = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: inOrder.length - 1 }))

describe("the product that stands for a barcode", () => {
  it.prop(
    "is the curated, then a partner's, then what states more nutrients, then the newer, whichever of them comes first",
    [APlace, APlace],
    ([a, b]) => {
      for (const first of inOrder[a] ?? []) {
        for (const second of inOrder[b] ?? []) {
          if (a === b) continue
          const difference = precedenceOf(first) - precedenceOf(second)
          assert.strictEqual(Math.sign(difference), Math.sign(a - b), JSON.stringify([first, second]))
        }
      }
    }
  )

  it.prop("is decided by numbers that every engine holds exactly", [ProductFacts], ([product]) => {
    const precedence = barcodePrecedence(product)
    assert.isTrue(Number.isSafeInteger(precedence) && precedence >= 0, String(precedence))
  })

  it.prop("days are in their order, those of a month end and of leap years too", [Day, Day], ([a, b]) => {
    const difference = precedenceOf(on(a)) - precedenceOf(on(b))
    assert.strictEqual(Math.sign(difference), a < b ? -1 : Number(a > b))
  })

  it("of one day the later FDC number is first, whatever its number of digits, and USDA before Open Food Facts", () => {
    const ids = ["usda_9999999999", "usda_1000000", "usda_999999", "off_9999999999999"]
    const byRule = ids.toReversed().toSorted((a, b) => precedenceOf({ id: b }) - precedenceOf({ id: a }))
    assert.deepStrictEqual(byRule, ids)
  })

  it("what else is known of a product has no say", () => {
    const plain = { id: "off_1", modifiedOn: "2024-03-09" }
    const dressed = {
      ...plain,
      popularity: 9_999,
      verified: true,
      generic: true,
      brands: "B",
      imageUrl: "https://e.org"
    }
    assert.strictEqual(precedenceOf(dressed), precedenceOf(plain))
  })
})
