import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { plausibility } from "../../../domain/meal/Plausibility.ts"
import { facts } from "./Foods.ts"

const of = (id: string, grams: number, foodGroup: string | null = null, calories = 100) => {
  const food = { ...facts(id), foodGroup }
  return plausibility({ ...food, nutrition: { ...food.nutrition, calories } }, grams)
}

describe("how plausible an amount eaten is", () => {
  it.each([
    ["c_rice_white_cooked", 180],
    ["c_almonds", 30],
    ["c_milk_whole", 250],
    ["c_butter", 10],
    ["c_pizza_cheese", 360],
    ["c_water", 500],
    ["usda_93101000", 700],
    ["c_salt", 1]
  ])("finds usual servings usual: %s, %s g", (id, grams) => {
    assert.strictEqual(of(id, grams), "usual")
  })

  it.each([
    ["c_rice_white_cooked", 1_200],
    ["c_almonds", 400],
    ["c_rice_white_cooked", 1]
  ])("finds much and little unusual: %s, %s g", (id, grams) => {
    assert.strictEqual(of(id, grams), "unusual")
  })

  it.each([
    ["c_rice_white_cooked", 10_000_000],
    ["c_almonds", 3_000],
    ["c_pizza_cheese", 5_600],
    ["c_mustard", 1_000]
  ])("finds what nobody eats absurd: %s, %s g", (id, grams) => {
    assert.strictEqual(of(id, grams), "absurd")
  })

  it("goes by the group of a food that nobody reported, and by any food where there is none", () => {
    assert.strictEqual(of("usda_99999999", 400, "Rice"), "usual")
    assert.strictEqual(of("usda_99999999", 2_900, "Rice"), "absurd")
    assert.strictEqual(of("off_1", 300), "usual")
    assert.strictEqual(of("off_1", 5_000), "absurd")
  })

  it("counts the energy of several days as absurd, whatever it weighs", () => {
    assert.strictEqual(of("off_1", 900, null, 880), "absurd")
    assert.strictEqual(of("off_1", 300, null, 880), "unusual")
  })

  const Grams = Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 50_000 }))
  it.prop(
    "never finds more of a food more plausible once it is too much",
    { one: Grams, other: Grams },
    ({ one, other }) => {
      const [less, more] = one < other ? [one, other] : [other, one]
      if (of("c_rice_white_cooked", less) === "absurd") assert.strictEqual(of("c_rice_white_cooked", more), "absurd")
    }
  )
})
