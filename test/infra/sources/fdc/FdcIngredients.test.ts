import { assert, describe, it } from "@effect/vitest"
import type { ProductFacts } from "../../../../domain/product/ProductFacts.ts"
import { readCurated } from "../../../../infra/sources/curated/CuratedFoods.ts"
import { fdcJsonRows } from "../../../../infra/sources/fdc/FdcJson.ts"
import { openFdcSource } from "../../../../infra/sources/fdc/FdcSource.ts"
import { fixture, readAll, sourceOfText } from "../Reading.ts"

const nothingDeclared = { contains: [], mayContain: [], freeOf: [] }

const ofJson = async (food: Readonly<Record<string, unknown>>): Promise<ProductFacts["composition"]> => {
  const source = sourceOfText(JSON.stringify({ fdcId: 1, description: "A food", foodNutrients: [], ...food }))
  for await (const rows of fdcJsonRows(source.name, source.chunks))
    for (const { outcome } of rows) if (outcome._tag === "Accepted") return outcome.facts.composition
  return undefined
}

describe("Ingredients of FoodData Central and of recipes", () => {
  it("of branded foods are the label's, from CSV and JSON", async () => {
    const { accepted } = await readAll(await openFdcSource(fixture("fdc-branded")))
    assert.deepStrictEqual(accepted.find(({ id }) => id === "usda_448509")?.composition, {
      ...nothingDeclared,
      ingredients: { language: "en", text: "BROCCOLI, CAULIFLOWER.", form: "label", isWhole: true }
    })
    assert.deepStrictEqual(await ofJson({ dataType: "Branded", ingredients: "OATS, SALT" }), {
      ...nothingDeclared,
      ingredients: { language: "en", text: "OATS, SALT", form: "label", isWhole: true }
    })
    assert.isUndefined(await ofJson({ dataType: "Branded" }))
  })

  it("of the survey are the names of its records, once each; of other collections they are samples, and are left out", async () => {
    const inputFoods = ["Onions, raw", "Salt, table", "Onions, raw", ""].map((ingredientDescription) => ({
      ingredientDescription
    }))
    assert.deepStrictEqual(await ofJson({ dataType: "Survey (FNDDS)", inputFoods }), {
      ...nothingDeclared,
      ingredients: { language: "en", text: "Onions, raw; Salt, table", form: "recipe", isWhole: true }
    })
    assert.isUndefined(await ofJson({ dataType: "Foundation", inputFoods }))
  })

  it("of a recipe of our own are what is put in, not what is taken away, nor the record that a food has its values from", async () => {
    const food = {
      key: "soup",
      names: { en: ["Soup"], ru: ["Суп"], ar: ["شوربة"] },
      foodGroup: "Soups",
      nutrition: { calories: 10, proteins: 1, fats: 0, carbs: 1, fiber: null, sugar: null, sodium: null }
    }
    const recipe = [
      { fdcId: 1, description: "Onions, raw", grams: 20 },
      { fdcId: 2, description: "Oil, canola", grams: -5 }
    ]
    const lines = [
      { ...food, nutritionFrom: { recipe, yieldG: 100 } },
      { ...food, key: "onion", nutritionFrom: { fdcId: 1, description: "Onions, raw" } }
    ]
    const { accepted } = await readAll(readCurated(sourceOfText(lines.map((line) => JSON.stringify(line)).join("\n"))))
    assert.deepStrictEqual(
      accepted.map(({ composition }) => composition?.ingredients?.text),
      ["Onions, raw", undefined]
    )
  })
})
