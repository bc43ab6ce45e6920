import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync, strToU8, zipSync } from "fflate"
import { ProductFacts } from "../../../../domain/product/ProductFacts.ts"
import { fdcJsonRows } from "../../../../infra/sources/fdc/FdcJson.ts"
import { openFdcSource } from "../../../../infra/sources/fdc/FdcSource.ts"
import { fixture, readAll, sourceOfText } from "../Reading.ts"

const isFacts = Schema.is(ProductFacts)
const open = (path: string) => Effect.promise(async () => readAll(await openFdcSource(path)))
const readText = (text: string) =>
  Effect.promise(() =>
    readAll({ byteCount: null, bytesRead: () => 0, rows: fdcJsonRows("test", sourceOfText(text).chunks) })
  )
const list = (name: string, ...foods: ReadonlyArray<object>) => JSON.stringify({ [name]: foods })
const branded = { dataType: "Branded", description: "COLA", servingSize: 50, servingSizeUnit: "ml" }
const nutrient = (id: number, amount: number) => ({ nutrient: { id }, amount })

describe("JSON dumps of FoodData Central", () => {
  it.effect("a survey food without an FDC number goes by its food code, with household names and reports", () =>
    Effect.gen(function* () {
      const food = {
        dataType: "Survey (FNDDS)",
        foodCode: 71401030,
        description: "French fries",
        householdNames: { en: ["Fries", 7], ru: ["Картофель фри"] },
        reportCount: 4617,
        foodNutrients: [nutrient(1008, 312)]
      }
      const { accepted } = yield* readText(`${JSON.stringify(food)}\n`)
      assert.strictEqual(accepted[0]?.id, "usda_71401030")
      assert.deepStrictEqual(accepted[0]?.names, { en: ["French fries", "Fries"], ru: ["Картофель фри"] })
      assert.strictEqual(accepted[0]?.popularity, 4617)
      assert.strictEqual(accepted[0]?.provenance.reference, "FNDDS food code 71401030")
    })
  )

  it.effect("branded foods, field by field", () =>
    Effect.gen(function* () {
      const { accepted, error, rejected } = yield* open(fixture("fdc-branded.dump"))
      assert.isNull(error)
      assert.deepStrictEqual(rejected, [])
      assert.strictEqual(accepted[0]?.id, "usda_453744")
      const cups = accepted[1] ?? assert.fail("no second food")
      assert.isTrue(isFacts(cups))
      assert.deepStrictEqual(cups, {
        id: cups.id,
        names: { en: ["PEANUT BUTTER CUPS, PEANUT BUTTER"] },
        mainLanguage: "en",
        brands: "GoodSam",
        barcode: "0850014333416",
        foodGroup: "Candy",
        categories: ["Candy"],
        imageUrl: null,
        verified: false,
        generic: false,
        regions: ["us"],
        nutrition: {
          calories: 519,
          proteins: 14.81,
          fats: 40.74,
          carbs: 40.74,
          fiber: 14.8,
          sugar: 3.7,
          sodium: 130
        },
        nutrients: { saturated_fat: 14.81 },
        basis: "100g",
        quality: [],
        serving: "3 Peanut Butter Cups (27 g)",
        servingSize: { amount: 27, unit: "g" },
        quantity: "4.7 oz/133 g",
        popularity: 0,
        modifiedOn: "2023-08-21",
        provenance: {
          dataset: "USDA FoodData Central, Branded Foods",
          reference: "https://fdc.nal.usda.gov/food-details/2643119/nutrients",
          licence: "US-PD"
        }
      })
    })
  )

  it.effect("foods of the survey: category of WWEIA, the first household measure, nothing of its numbers", () =>
    Effect.gen(function* () {
      const { accepted } = yield* open(fixture("fdc-survey.dump"))
      const banana = accepted[0] ?? assert.fail("no food")
      assert.isTrue(isFacts(banana))
      assert.deepStrictEqual(
        [banana.id, banana.foodGroup, banana.serving, banana.generic, banana.provenance.dataset],
        ["usda_2709225", "Bananas", "1 banana (140 g)", true, "USDA FoodData Central, Survey Foods (FNDDS)"]
      )
      assert.deepStrictEqual(banana.nutrition, {
        calories: 161,
        proteins: 0.82,
        fats: 3.21,
        carbs: 32.4,
        fiber: 1.8,
        sugar: 24.7,
        sodium: 3
      })
    })
  )

  it.effect("answers of its search and abridged records are read alike", () =>
    Effect.gen(function* () {
      const search = yield* open(fixture("fdc-search.dump"))
      assert.isNull(search.error)
      assert.deepStrictEqual(
        search.accepted.map(({ barcode, nutrition }) => [barcode, nutrition.calories, nutrition.proteins]),
        [
          ["0075925306223", 393, 25],
          ["0041497083411", 393, 25],
          ["0094395000172", 393, 21.4]
        ]
      )
      const { accepted } = yield* open(fixture("fdc-abridged.dump"))
      assert.deepStrictEqual(
        accepted.map(({ id, nutrition }) => [String(id), nutrition.calories, nutrition.sugar]),
        [["usda_328637", 408, 0.33]]
      )
    })
  )

  it.effect("foundation and SR legacy foods: unit and modifier of the measure; old versions are superseded", () =>
    Effect.gen(function* () {
      const cup = { gramWeight: 240, sequenceNumber: 1, amount: 1, measureUnit: { name: "cup" } }
      const milk = { dataType: "Foundation", description: "Milk, whole", foodCategory: { description: "Dairy" } }
      const roll = { gramWeight: 44, amount: 1, measureUnit: { name: "undetermined" }, modifier: "roll with icing" }
      const rolls = { fdcId: 3, dataType: "SR Legacy", description: "Cinnamon rolls", isHistoricalReference: true }
      const { accepted, rejected } = yield* readText(
        [
          { ...milk, fdcId: 1, foodPortions: [{ ...cup, sequenceNumber: 2, amount: 9 }, cup] },
          { ...milk, fdcId: 2, isHistoricalReference: true },
          { ...rolls, foodPortions: [roll] },
          { ...rolls },
          { ...milk, fdcId: 4, dataType: "Experimental" },
          { ...milk },
          { ...milk, fdcId: 5, description: "--" }
        ]
          .map((food) => JSON.stringify(food))
          .join("\n")
      )
      assert.deepStrictEqual(
        accepted.map(({ foodGroup, id, serving }) => [String(id), foodGroup, serving]),
        [
          ["usda_1", "Dairy", "1 cup (240 g)"],
          ["usda_3", null, "1 roll with icing (44 g)"]
        ]
      )
      assert.deepStrictEqual(rejected, [
        [2, "superseded"],
        [4, "duplicate_in_file"],
        [5, "data_type_unsupported"],
        [6, "no_code"],
        [7, "no_name"]
      ])
    })
  )

  it.effect("what is missing per 100 comes from the label, by the size of the serving; what is stated stays", () =>
    Effect.gen(function* () {
      const labelNutrients = { calories: { value: 21 }, carbohydrates: { value: 5.3 }, sodium: { value: 2 } }
      const label = { ...branded, labelNutrients }
      const { accepted } = yield* readText(
        list(
          "BrandedFoods",
          { ...label, fdcId: 1, foodNutrients: [nutrient(1093, 5)] },
          { ...label, fdcId: 2, servingSizeUnit: "IU" },
          { ...label, fdcId: 3, servingSize: 0 }
        )
      )
      assert.deepStrictEqual(
        accepted.map(({ basis, nutrition }) => [basis, nutrition.calories, nutrition.carbs, nutrition.sodium]),
        [
          ["100ml", 42, 10.6, 5],
          ["100g", null, null, null],
          ["100ml", null, null, null]
        ]
      )
    })
  )

  it.effect("of one barcode the newest record with nutrients counts", () =>
    Effect.gen(function* () {
      const foodNutrients = [nutrient(1008, 42)]
      const { accepted, rejected } = yield* readText(
        list(
          "BrandedFoods",
          { ...branded, fdcId: 9, gtinUpc: "041190466726" },
          { ...branded, fdcId: 8, gtinUpc: "00041190466726", dataSource: "GDSN", foodNutrients },
          { ...branded, fdcId: 7, gtinUpc: "0041190466726", foodNutrients },
          { ...branded, fdcId: 7, gtinUpc: "0041190466726", foodNutrients }
        )
      )
      assert.deepStrictEqual(
        accepted.map(({ id }) => id),
        ["usda_8"]
      )
      assert.deepStrictEqual(rejected, [
        [4, "duplicate_in_file"],
        [3, "superseded"],
        [1, "superseded"]
      ])
    })
  )

  it.effect("plain, gzip, and the zip as it is published give the same", () =>
    Effect.gen(function* () {
      const path = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "fooddata-fdc-"))),
        (made) => Effect.sync(() => rmSync(made, { recursive: true }))
      )
      const text = readFileSync(fixture("fdc-branded.dump"), "utf8")
      writeFileSync(join(path, "a"), gzipSync(strToU8(text)))
      writeFileSync(join(path, "b"), zipSync({ "brandedDownload.json": strToU8(text), "notes.txt": strToU8("x") }))
      const plain = yield* open(fixture("fdc-branded.dump"))
      assert.deepStrictEqual(yield* open(join(path, "a")), plain)
      assert.deepStrictEqual(yield* open(join(path, "b")), plain)
    })
  )

  it.effect("a dump that breaks off yields what it had, branded foods too, then the error", () =>
    Effect.gen(function* () {
      const whole = list("BrandedFoods", { ...branded, fdcId: 1 }, { ...branded, fdcId: 2 })
      const { accepted, error } = yield* readText(whole.slice(0, -20))
      assert.deepStrictEqual(
        accepted.map(({ id }) => id),
        ["usda_1"]
      )
      assert.include(String(error), "the list does not end")
    })
  )
})
