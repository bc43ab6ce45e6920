import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Nutrition } from "../../../domain/product/Nutrition.ts"
import { computedEnergyRule } from "../../../domain/product/Energy.ts"
import { assessNutrition, type StatedNutrition } from "../../../domain/product/NutritionGate.ts"

const assess = (stated: StatedNutrition) => assessNutrition(stated)
const rules = (stated: StatedNutrition) => assess(stated).quality.map(({ field, rule }) => `${field}: ${rule}`)
const milk = { kilocalories: 61, proteinsG: 3.15, fatsG: 3.25, carbsG: 4.8, fiberG: 0, sugarG: 5.05, sodiumMg: 43 }

describe("assessNutrition, units", () => {
  it("a plausible record passes as it is, at full precision", () =>
    assert.deepStrictEqual(assess({ ...milk, proteinsG: 3.1499999 }), {
      nutrition: { calories: 61, proteins: 3.1499999, fats: 3.25, carbs: 4.8, fiber: 0, sugar: 5.05, sodium: 43 },
      quality: []
    }))

  it("nothing stated is unknown, not zero, and no offence", () =>
    assert.deepStrictEqual(assess({ kilocalories: null, proteinsG: "", fatsG: undefined, carbsG: "  " }), {
      nutrition: { calories: null, proteins: null, fats: null, carbs: null, fiber: null, sugar: null, sodium: null },
      quality: []
    }))

  it("numbers in text are numbers", () => {
    const { nutrition } = assess({ proteinsG: "3.5", fatsG: "0,5", carbsG: " 1e1 ", fiberG: ".5", sugarG: "+2" })
    assert.deepStrictEqual(nutrition, { ...nutrition, proteins: 3.5, fats: 0.5, carbs: 10, fiber: 0.5, sugar: 2 })
  })

  it("energy is the stated kcal, else kJ / 4.184", () => {
    assert.strictEqual(assess({ kilocalories: 100, kilojoules: 420 }).nutrition.calories, 100)
    assert.strictEqual(assess({ kilojoules: 1046 }).nutrition.calories, 250)
  })

  it("sodium is the stated sodium, else 400 mg per gram of salt", () => {
    assert.strictEqual(assess({ sodiumMg: 40, saltG: 9 }).nutrition.sodium, 40)
    assert.strictEqual(assess({ saltG: 1.25 }).nutrition.sodium, 500)
    assert.strictEqual(assess({ sodiumMg: 43_000, saltG: 1 }).nutrition.sodium, 400)
  })
})

describe("assessNutrition, single values", () => {
  const broken = [
    ["traces", "not_a_number"],
    ["< 0.5", "not_a_number"],
    ["0x10", "not_a_number"],
    [Number.NaN, "not_a_number"],
    [Number.POSITIVE_INFINITY, "not_finite"],
    ["1e999", "not_finite"],
    [-0.1, "negative"],
    ["-3", "negative"],
    [100.1, "over_maximum"]
  ] as const

  for (const [value, rule] of broken) {
    it(`${value} g is nulled, flagged ${rule} and kept as it was stated`, () => {
      for (const [key, field] of [
        ["proteinsG", "proteins"],
        ["fatsG", "fats"],
        ["carbsG", "carbs"],
        ["fiberG", "fiber"],
        ["sugarG", "sugar"]
      ] as const) {
        const { nutrition, quality } = assess({ [key]: value })
        assert.isNull(nutrition[field])
        assert.deepStrictEqual(quality, [{ field, rule, raw: `${value} g` }])
      }
    })
  }

  it("100 g is possible", () => assert.deepStrictEqual(rules({ carbsG: 100 }), []))

  it("negative zero becomes zero", () => assert.isTrue(Object.is(assess({ fatsG: -0 }).nutrition.fats, 0)))

  it("sodium above that of pure salt is nulled", () => {
    assert.deepStrictEqual(rules({ sodiumMg: 38_700 }), [])
    assert.deepStrictEqual(rules({ sodiumMg: 40_001 }), ["sodium: over_maximum"])
    assert.deepStrictEqual(rules({ saltG: 101 }), ["sodium: over_maximum"])
  })

  it("a long text is kept to 40 characters", () =>
    assert.strictEqual(assess({ fatsG: "x".repeat(500) }).quality[0]?.raw, `${"x".repeat(40)} g`))
})

describe("assessNutrition, sums", () => {
  it("105 g of macronutrients pass, more do not", () => {
    assert.deepStrictEqual(rules({ proteinsG: 35, fatsG: 35, carbsG: 35 }), ["calories: computed_from_macronutrients"])
    assert.deepStrictEqual(rules({ proteinsG: 35, fatsG: 35, carbsG: 35.1 }), [
      "proteins: macros_over_105_g",
      "fats: macros_over_105_g",
      "carbs: macros_over_105_g"
    ])
  })

  it("the one that the energy convicts is nulled alone", () =>
    assert.deepStrictEqual(assess({ kilocalories: 375, proteinsG: 19.8, fatsG: 17.3, carbsG: 93.8 }), {
      nutrition: { calories: 375, proteins: 19.8, fats: 17.3, carbs: null, fiber: null, sugar: null, sodium: null },
      quality: [{ field: "carbs", rule: "macros_over_105_g", raw: "93.8 g" }]
    }))

  it("all three are nulled when the energy convicts none or several", () => {
    assert.strictEqual(rules({ kilocalories: 530.2, proteinsG: 29.9, fatsG: 24.2, carbsG: 51.4 }).length, 3)
    assert.strictEqual(rules({ kilocalories: 900, proteinsG: 60, fatsG: 0, carbsG: 60 }).length, 3)
  })

  it("two can be too much already", () =>
    assert.deepStrictEqual(rules({ fatsG: 20, carbsG: 90 }), ["fats: macros_over_105_g", "carbs: macros_over_105_g"]))

  it("sugars may exceed carbohydrate by the rounding of two labels, 1 g", () => {
    assert.deepStrictEqual(rules({ carbsG: 11, sugarG: 12 }), [])
    assert.deepStrictEqual(rules({ carbsG: 11, sugarG: 12.1 }), ["sugar: sugar_over_carbs"])
  })

  it("the carbohydrate is nulled instead when the energy sides with the sugars", () =>
    assert.deepStrictEqual(rules({ kilocalories: 200, proteinsG: 0, fatsG: 0, carbsG: 0, sugarG: 50 }), [
      "carbs: sugar_over_carbs"
    ]))

  it("fibre is no part of proteins and fats, but may exceed carbohydrate", () => {
    assert.deepStrictEqual(rules({ proteinsG: 60, fatsG: 20, fiberG: 26 }), ["fiber: fiber_over_rest"])
    assert.deepStrictEqual(rules({ carbsG: 5, fiberG: 40 }), [])
  })
})

