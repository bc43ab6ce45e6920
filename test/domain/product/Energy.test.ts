import { assert, describe, it } from "@effect/vitest"
import { assessNutrition, type StatedNutrition } from "../../../domain/product/NutritionGate.ts"

const assess = (stated: StatedNutrition) => assessNutrition(stated)
const rules = (stated: StatedNutrition) => assess(stated).quality.map(({ field, rule }) => `${field}: ${rule}`)

describe("settleEnergy", () => {
  const macros = { proteins: 10, fats: 10, carbs: 50 }
  const calories = (stated: StatedNutrition) => {
    const { nutrition, quality } = assess(stated)
    return [nutrition.calories, quality[0]?.rule ?? "passes", quality[0]?.raw ?? ""]
  }

  it("900 kcal pass, more do not", () => {
    assert.deepStrictEqual(calories({ kilocalories: 900 }), [900, "passes", ""])
    assert.deepStrictEqual(calories({ kilocalories: 901 }), [null, "energy_over_900_kcal", "901 kcal"])
    assert.deepStrictEqual(calories({ kilojoules: 3800 }), [null, "energy_over_900_kcal", "3800 kJ"])
  })

  it("pure fat may have the 902 kcal of the specific factor for lard", () => {
    assert.deepStrictEqual(calories({ kilocalories: 902, proteins: 0, fats: 100, carbs: 0 }), [902, "passes", ""])
    assert.deepStrictEqual(calories({ kilocalories: 903, fats: 100 }), [null, "energy_over_900_kcal", "903 kcal"])
  })

  it("energy agrees with the macronutrients within 25 % and 20 kcal", () => {
    assert.deepStrictEqual(calories({ kilocalories: 432, ...macros }), [432, "passes", ""])
    assert.deepStrictEqual(calories({ kilocalories: 433, ...macros }), [
      null,
      "energy_disagrees_with_macros",
      "433 kcal"
    ])
    assert.deepStrictEqual(calories({ kilocalories: 228, ...macros }), [228, "passes", ""])
    assert.deepStrictEqual(calories({ kilocalories: 227, ...macros }), [
      null,
      "energy_disagrees_with_macros",
      "227 kcal"
    ])
  })

  it("the macronutrients stay when the energy is nulled", () => {
    const { nutrition } = assess({ kilocalories: 5, ...macros })
    assert.deepStrictEqual([nutrition.proteins, nutrition.fats, nutrition.carbs], [10, 10, 50])
  })

  it("fibre and polyols may yield nothing", () =>
    assert.deepStrictEqual(calories({ kilocalories: 60, proteins: 0, fats: 0, carbs: 95, fiber: 5, polyolsG: 85 }), [
      60,
      "passes",
      ""
    ]))

  it("known alcohol yields 7 kcal/g, unknown alcohol any energy", () => {
    const vodka = { kilocalories: 231, proteins: 0, fats: 0, carbs: 0.1 }
    assert.deepStrictEqual(calories({ ...vodka, details: [["alcohol", 33.4]] }), [231, "passes", ""])
    assert.deepStrictEqual(calories({ ...vodka, mayContainAlcohol: true }), [231, "passes", ""])
    assert.deepStrictEqual(calories(vodka), [null, "energy_disagrees_with_macros", "231 kcal"])
  })

  it("kJ stated as kcal are corrected when the macronutrients prove it", () => {
    const [value, rule, raw] = calories({ kilocalories: 1380, ...macros })
    assert.closeTo(Number(value), 329.83, 0.01)
    assert.deepStrictEqual([rule, raw], ["kilojoules_as_kilocalories", "1380 kcal"])
  })

  it("kcal stated as kJ are corrected when the macronutrients prove it", () =>
    assert.deepStrictEqual(calories({ kilojoules: 330, ...macros }), [330, "kilocalories_as_kilojoules", "330 kJ"]))

  it("the other stated unit is taken when it alone agrees with the macronutrients", () => {
    const [value, rule, raw] = calories({ kilocalories: 33, kilojoules: 1380, ...macros })
    assert.closeTo(Number(value), 329.83, 0.01)
    assert.deepStrictEqual([rule, raw], ["kilojoules_instead", "33 kcal, 1380 kJ"])
  })

  it("a pair that agrees convicts the only macronutrient that can be wrong", () =>
    assert.deepStrictEqual(
      assess({ kilocalories: 42, kilojoules: 177, proteins: 3.5, fats: 1.6, carbs: 34, sugar: 3.4 }),
      {
        nutrition: { calories: 42, proteins: 3.5, fats: 1.6, carbs: null, fiber: null, sugar: 3.4, sodium: null },
        quality: [{ field: "carbs", rule: "disagrees_with_energy", raw: "34 g" }]
      }
    ))

  it("a pair that agrees is nulled when no macronutrient is convicted", () =>
    assert.deepStrictEqual(calories({ kilocalories: 500, kilojoules: 2092, ...macros }), [
      null,
      "energy_disagrees_with_macros",
      "500 kcal, 2092 kJ"
    ]))

  it("without macronutrients a swapped pair is put right", () => {
    const [value, rule] = calories({ kilocalories: 836.8, kilojoules: 200 })
    assert.closeTo(Number(value), 200, 0.01)
    assert.strictEqual(rule, "kilocalories_as_kilojoules")
  })

  it("without macronutrients one number in both units is kcal never, kJ when above 900, else unknown", () => {
    const [value, rule] = calories({ kilocalories: 967, kilojoules: 967 })
    assert.closeTo(Number(value), 231.1, 0.1)
    assert.strictEqual(rule, "kilojoules_as_kilocalories")
    assert.deepStrictEqual(calories({ kilocalories: 300, kilojoules: 300 }), [
      null,
      "energy_pair_contradicts",
      "300 kcal, 300 kJ"
    ])
    assert.deepStrictEqual(calories({ kilocalories: 0, kilojoules: 0 }), [0, "passes", ""])
  })

  it("energy below that of the known macronutrients is nulled, though others are unknown", () =>
    assert.deepStrictEqual(calories({ kilocalories: 25, fats: 42 }), [null, "energy_disagrees_with_macros", "25 kcal"]))

  it("macronutrients that are all 0 beside energy are unknown", () =>
    assert.deepStrictEqual(assess({ kilocalories: 388, proteins: 0, fats: 0, carbs: 0, sugar: 0 }), {
      nutrition: { calories: 388, proteins: null, fats: null, carbs: null, fiber: null, sugar: null, sodium: null },
      quality: ["proteins", "fats", "carbs", "sugar"].map((field) => ({ field, rule: "zero_with_energy", raw: "0 g" }))
    }))

  it("water and unsweetened tea are what they say", () =>
    assert.deepStrictEqual(rules({ kilocalories: 1, proteins: 0, fats: 0, carbs: 0, sugar: 0, saltG: 0 }), []))
})

