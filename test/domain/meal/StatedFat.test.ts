import { assert, describe, it } from "@effect/vitest"
import { withStatedFat } from "../../../domain/meal/StatedFat.ts"
import { unknown as nothingKnown } from "../../support/Facts.ts"

describe("the nutrition of a food with stated fat", () => {
  const halloumi = { ...nothingKnown, calories: 310, proteins: 22, fats: 24, carbs: 2 }

  it("has that fat, and the rest of it grows by as much", () => {
    const { calories, fats, proteins } = withStatedFat(halloumi, 14, null)
    assert.strictEqual(fats, 14)
    assert.closeTo(proteins ?? 0, (22 * 86) / 76, 0.001)
    // (310 - 9 · 24) · 86 / 76 + 9 · 14
    assert.closeTo(calories ?? 0, 232.4, 0.1)
  })

  it("is that of the record where the record has the stated fat", () =>
    assert.deepStrictEqual(withStatedFat(halloumi, 24, null), halloumi))

  it("takes a label's fat in the dry matter for what it is", () => {
    const gouda = { ...nothingKnown, calories: 356, proteins: 25, fats: 27.4, carbs: 2.2 }
    assert.deepStrictEqual(withStatedFat(gouda, 48, 48), gouda)
    assert.deepStrictEqual(withStatedFat(gouda, 45, null), gouda)
    assert.closeTo(withStatedFat(gouda, 30, 48).fats ?? 0, 17.1, 0.1)
  })

  it("stays unknown where the record does not know its fat", () => {
    const unknown = { ...halloumi, fats: null }
    assert.deepStrictEqual(withStatedFat(unknown, 14, null), unknown)
  })
})