const Gram = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
const Wild = Schema.Union([
  Schema.Null,
  Schema.Undefined,
  Schema.Finite,
  Gram,
  Gram,
  Schema.Number,
  Schema.Literals(["", "x", "1,5", "1e999", "-0", "101"])
])
const WildNutrition = Schema.Struct({
  kilocalories: Schema.Union([Wild, Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 4000 }))]),
  kilojoules: Schema.Union([Wild, Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 4000 }))]),
  proteinsG: Wild,
  fatsG: Wild,
  carbsG: Wild,
  fiberG: Wild,
  sugarG: Wild,
  sodiumMg: Wild,
  saltG: Wild,
  alcoholG: Wild,
  polyolsG: Wild,
  mayContainAlcohol: Schema.Boolean
})
const Part = Schema.Finite.check(Schema.isBetween({ minimum: 0.001, maximum: 1 }))

const restated = (nutrition: Nutrition): StatedNutrition => ({
  kilocalories: nutrition.calories,
  proteinsG: nutrition.proteins,
  fatsG: nutrition.fats,
  carbsG: nutrition.carbs,
  fiberG: nutrition.fiber,
  sugarG: nutrition.sugar,
  sodiumMg: nutrition.sodium
})

/** The faults of a gate lie where several values meet: 100 runs seldom get there. */
const manyRuns = { arbitrary: { runs: 1_500 } }

describe("assessNutrition, properties", () => {
  it.prop(
    "whatever is stated, every value is null or passes the gate",
    [WildNutrition],
    ([stated]) => {
      const { nutrition } = assess(stated)
      for (const value of Object.values(nutrition))
        assert.isTrue(value === null || (Number.isFinite(value) && value >= 0))
      const { calories, proteins, fats, carbs, fiber, sugar, sodium } = nutrition
      for (const grams of [proteins, fats, carbs, fiber, sugar]) assert.isAtMost(grams ?? 0, 100)
      assert.isAtMost((proteins ?? 0) + (fats ?? 0) + (carbs ?? 0), 105)
      if (sugar !== null && carbs !== null) assert.isAtMost(sugar, carbs + 1)
      assert.isAtMost(calories ?? 0, (fats ?? 0) >= 99 ? 902 : 900)
      assert.isAtMost(sodium ?? 0, 40_000)
    },
    manyRuns
  )

  it.prop(
    "what passed the gate passes it again, unchanged and without a flag; an unknown energy may be computed",
    [WildNutrition],
    ([stated]) => {
      const once = assess(stated).nutrition
      const { alcoholG, polyolsG, mayContainAlcohol } = stated
      const again = assess({ ...restated(once), alcoholG, polyolsG, mayContainAlcohol })
      const { calories } = once.calories === null ? again.nutrition : once
      assert.deepStrictEqual(again.nutrition, { ...once, calories })
      assert.deepStrictEqual(
        again.quality.filter(
          ({ field, rule }) =>
            field !== "alcohol" && field !== "polyols" && (rule !== computedEnergyRule || once.calories !== null)
        ),
        []
      )
    },
    manyRuns
  )

  it.prop(
    "a value is missing only if none was stated or a flag says why",
    [WildNutrition],
    ([stated]) => {
      const { nutrition, quality } = assess(stated)
      const isStated = (value: unknown): boolean => value !== null && value !== undefined && value !== ""
      const flagged = new Set(quality.map(({ field }) => field))
      assert.isTrue(nutrition.proteins !== null || !isStated(stated.proteinsG) || flagged.has("proteins"))
      assert.isTrue(nutrition.fats !== null || !isStated(stated.fatsG) || flagged.has("fats"))
      assert.isTrue(nutrition.carbs !== null || !isStated(stated.carbsG) || flagged.has("carbs"))
      assert.isTrue(nutrition.calories !== null || !isStated(stated.kilocalories) || flagged.has("calories"))
      assert.isTrue(nutrition.sodium !== null || !isStated(stated.saltG) || flagged.has("sodium"))
    },
    manyRuns
  )

  it.prop(
    "a true record is unchanged",
    [Gram, Part, Part, Part, Part],
    ([protein, a, b, c, d]) => {
      const fats = (100 - protein) * a
      const carbs = Math.max(0, 100 - protein - fats) * b
      const stated = {
        kilocalories: 4 * protein + 9 * fats + 4 * carbs,
        proteinsG: protein + 0,
        fatsG: fats,
        carbsG: carbs,
        fiberG: carbs * c,
        sugarG: carbs * d,
        sodiumMg: 100 * d
      }
      const { nutrition, quality } = assess(stated)
      assert.deepStrictEqual(quality, [])
      assert.deepStrictEqual(restated(nutrition), stated)
    },
    manyRuns
  )
})
