import { assert, describe, it } from "@effect/vitest"
import { offOutcome } from "../../../../infra/sources/off/OffFacts.ts"

const factsOf = (record: Readonly<Record<string, unknown>>) => {
  const outcome = offOutcome({ code: "1", product_name: "Food", ...record }, true)
  return outcome._tag === "Accepted" ? outcome.facts : assert.fail(outcome._tag)
}

/** A set as Open Food Facts documents it: values with unit and, in the aggregated one, the source of each. */
const set = (amounts: Readonly<Record<string, number>>, more: object = {}, unit = "g", value: object = {}) => ({
  preparation: "as_sold",
  per: "100g",
  per_quantity: 100,
  per_unit: "g",
  nutrients: Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [
      name,
      { value: amount, unit: name.startsWith("energy-") ? name.slice(7) : unit, ...value }
    ])
  ),
  ...more
})
const oats = { "energy-kcal": 372, proteins: 13.5, fat: 7, carbohydrates: 58.7, fiber: 10, sugars: 0.7, salt: 0.02 }

describe("nutrition of schema 1003", () => {
  it("the aggregated set is what is served", () => {
    const { basis, nutrition, quality } = factsOf({ nutrition: { aggregated_set: set(oats) } })
    assert.deepStrictEqual(nutrition, {
      calories: 372,
      proteins: 13.5,
      fats: 7,
      carbs: 58.7,
      fiber: 10,
      sugar: 0.7,
      sodium: 8
    })
    assert.deepStrictEqual([basis, quality], ["100g", []])
  })

  it("estimated values are none, and marked as such; the others of the same set are served", () => {
    const nutrients = {
      ...set(oats, {}, "g", { source: "packaging" }).nutrients,
      fiber: { value: 8.4, unit: "g", source: "estimate" }
    }
    const { nutrition, quality } = factsOf({ nutrition: { aggregated_set: { ...set({}), nutrients } } })
    assert.deepStrictEqual([nutrition.fiber, nutrition.proteins], [null, 13.5])
    assert.deepStrictEqual(quality, [{ field: "fiber", rule: "estimated", raw: "8.4 g" }])
  })

  it("values of the prepared food are none, and marked, unless the food as sold has values of its own", () => {
    const prepared = set({ "energy-kcal": 80, proteins: 3 }, { preparation: "prepared" })
    const alone = factsOf({ nutrition: { aggregated_set: prepared, input_sets: [prepared] } })
    assert.deepStrictEqual([alone.nutrition.calories, alone.nutrition.proteins], [null, null])
    assert.deepStrictEqual(alone.quality, [
      { field: "calories", rule: "prepared", raw: "80 kcal" },
      { field: "proteins", rule: "prepared", raw: "3 g" }
    ])
    const input_sets = [set({ ...oats, proteins: 1 }, { source: "usda" }), set(oats, { source: "packaging" }), prepared]
    const both = factsOf({ nutrition: { aggregated_set: prepared, input_sets } })
    assert.deepStrictEqual([both.nutrition.calories, both.nutrition.proteins, both.quality], [372, 13.5, []])
  })

  it("a set that was estimated as a whole does not stand in", () => {
    const aggregated_set = set({}, { preparation: "prepared" })
    const { nutrition } = factsOf({ nutrition: { aggregated_set, input_sets: [set(oats, { source: "estimate" })] } })
    assert.deepStrictEqual(new Set(Object.values(nutrition)), new Set([null]))
  })

  it("units are converted, and an unknown one leaves no value", () => {
    const aggregated_set = set({ proteins: 13_500, fat: 7_000 }, {}, "mg")
    const unknown = {
      ...set({}),
      nutrients: { fiber: { value: 3, unit: "spoon" }, sugars: { value: 0.002, unit: "kg" } }
    }
    assert.deepInclude(factsOf({ nutrition: { aggregated_set } }).nutrition, { proteins: 13.5, fats: 7 })
    const { nutrition, quality } = factsOf({ nutrition: { aggregated_set: unknown } })
    assert.deepStrictEqual([nutrition.sugar, nutrition.fiber], [2, null])
    assert.deepStrictEqual(quality, [{ field: "fiber", rule: "unit_unknown", raw: "3 spoon" }])
  })

  it("values per serving are none, and marked", () => {
    const { quality } = factsOf({ nutrition: { aggregated_set: set({ proteins: 4 }, { per: "serving" }) } })
    assert.deepStrictEqual(quality, [{ field: "proteins", rule: "per_serving", raw: "4 g" }])
  })

  it("what is no set, no record or no number is no value and no failure", () => {
    for (const nutrition of [null, [], 1, "x", { aggregated_set: 3 }, { aggregated_set: { nutrients: [] } }]) {
      assert.isNull(factsOf({ nutrition }).nutrition.calories)
    }
    const nutrients = {
      proteins: 3,
      fat: { value: { deep: 1 } },
      sugars: { value: null },
      fiber: { value: "1,5", unit: "g" }
    }
    const { nutrition } = factsOf({ nutrition: { aggregated_set: { ...set({}), nutrients }, input_sets: [null, 3] } })
    assert.deepInclude(nutrition, { proteins: null, fats: null, sugar: null, fiber: 1.5 })
  })
})

describe("nutrition before schema 1003", () => {
  it("values of the prepared food alone are marked, beside values as sold they do not matter", () => {
    const nutriments = { proteins_100g: 10, proteins_prepared_100g: 2, fat_prepared_100g: 1.5, sodium_100g: 1 }
    const { nutrition, quality } = factsOf({ nutriments: { ...nutriments, salt_prepared_100g: 9 } })
    assert.deepInclude(nutrition, { proteins: 10, fats: null, sodium: 1000 })
    assert.deepStrictEqual(quality, [{ field: "fats", rule: "prepared", raw: "1.5 g" }])
  })

  it("estimates from the ingredients stand apart and are not read", () => {
    const { nutrition } = factsOf({
      nutriments: {},
      nutriments_estimated: { proteins_100g: 5, "energy-kcal_100g": 100 }
    })
    assert.deepInclude(nutrition, { calories: null, proteins: null })
  })
})

describe("numbers that are none", () => {
  it("NaN, infinite, enormous and broken ones become null with a mark that can be stored anywhere", () => {
    const nutriments = {
      "energy-kcal_100g": 1e308,
      proteins_100g: "NaN",
      fat_100g: Number.POSITIVE_INFINITY,
      carbohydrates_100g: "1\u0000\ud8002",
      fiber_100g: -1,
      sugars_100g: "1e309",
      sodium_100g: 1e308,
      alcohol_100g: 1e308
    }
    const { nutrition, quality } = factsOf({ nutriments: { ...nutriments } })
    assert.deepInclude(nutrition, { calories: null, proteins: null, fats: null, carbs: 12, fiber: null, sugar: null })
    assert.isNull(nutrition.sodium)
    assert.notMatch(JSON.stringify(quality), /\\u0000|\\ud800/)
    assert.deepStrictEqual(new Set(quality.map(({ field }) => field)).size, 7)
  })
})
