import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { keepsLimits, keepsRatios } from "../../../domain/semantic/LimitFilter.ts"
import type { Ratio } from "../../../domain/semantic/Comparisons.ts"
import type { Limit } from "../../../domain/semantic/Limits.ts"
import { featuresOf } from "../../../domain/semantic/ProductFeatures.ts"
import { facts } from "../../support/Facts.ts"

describe("keepsLimits", () => {
  const amount = Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 })))
  const portion = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 500 })))
  const Case = Schema.Struct({
    proteins: amount,
    portion,
    min: amount,
    max: amount,
    per: Schema.Literals(["100g", "portion"])
  })

  it.prop(
    "never lets through a record that breaks a limit, or of which nobody knows",
    { stated: Case },
    ({ stated }) => {
      const { max, min, per, portion: grams, proteins } = stated
      const product = facts({
        names: { en: ["Cheese"] },
        nutrition: { calories: 100, proteins, fats: 1, carbs: 1, fiber: 0, sugar: 1, sodium: 1 },
        serving: grams === null ? null : `1 piece (${grams} g)`
      })
      const limit: Limit = { nutrient: "protein", min, max, per }
      if (!keepsLimits([limit], product, featuresOf(product))) return
      const has =
        proteins === null ? null : per === "100g" ? proteins : grams === null ? null : (proteins * grams) / 100
      assert.isNotNull(has)
      assert.isAtLeast(has, min ?? 0)
      assert.isAtMost(has, max ?? Infinity)
    }
  )

  it.each([
    ["1 bar (40 g)", true],
    ["200 g", false],
    ["1 bar", false],
    [null, false]
  ])("a portion of %s with 20 g of sugar in 100 g keeps at most 10 g per portion: %s", (serving, isKept) => {
    const product = facts({
      serving,
      nutrition: { calories: 400, proteins: 5, fats: 5, carbs: 60, fiber: 1, sugar: 20, sodium: 1 }
    })
    const limit: Limit = { nutrient: "sugar", min: null, max: 10, per: "portion" }
    assert.strictEqual(keepsLimits([limit], product, featuresOf(product)), isKept)
  })

  it.each([
    [200, 10, true],
    [200, 9, false],
    [0, 10, false],
    [null, 10, false],
    [200, null, false]
  ])("of %s kcal %s g of protein are at least 20 %% of the energy: %s", (calories, proteins, isKept) => {
    const product = facts({
      nutrition: { calories, proteins, fats: 5, carbs: 10, fiber: 1, sugar: 1, sodium: 1 }
    })
    const limit: Limit = { nutrient: "protein", min: 20, max: null, per: "energy" }
    assert.strictEqual(keepsLimits([limit], product, featuresOf(product)), isKept)
  })
})

describe("keepsRatios", () => {
  const ratio = (factor: number, operator: Ratio["operator"]): Ratio => ({
    nutrient: "protein",
    other: "carb",
    factor,
    operator
  })

  it.each([
    ["more protein than carbs", ratio(1, "gt"), 11, 10, true],
    ["as much is not more", ratio(1, "gt"), 10, 10, false],
    ["less protein than carbs", ratio(1, "lt"), 9, 10, true],
    ["twice as much", ratio(2, "gt"), 20, 10, true],
    ["less than twice as much", ratio(2, "gt"), 19, 10, false],
    ["none is not twice none", ratio(2, "gt"), 0, 0, false],
    ["unknown protein", ratio(1, "gt"), null, 0, false],
    ["unknown carbs", ratio(1, "gt"), 10, null, false]
  ])("%s: %o keeps %s g of protein and %s g of carbs: %s", (_, stated, proteins, carbs, isKept) => {
    const product = facts({
      nutrition: { calories: 100, proteins, fats: 1, carbs, fiber: 0, sugar: null, sodium: 1 }
    })
    assert.strictEqual(keepsRatios([stated], product, featuresOf(product)), isKept)
  })
})
