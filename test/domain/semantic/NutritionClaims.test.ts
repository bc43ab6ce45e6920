import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { NutritionBasis } from "../../../domain/product/Nutrition.ts"
import { type Amounts, amountsOf, levelOf, nutrients } from "../../../domain/semantic/NutrientLevels.ts"
import { type Claim, claims, mayClaim } from "../../../domain/semantic/NutritionClaims.ts"

const below = 0.999
const above = 1.001

/** claim, basis, nutrient, the most (or the least) that the regulation allows */
const upper: ReadonlyArray<readonly [Claim, NutritionBasis, keyof Amounts, number]> = [
  ["caloriesLow", "100g", "kcal", 40],
  ["caloriesLow", "100ml", "kcal", 20],
  ["caloriesFree", "100ml", "kcal", 4],
  ["fatLow", "100g", "fat", 3],
  ["fatLow", "100ml", "fat", 1.5],
  ["fatFree", "100g", "fat", 0.5],
  ["sugarLow", "100g", "sugar", 5],
  ["sugarLow", "100ml", "sugar", 2.5],
  ["sugarFree", "100g", "sugar", 0.5],
  ["saltLow", "100g", "salt", 0.3],
  ["saltVeryLow", "100g", "salt", 0.1],
  ["saltFree", "100g", "salt", 0.0125]
]

describe("NutritionClaims", () => {
  it.each(upper)("%s per %s allows %s up to %d and no more", (claim, basis, nutrient, limit) => {
    assert.strictEqual(mayClaim(claim, { [nutrient]: limit }, basis), true)
    assert.strictEqual(mayClaim(claim, { [nutrient]: limit * above }, basis), false)
  })

  it("asks of fibre 3 g per 100 g or 1.5 g per 100 kcal for a source, twice that for much", () => {
    assert.strictEqual(mayClaim("fiberSource", { fiber: 3 }, "100g"), true)
    assert.strictEqual(mayClaim("fiberSource", { fiber: 3 * below, kcal: 500 }, "100g"), false)
    assert.strictEqual(mayClaim("fiberSource", { fiber: 1.5, kcal: 100 }, "100g"), true)
    assert.strictEqual(mayClaim("fiberHigh", { fiber: 6 }, "100g"), true)
    assert.strictEqual(mayClaim("fiberHigh", { fiber: 3, kcal: 100 }, "100g"), true)
    assert.strictEqual(mayClaim("fiberHigh", { fiber: 3 * below, kcal: 100 }, "100g"), false)
  })

  it("asks of protein 12 % of the energy for a source, 20 % for much", () => {
    assert.strictEqual(mayClaim("proteinSource", { protein: 3, kcal: 100 }, "100g"), true)
    assert.strictEqual(mayClaim("proteinSource", { protein: 3 * below, kcal: 100 }, "100g"), false)
    assert.strictEqual(mayClaim("proteinHigh", { protein: 5, kcal: 100 }, "100g"), true)
    assert.strictEqual(mayClaim("proteinHigh", { protein: 5 * below, kcal: 100 }, "100g"), false)
  })

  it("says neither yes nor no of what the record does not state", () => {
    for (const claim of claims) assert.isNull(mayClaim(claim, {}, "100g"), claim)
    assert.isNull(mayClaim("proteinHigh", { protein: 30 }, "100g"))
    assert.isNull(mayClaim("fiberSource", { fiber: 2 }, "100g"))
  })
})

const unknown = { calories: null, proteins: null, fats: null, carbs: null, fiber: null, sugar: null, sodium: null }

describe("NutrientLevels", () => {
  it("leaves unknown what is unknown", () => {
    assert.deepStrictEqual(amountsOf(unknown), {})
    for (const nutrient of nutrients) assert.isNull(levelOf(nutrient, {}, "100g"))
  })

  it("takes energy from protein, fat and carbohydrate only when all three are stated and energy is not", () => {
    assert.strictEqual(amountsOf({ ...unknown, proteins: 10, fats: 10, carbs: 10 }).kcal, 170)
    assert.isUndefined(amountsOf({ ...unknown, proteins: 10, fats: 10 }).kcal)
    assert.strictEqual(amountsOf({ ...unknown, calories: 99, proteins: 10, fats: 10, carbs: 10 }).kcal, 99)
  })

  it("compares sodium as salt", () => {
    assert.strictEqual(amountsOf({ ...unknown, sodium: 120 }).salt, 0.3)
  })

  it("knows that there is no more sugar than carbohydrate only where that settles it", () => {
    assert.strictEqual(amountsOf({ ...unknown, carbs: 0.4 }).sugar, 0.4)
    assert.isUndefined(amountsOf({ ...unknown, carbs: 40 }).sugar)
  })

  it.prop(
    "a level lies between -1 and 1 and never falls when there is more",
    [
      Schema.Literals(nutrients),
      Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1000 })),
      Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1000 }))
    ],
    ([nutrient, one, other]) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      for (const basis of ["100g", "100ml"] as const) {
        const low = levelOf(nutrient, { [nutrient]: less }, basis) ?? Number.NaN
        const high = levelOf(nutrient, { [nutrient]: more }, basis) ?? Number.NaN
        assert.isTrue(low >= -1 && high <= 1 && low <= high)
      }
    }
  )
})
