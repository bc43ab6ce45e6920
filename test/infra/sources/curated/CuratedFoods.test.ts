import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ProductFacts } from "../../../../domain/product/ProductFacts.ts"
import { readCurated } from "../../../../infra/sources/curated/CuratedFoods.ts"
import { readAll, sourceOfText } from "../Reading.ts"

const milk = {
  key: "milk_whole",
  names: { en: ["Milk", "Whole milk"], ru: ["Молоко"], ar: ["حليب"] },
  foodGroup: "Dairy",
  serving: "1 cup (244 g)",
  nutritionFrom: { fdcId: 171265, description: "Milk, whole, 3.25% milkfat, with added vitamin D" },
  nutrition: { calories: 61, proteins: 3.15, fats: 3.25, carbs: 4.8, fiber: 0, sugar: 5.05, sodium: 43 }
}
const read = (...records: ReadonlyArray<unknown>) =>
  readAll(readCurated(sourceOfText(records.map((record) => JSON.stringify(record)).join("\n"))))
const refusalOf = async (record: unknown) => {
  const { rows } = await read(record)
  const outcome = rows[0]?.outcome
  return outcome?._tag === "Rejected" ? [outcome.reason, outcome.detail] : ["accepted", ""]
}

describe("curated foods", () => {
  it("a line becomes a verified, generic, global product", async () => {
    const { accepted } = await read(milk)
    const facts = accepted[0] ?? assert.fail("nothing accepted")
    assert.isTrue(Schema.is(ProductFacts)(facts))
    assert.deepStrictEqual(facts, {
      id: facts.id,
      names: { ar: ["حليب"], en: ["Milk", "Whole milk"], ru: ["Молоко"] },
      mainLanguage: "en",
      brands: null,
      barcode: null,
      foodGroup: "Dairy",
      categories: ["Dairy"],
      imageUrl: null,
      verified: true,
      generic: true,
      regions: ["global"],
      nutrition: milk.nutrition,
      basis: "100g",
      quality: [],
      serving: "1 cup (244 g)",
      quantity: null,
      popularity: 0,
      provenance: {
        dataset: "fooddata curated",
        reference: "FoodData Central 171265: Milk, whole, 3.25% milkfat, with added vitamin D",
        licence: "CC0-1.0"
      }
    })
    assert.strictEqual(facts.id, "c_milk_whole")
  })

  it("regions and basis may be stated", async () => {
    const { accepted } = await read({ ...milk, regions: ["us", "eu", "us"], basis: "100ml" })
    assert.deepStrictEqual([accepted[0]?.regions, accepted[0]?.basis], [["eu", "us"], "100ml"])
  })

  it("what is not of the form is rejected, and the detail names every offending field", async () => {
    const [reason, detail = ""] = await refusalOf({ ...milk, key: "Milk", names: { ...milk.names, ar: [] }, extra: 1 })
    assert.strictEqual(reason, "schema_invalid")
    for (const field of ["key", "names.ar", "extra"]) assert.include(detail, field)
    assert.strictEqual((await refusalOf({ ...milk, nutrition: { ...milk.nutrition, fats: "3" } }))[0], "schema_invalid")
    assert.strictEqual((await refusalOf({ ...milk, names: { en: ["Milk"], ru: ["Молоко"] } }))[0], "schema_invalid")
    assert.strictEqual((await refusalOf("text"))[0], "schema_invalid")
    const broken = await readAll(readCurated(sourceOfText("{broken\n")))
    assert.deepStrictEqual(broken.rejected, [[1, "schema_invalid"]])
  })

  it("values that break a nutrition rule are rejected, not corrected", async () => {
    const [reason, detail] = await refusalOf({ ...milk, nutrition: { ...milk.nutrition, calories: 610 } })
    assert.deepStrictEqual(
      [reason, detail],
      ["nutrition_implausible", "milk_whole calories energy_disagrees_with_macros"]
    )
  })

  it("a key counts once", async () => {
    const { accepted, rejected } = await read(milk, { ...milk, foodGroup: "Other" })
    assert.strictEqual(accepted.length, 1)
    assert.deepStrictEqual(rejected, [[2, "duplicate_in_file"]])
  })
})
