import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { parseMeal } from "../../../domain/meal/MealParser.ts"
import type { MealItem } from "../../../domain/meal/MealItem.ts"
import { weigh } from "../../../domain/meal/Weighing.ts"
import { facts } from "./Foods.ts"

const item = (text: string): MealItem => {
  const [first] = parseMeal(text).items
  if (first === undefined) throw new Error(`no item in ${text}`)
  return first
}

const grams = (text: string, key: string) => weigh(item(text), facts(key.startsWith("usda_") ? key : `c_${key}`))

describe("weigh", () => {
  it("takes a stated mass as it is", () => {
    assert.deepStrictEqual(grams("6 oz salmon", "usda_175168"), {
      grams: 6 * 28.35,
      source: "stated",
      how: "stated: 170.1 g"
    })
  })

  it("turns a stated volume into grams by the density of the food", () => {
    assert.closeTo(grams("200 ml honey", "honey").grams, 280, 0.001)
    assert.strictEqual(grams("200 ml honey", "honey").source, "stated")
  })

  it("counts millilitres as grams where the record is per 100 ml", () => {
    const drink = { ...facts("off_1"), basis: "100ml" as const }
    assert.strictEqual(weigh(item("330 ml cola"), drink).grams, 330)
  })

  it("weighs a household measure by our own table, then by that of FoodData Central", () => {
    assert.strictEqual(grams("a plate of borscht", "borscht").grams, 300)
    const mango = weigh(item("a cup of mango"), facts("c_mango"))
    assert.match(mango.how, /USDA household portion: cup/)
    assert.strictEqual(mango.source, "portion")
  })

  it("weighs pieces by their size", () => {
    assert.strictEqual(grams("a large apple", "apple").grams, 223)
    assert.strictEqual(grams("a small apple", "apple").grams, 149)
    assert.strictEqual(grams("an apple", "apple").grams, 180)
  })

  it("takes a usual serving when nothing is said, a small one beside another food", () => {
    assert.strictEqual(grams("milk", "milk_whole").grams, 250)
    const [, milk] = parseMeal("coffee with milk").items
    const [, onPorridge] = parseMeal("granola with milk").items
    assert.strictEqual(milk === undefined ? 0 : weigh(milk, facts("c_milk_whole")).grams, 30)
    assert.strictEqual(onPorridge === undefined ? 0 : weigh(onPorridge, facts("c_milk_whole")).grams, 150)
  })

  it("reads the package of a product for a can, bottle or bar", () => {
    const cola = { ...facts("off_1"), quantity: "0,33 л" }
    assert.strictEqual(weigh({ ...item("a can of cola"), records: [] }, cola).grams, 330)
  })

  const Quantity = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 }))
  for (const [unit, key] of [
    ["g", "rice_white_cooked"],
    ["cups", "rice_white_cooked"],
    ["tbsp", "honey"],
    ["slices", "bread_white"],
    ["bowls", "borscht"],
    ["bottles", "water"]
  ] as const) {
    it.prop(`weighs n ${unit} n times as much as one`, { quantity: Quantity }, ({ quantity }) => {
      const amount = item(`2 ${unit} of rice`).amount
      if (amount === null) throw new Error("no amount")
      const of = (quantity: number) =>
        weigh({ ...item("rice"), amount: { ...amount, quantity } }, facts(`c_${key}`)).grams
      assert.closeTo(of(quantity), quantity * of(1), 1e-9)
    })
  }
})
