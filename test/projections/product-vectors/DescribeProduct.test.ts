import { assert, describe as suite, it } from "@effect/vitest"
import { describe } from "../../../projections/product-vectors/DescribeProduct.ts"
import { facts } from "../../support/Facts.ts"

suite("describe", () => {
  it("says names, the main one first, what food it is, brand and known nutrition", () => {
    const product = facts({
      names: { en: ["Oat drink"], ru: ["Напиток овсяный"], ar: ["شوفان"] },
      mainLanguage: "ru",
      brands: "A maker",
      foodGroup: "Beverages",
      categories: ["Plant-based drinks", "Oat drinks"],
      nutrition: { calories: 45.678, proteins: 1, fats: null, carbs: 6.66, fiber: null, sugar: 0, sodium: 40 },
      basis: "100ml"
    })
    assert.strictEqual(
      describe(product),
      [
        "Напиток овсяный / شوفان / Oat drink",
        "Beverages, Plant-based drinks, Oat drinks",
        "Brand: A maker",
        "Per 100 ml: energy 45.7 kcal, protein 1 g, carbohydrate 6.7 g, sugar 0 g, sodium 40 mg"
      ].join("\n")
    )
  })

  it("does not mention what is unknown", () => {
    const unknown = { calories: null, proteins: null, fats: null, carbs: null, fiber: null, sugar: null, sodium: null }
    assert.strictEqual(describe(facts({ nutrition: unknown })), "Milk")
  })

  it("is no longer than an endpoint takes, and whole characters, whatever a source says", () => {
    const text = describe(facts({ names: { en: ["🥛".repeat(2_000)] }, categories: ["x".repeat(5_000)] }))
    assert.isAtMost(text.length, 1_500)
    assert.isTrue(text.isWellFormed())
  })
})
