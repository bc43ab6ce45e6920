import { assert, describe, it } from "@effect/vitest"
import type { MealComponent } from "../../../domain/meal/MealComponent.ts"
import type { MealItem, StatedEnergy } from "../../../domain/meal/MealItem.ts"
import { helpingOf, nutrientsIn, withEnergyShared } from "../../../domain/meal/StatedEnergy.ts"
import { parseMeal } from "../../../domain/meal/MealParser.ts"
import { itemOfPhrase } from "../../../domain/meal/StatedItems.ts"
import { facts } from "../../support/Facts.ts"

/** 400 kcal, 20 g protein, 10 g fat, 50 g carbohydrate in 100 g */
const bar = facts({
  id: "c_bar",
  names: { en: ["Bar"] },
  generic: true,
  nutrition: { calories: 400, proteins: 20, fats: 10, carbs: 50, fiber: null, sugar: null, sodium: null }
})

const stated = (energy: StatedEnergy | null, amount: MealItem["amount"]): MealItem => ({
  ...itemOfPhrase("bar", { quantity: 1, unit: "g" }),
  amount,
  energy
})

const eaten = (item: MealItem) => {
  const { statedKcal, weight } = helpingOf(item, bar)
  return { grams: weight.grams, source: weight.source, ...nutrientsIn(bar.nutrition, weight.grams, statedKcal) }
}

describe("Stated energy", () => {
  it("is the energy of the food, and tells its weight where none is stated", () => {
    const whole = { kcal: 200, of: "whole" } as const
    const half = { grams: 50, source: "stated", calories: 200, proteins: 10, fats: 5, carbs: 25 }
    assert.deepStrictEqual(eaten(stated(whole, null)), half)
    assert.deepStrictEqual(eaten(stated(whole, { quantity: 1, unit: "bar" })), half)
  })

  it("is said of each of several pieces, or of all", () => {
    const two = { quantity: 2, unit: "piece" } as const
    assert.deepInclude(eaten(stated({ kcal: 200, of: "piece" }, two)), { grams: 100, calories: 400 })
    assert.deepInclude(eaten(stated({ kcal: 200, of: "whole" }, two)), { grams: 50, calories: 200 })
    assert.deepInclude(eaten(stated({ kcal: 200, of: "piece" }, { quantity: 60, unit: "g" })), { calories: 200 })
  })

  it("wins beside a stated weight, and the macronutrients go with it", () => {
    const light = stated({ kcal: 100, of: "whole" }, { quantity: 50, unit: "g" })
    assert.deepStrictEqual(eaten(light), {
      grams: 50,
      source: "stated",
      calories: 100,
      proteins: 5,
      fats: 2.5,
      carbs: 12.5
    })
  })

  it("of 100 g is that of the weight", () => {
    const light = stated({ kcal: 300, of: "100g" }, { quantity: 50, unit: "g" })
    assert.deepInclude(eaten(light), { grams: 50, calories: 150, proteins: 7.5 })
  })

  it("of a food without energy is believed, and the weight is a usual one", () => {
    const water = { ...bar, nutrition: { ...bar.nutrition, calories: 0 } }
    const { statedKcal, weight } = helpingOf(stated({ kcal: 5, of: "whole" }, null), water)
    assert.isAbove(weight.grams, 0)
    assert.deepInclude(nutrientsIn(water.nutrition, weight.grams, statedKcal), { calories: 5 })
  })

  it("that is not stated is the record's", () => {
    assert.deepInclude(eaten(stated(null, { quantity: 50, unit: "g" })), { grams: 50, calories: 200, carbs: 25 })
  })
})

describe("Energy that is stated of several foods", () => {
  const energiesOf = (text: string) => parseMeal(text).items.map(({ energy }) => energy)
  const together = (kcal: number, count: number) => Array.from({ length: count }, () => ({ kcal, of: "meal" }))

  it.each([
    ["lunch 650 kcal: soup, salad, bread", together(650, 3)],
    ["soup, salad, bread, 650 kcal", together(650, 3)],
    ["chicken and rice 650 kcal", together(650, 2)],
    ["обед, по меню 750 ккал: борщ, плов, компот", together(750, 3)],
    ["وجبة دجاج ورز سعراتها ستمية وخمسين", together(650, 2)],
    ["chicken wrap, label says 480 kcal, plus an apple", [{ kcal: 480, of: "whole" }, null]],
    [
      "latte 190 kcal, muffin 420 kcal",
      [
        { kcal: 190, of: "whole" },
        { kcal: 420, of: "whole" }
      ]
    ],
    ["200 g bread and a 250 kcal bar", [null, { kcal: 250, of: "whole" }]]
  ])("%s", (text, energies) => assert.deepStrictEqual(energiesOf(text), energies))

  it("is shared out by what their records have, and not of those that state none", () => {
    const component = (energy: StatedEnergy | null, grams: number): MealComponent => ({
      item: stated(energy, null),
      facts: bar,
      match: "exact",
      dropped: [],
      weight: { grams, source: "default", how: "" },
      statedKcal: null,
      plausibility: "usual"
    })
    const meal = { kcal: 300, of: "meal" } as const
    const shared = withEnergyShared([component(meal, 100), component(meal, 50), component(null, 100)])
    assert.deepStrictEqual(
      shared.map(({ statedKcal }) => statedKcal),
      [200, 100, null]
    )
  })
})
