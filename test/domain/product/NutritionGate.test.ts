import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { detailNames, type Nutrition } from "../../../domain/product/Nutrition.ts"
import { computedEnergyRule } from "../../../domain/product/Energy.ts"
import { assessNutrition, type StatedNutrition } from "../../../domain/product/NutritionGate.ts"

const assess = (stated: StatedNutrition) => assessNutrition(stated)
const rules = (stated: StatedNutrition) => assess(stated).quality.map(({ field, rule }) => `${field}: ${rule}`)
const milk = { kilocalories: 61, proteins: 3.15, fats: 3.25, carbs: 4.8, fiber: 0, sugar: 5.05, sodium: 43 }

describe("assessNutrition, units", () => {
  it("a plausible record passes as it is, at full precision", () =>
    assert.deepStrictEqual(assess({ ...milk, proteins: 3.1499999 }), {
      nutrition: { calories: 61, proteins: 3.1499999, fats: 3.25, carbs: 4.8, fiber: 0, sugar: 5.05, sodium: 43 },
      quality: []
    }))

  it("nothing stated is unknown, not zero, and no offence", () =>
    assert.deepStrictEqual(assess({ kilocalories: null, proteins: "", fats: undefined, carbs: "  " }), {
      nutrition: { calories: null, proteins: null, fats: null, carbs: null, fiber: null, sugar: null, sodium: null },
      quality: []
    }))

  it("numbers in text are numbers", () => {
    const { nutrition } = assess({ proteins: "3.5", fats: "0,5", carbs: " 1e1 ", fiber: ".5", sugar: "+2" })
    assert.deepStrictEqual(nutrition, { ...nutrition, proteins: 3.5, fats: 0.5, carbs: 10, fiber: 0.5, sugar: 2 })
  })

  it("energy is the stated kcal, else kJ / 4.184", () => {
    assert.strictEqual(assess({ kilocalories: 100, kilojoules: 420 }).nutrition.calories, 100)
    assert.strictEqual(assess({ kilojoules: 1046 }).nutrition.calories, 250)
  })

  it("sodium is the stated sodium, else 400 mg per gram of salt", () => {
    assert.strictEqual(assess({ sodium: 40, saltG: 9 }).nutrition.sodium, 40)
    assert.strictEqual(assess({ saltG: 1.25 }).nutrition.sodium, 500)
    assert.strictEqual(assess({ sodium: 43_000, saltG: 1 }).nutrition.sodium, 400)
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
        ["proteins", "proteins"],
        ["fats", "fats"],
        ["carbs", "carbs"],
        ["fiber", "fiber"],
        ["sugar", "sugar"]
      ] as const) {
        const { nutrition, quality } = assess({ [key]: value })
        assert.isNull(nutrition[field])
        assert.deepStrictEqual(quality, [{ field, rule, raw: `${value} g` }])
      }
    })
  }

  it("100 g is possible", () => assert.deepStrictEqual(rules({ carbs: 100 }), []))

  it("negative zero becomes zero", () => assert.isTrue(Object.is(assess({ fats: -0 }).nutrition.fats, 0)))

  it("sodium above that of pure salt is nulled", () => {
    assert.deepStrictEqual(rules({ sodium: 38_700 }), [])
    assert.deepStrictEqual(rules({ sodium: 40_001 }), ["sodium: over_maximum"])
    assert.deepStrictEqual(rules({ saltG: 101 }), ["sodium: over_maximum"])
  })

  it("a long text is kept to 40 characters", () =>
    assert.strictEqual(assess({ fats: "x".repeat(500) }).quality[0]?.raw, `${"x".repeat(40)} g`))
})