describe("an energy that is not stated", () => {
  const computed = (stated: StatedNutrition) => {
    const { nutrition, quality } = assess(stated)
    return [nutrition.calories, ...quality.map(({ field, raw, rule }) => `${field} ${rule}${raw}`)]
  }
  const flag = "calories computed_from_macronutrients"
  const macros = { proteins: 10, fats: 10, carbs: 50 }

  it("is computed by the general factors, and says so", () => {
    assert.deepStrictEqual(computed(macros), [330, flag])
    assert.deepStrictEqual(computed({ ...macros, fiber: 5 }), [340, flag])
    assert.deepStrictEqual(computed({ ...macros, polyolsG: 20 }), [298, flag])
    // more polyols than carbohydrate cannot be
    assert.deepStrictEqual(computed({ proteins: 0, fats: 0, carbs: 1.5, polyolsG: 11.5 }), [3.6, flag])
    assert.deepStrictEqual(computed({ proteins: 0, fats: 0, carbs: 0.2, details: [["alcohol", 31.6]] }), [222, flag])
  })

  it("counts fibre once where carbohydrate includes it", () =>
    assert.deepStrictEqual(computed({ ...macros, fiber: 5, carbsIncludeFiber: true }), [320, flag]))

  it("stays unknown where a macronutrient is, or all are 0, or the alcohol of a drink is unknown", () => {
    assert.deepStrictEqual(computed({ proteins: 10, fats: 10 }), [null])
    assert.deepStrictEqual(computed({ proteins: 0, fats: 0, carbs: 0 }), [null])
    assert.deepStrictEqual(computed({ ...macros, mayContainAlcohol: true }), [null])
  })

  it("stays unknown where what is stated cannot be used", () => {
    assert.deepStrictEqual(computed({ ...macros, kilocalories: "traces" }), [null, "calories not_a_numbertraces kcal"])
    assert.deepStrictEqual(computed({ ...macros, kilocalories: 5000 }), [
      null,
      "calories energy_over_900_kcal5000 kcal"
    ])
  })

  it("is not of a macronutrient that was set aside", () =>
    assert.deepStrictEqual(computed({ ...macros, carbs: 101 }), [null, "carbs over_maximum101 g"]))
})
