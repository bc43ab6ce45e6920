import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { parseMeal } from "../../domain/meal/MealParser.ts"
import type { MealComponent } from "../../domain/meal/MealComponent.ts"
import { analysisBody } from "../../src/queries/MealPresentation.ts"
import { facts } from "../support/Facts.ts"
import { rice, wholeMilk } from "../support/http/MealProducts.ts"
import { analysisOf, component } from "../support/MealAnalyses.ts"

const itemOf = (text: string) => {
  const [item] = parseMeal(text).items
  return item ?? assert.fail(`${text} names no food`)
}

const resolved = (text: string, of: MealComponent["facts"], grams: number) => component(itemOf(text), of, grams)

const Share = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
const Foods = Schema.Array(
  Schema.Struct({
    calories: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 900 })),
    proteins: Share,
    fats: Share,
    carbs: Share,
    grams: Schema.Finite.check(Schema.isBetween({ minimum: 0.01, maximum: 5_000 }))
  })
).check(Schema.isMinLength(1), Schema.isMaxLength(40))

const Shown = Schema.Struct({
  nutrition: Schema.Struct({
    calories: Schema.Finite,
    proteins: Schema.Finite,
    fats: Schema.Finite,
    carbs: Schema.Finite
  }),
  components: Schema.Array(
    Schema.Struct({
      calories: Schema.Finite,
      weight_g: Schema.Finite,
      details: Schema.Struct({
        nutrition: Schema.Struct({ proteins: Schema.Finite, fats: Schema.Finite, carbs: Schema.Finite })
      })
    })
  )
})
const decode = Schema.decodeUnknownSync(Shown)

const isOfDecimals = (value: number, decimals: number) => Number(value.toFixed(decimals)) === value

describe("The body of an analysis", () => {
  it.prop(
    "has totals that are exactly the sums of what its components show, within the decimals of the interface",
    { foods: Foods },
    ({ foods }) => {
      const components = foods.map(({ grams, ...nutrition }) =>
        resolved("milk", facts({ nutrition: { ...nutrition, fiber: null, sugar: null, sodium: null } }), grams)
      )
      const shown = decode(analysisBody(analysisOf(components), "en", true))
      // whole numbers: no arithmetic can get them wrong
      const calories = shown.components.reduce((sum, component) => sum + component.calories, 0)
      assert.strictEqual(shown.nutrition.calories, calories)
      for (const nutrient of ["proteins", "fats", "carbs"] as const) {
        const cents = shown.components.map(({ details }) => Math.round(details.nutrition[nutrient] * 100))
        const total = cents.reduce((sum, share) => sum + share, 0)
        assert.strictEqual(Math.round(shown.nutrition[nutrient] * 100), total)
        assert.isTrue(isOfDecimals(shown.nutrition[nutrient], 2))
      }
      for (const component of shown.components) assert.isTrue(isOfDecimals(component.weight_g, 1))
    }
  )

  it("is computed from the weights that it shows", () => {
    const body = decode(analysisBody(analysisOf([resolved("milk", wholeMilk, 333.3333)]), "en", true))
    assert.deepNestedInclude(body, { "components[0].weight_g": 333.3, "components[0].calories": 203 })
    assert.strictEqual(body.nutrition.carbs, 16)
  })

  it.each([
    ["rice", "en", "Rice, white, cooked"],
    ["rice", "ru", "Рис"],
    ["рис", "ru", "Рис"],
    // what the lexicon has no name of: as the description says it, in its own language only
    ["домашний рис", "ru", "Домашний рис"],
    ["домашний рис", "ar", "Rice, white, cooked"]
  ] as const)("calls %s in %s: %s", (text, language, name) => {
    const item = { ...itemOf(text), food: text }
    const body = analysisBody(analysisOf([{ ...resolved("rice", rice, 100), item }]), language, false)
    assert.deepNestedInclude(body, { "components[0].name": name, dish: name })
  })

  it.each([
    // a name that has nothing of what was said is followed by that
    ["сыр", "c_cheese_gouda", "ru", "Гауда (сыр)"],
    ["сыр", "c_cheese_gouda", "en", "Gouda"],
    ["гауда", "c_cheese_gouda", "ru", "Гауда"],
    // FoodData Central's names are for its tables
    ["diet coke", "usda_175099", "en", "Diet cola"],
    ["кола зеро", "usda_175099", "ar", "كولا دايت"]
  ] as const)("calls %s, found as %s, in %s: %s", (text, id, language, name) => {
    const names =
      id === "c_cheese_gouda"
        ? ({ en: ["Gouda"], ru: ["Гауда"] } as const)
        : ({ en: ["Beverages, cola, low calorie"] } as const)
    const body = analysisBody(analysisOf([resolved(text, facts({ id, names }), 30)]), language, false)
    assert.deepNestedInclude(body, { "components[0].name": name })
  })

  it("names the meal by its components once each, and not endlessly", () => {
    const twice = analysisBody(
      analysisOf([resolved("milk", wholeMilk, 1), resolved("milk", wholeMilk, 2)]),
      "en",
      false
    )
    assert.strictEqual(twice.dish, "Whole milk")
    const many = Array.from({ length: 40 }, (_, i) => facts({ names: { en: [`Milk of the herd number ${i}`] } }))
    const { dish } = analysisBody(analysisOf(many.map((each) => resolved("milk", each, 10))), "en", false)
    assert.lengthOf([...dish], 200)
    assert.match(dish, /^Milk of the herd number 0, .*…$/)
  })
})