describe("assessNutrition, sums", () => {
  it("105 g of macronutrients pass, more do not", () => {
    assert.deepStrictEqual(rules({ proteins: 35, fats: 35, carbs: 35 }), ["calories: computed_from_macronutrients"])
    assert.deepStrictEqual(rules({ proteins: 35, fats: 35, carbs: 35.1 }), [
      "proteins: macros_over_105_g",
      "fats: macros_over_105_g",
      "carbs: macros_over_105_g"
    ])
  })

  it("the one that the energy convicts is nulled alone", () =>
    assert.deepStrictEqual(assess({ kilocalories: 375, proteins: 19.8, fats: 17.3, carbs: 93.8 }), {
      nutrition: { calories: 375, proteins: 19.8, fats: 17.3, carbs: null, fiber: null, sugar: null, sodium: null },
      quality: [{ field: "carbs", rule: "macros_over_105_g", raw: "93.8 g" }]
    }))

  it("all three are nulled when the energy convicts none or several", () => {
    assert.strictEqual(rules({ kilocalories: 530.2, proteins: 29.9, fats: 24.2, carbs: 51.4 }).length, 3)
    assert.strictEqual(rules({ kilocalories: 900, proteins: 60, fats: 0, carbs: 60 }).length, 3)
  })

  it("two can be too much already", () =>
    assert.deepStrictEqual(rules({ fats: 20, carbs: 90 }), ["fats: macros_over_105_g", "carbs: macros_over_105_g"]))

  it("sugars may exceed carbohydrate by the rounding of two labels, 1 g", () => {
    assert.deepStrictEqual(rules({ carbs: 11, sugar: 12 }), [])
    assert.deepStrictEqual(rules({ carbs: 11, sugar: 12.1 }), ["sugar: sugar_over_carbs"])
  })

  it("the carbohydrate is nulled instead when the energy sides with the sugars", () =>
    assert.deepStrictEqual(rules({ kilocalories: 200, proteins: 0, fats: 0, carbs: 0, sugar: 50 }), [
      "carbs: sugar_over_carbs"
    ]))

  it("fibre is no part of proteins and fats, but may exceed carbohydrate", () => {
    assert.deepStrictEqual(rules({ proteins: 60, fats: 20, fiber: 26 }), ["fiber: fiber_over_rest"])
    assert.deepStrictEqual(rules({ carbs: 5, fiber: 40 }), [])
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
  proteins: Wild,
  fats: Wild,
  carbs: Wild,
  fiber: Wild,
  sugar: Wild,
  sodium: Wild,
  saltG: Wild,
  details: Schema.Array(Schema.Tuple([Schema.Literals(["alcohol", "saturated_fat", "starch", "calcium"]), Wild])),
  polyolsG: Wild,
  mayContainAlcohol: Schema.Boolean
})
const Part = Schema.Finite.check(Schema.isBetween({ minimum: 0.001, maximum: 1 }))

const restated = (nutrition: Nutrition): StatedNutrition => ({
  kilocalories: nutrition.calories,
  proteins: nutrition.proteins,
  fats: nutrition.fats,
  carbs: nutrition.carbs,
  fiber: nutrition.fiber,
  sugar: nutrition.sugar,
  sodium: nutrition.sodium
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
      const { nutrients = {}, nutrition: once } = assess(stated)
      const { mayContainAlcohol, polyolsG } = stated
      const details = detailNames.map((name) => [name, nutrients[name]] as const)
      const again = assess({ ...restated(once), details, polyolsG, mayContainAlcohol })
      assert.deepStrictEqual(again.nutrients ?? {}, nutrients)
      const { calories } = once.calories === null ? again.nutrition : once
      assert.deepStrictEqual(again.nutrition, { ...once, calories })
      assert.deepStrictEqual(
        again.quality.filter(
          ({ field, rule }) => field !== "polyols" && (rule !== computedEnergyRule || once.calories !== null)
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
      assert.isTrue(nutrition.proteins !== null || !isStated(stated.proteins) || flagged.has("proteins"))
      assert.isTrue(nutrition.fats !== null || !isStated(stated.fats) || flagged.has("fats"))
      assert.isTrue(nutrition.carbs !== null || !isStated(stated.carbs) || flagged.has("carbs"))
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
        proteins: protein + 0,
        fats: fats,
        carbs: carbs,
        fiber: carbs * c,
        sugar: carbs * d,
        sodium: 100 * d
      }
      const { nutrition, quality } = assess(stated)
      assert.deepStrictEqual(quality, [])
      assert.deepStrictEqual(restated(nutrition), stated)
    },
    manyRuns
  )
})
