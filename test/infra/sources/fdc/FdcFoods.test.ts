import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { zipSync } from "fflate"
import { ProductFacts } from "../../../../domain/product/ProductFacts.ts"
import { csvFields, csvRecords } from "../../../../infra/sources/Csv.ts"
import { openFdc } from "../../../../infra/sources/fdc/FdcFoods.ts"
import { fdcNutrition, placeOf, type FdcAmounts } from "../../../../infra/sources/fdc/FdcNutrients.ts"
import { SourceUnreadable } from "../../../../infra/sources/SourceUnreadable.ts"
import { fixture, pieces, readAll } from "../Reading.ts"

const isFacts = Schema.is(ProductFacts)
const folder = fixture("fdc")
const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "fooddata-fdc-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)
const read = (path: string) => Effect.promise(async () => readAll(await openFdc(path)))
const refusalOf = (path: string) =>
  Effect.tryPromise({ try: () => openFdc(path), catch: (cause) => cause }).pipe(
    Effect.flip,
    Effect.map((error) => (error instanceof SourceUnreadable ? [error.reason, error.detail] : [String(error)]))
  )

describe("FoodData Central", () => {
  it.effect("current foods are accepted; old versions and laboratory samples are rejected by reason", () =>
    Effect.gen(function* () {
      const { accepted, error, rejected } = yield* read(folder)
      assert.isNull(error)
      for (const facts of accepted) assert.isTrue(isFacts(facts), facts.id)
      assert.deepStrictEqual(
        accepted.map(({ id }) => id),
        ["usda_746775", "usda_746782", "usda_747447", "usda_749420", "usda_2346409"]
      )
      assert.deepStrictEqual(rejected, [
        [2, "not_a_food"],
        [3, "not_a_food"],
        [4, "not_a_food"],
        [5, "superseded"],
        [6, "superseded"],
        [7, "superseded"],
        [8, "not_a_food"]
      ])
    })
  )

  it.effect("a whole food, field by field", () =>
    Effect.gen(function* () {
      const { accepted } = yield* read(folder)
      const milk = accepted[1] ?? assert.fail("no second food")
      assert.deepStrictEqual(milk, {
        id: milk.id,
        names: { en: ["Milk, whole, 3.25% milkfat, with added vitamin D"] },
        mainLanguage: "en",
        brands: null,
        barcode: null,
        foodGroup: "Dairy and Egg Products",
        categories: ["Dairy and Egg Products"],
        imageUrl: null,
        verified: false,
        generic: true,
        regions: ["global"],
        nutrition: { calories: 60, proteins: 3.27, fats: 3.2, carbs: 4.63, fiber: null, sugar: 4.81, sodium: 38 },
        basis: "100g",
        quality: [],
        serving: "1 cup (249 g)",
        servingSize: { amount: 249, unit: "g" },
        quantity: null,
        popularity: 0,
        provenance: {
          dataset: "USDA FoodData Central, Foundation Foods",
          reference: "https://fdc.nal.usda.gov/food-details/746782/nutrients",
          licence: "US-PD"
        }
      })
    })
  )

  it.effect("a zip gives what its folder gives, in whatever order its files lie", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "fdc.zip")
      const entries = readdirSync(folder)
        .toReversed()
        .map((name) => [`FoodData/${name}`, readFileSync(join(folder, name))])
      writeFileSync(path, zipSync(Object.fromEntries(entries)))
      const reader = yield* Effect.promise(() => openFdc(path))
      const zipped = yield* Effect.promise(() => readAll(reader))
      assert.deepStrictEqual(zipped, yield* read(folder))
      assert.strictEqual(reader.bytesRead(), reader.byteCount)
    })
  )

  it.effect("foods of other collections, and rows without number or name, are rejected by reason", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFolder
      cpSync(folder, path, { recursive: true })
      writeFileSync(
        join(path, "food.csv"),
        [
          '"fdc_id","data_type","description","food_category_id"',
          '"1","branded_food","Cola",""',
          '"2","survey_fndds_food","Milk",""',
          '"","foundation_food","Milk",""',
          '"746775","foundation_food","",""',
          '"746782","foundation_food","Milk, ""whole""","1"',
          '"746782","foundation_food","Milk again","1"'
        ].join("\r\n")
      )
      const { accepted, rejected } = yield* read(path)
      assert.deepStrictEqual(rejected, [
        [2, "data_type_unsupported"],
        [3, "data_type_unsupported"],
        [4, "no_code"],
        [5, "no_name"],
        [7, "duplicate_in_file"]
      ])
      assert.deepStrictEqual(accepted[0]?.names, { en: ['Milk, "whole"'] })
    })
  )

  it.effect("what is no download is refused at once, and says what is missing", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFolder
      assert.deepStrictEqual(yield* refusalOf(path), ["file_missing", "food.csv"])
      cpSync(join(folder, "food.csv"), join(path, "food.csv"))
      assert.deepStrictEqual(yield* refusalOf(path), ["file_missing", "food_nutrient.csv"])
      assert.strictEqual((yield* refusalOf(join(path, "none")))[0], "not_found")
      assert.strictEqual((yield* refusalOf("-"))[0], "not_readable")
      assert.deepStrictEqual(yield* refusalOf(join(path, "food.csv")), [
        "not_readable",
        "neither a folder nor a zip file"
      ])
      writeFileSync(join(path, "broken.zip"), "PK but no directory at the end")
      assert.strictEqual((yield* refusalOf(join(path, "broken.zip")))[0], "corrupt_zip")
    })
  )

  it.effect("a missing column ends the reading with its name", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFolder
      cpSync(folder, path, { recursive: true })
      writeFileSync(join(path, "food_nutrient.csv"), "id,fdc_id,value\n1,746775,1\n")
      const { error } = yield* read(path)
      assert.deepStrictEqual(error instanceof SourceUnreadable ? [error.reason, error.detail] : error, [
        "header_wrong",
        "food_nutrient.csv has no column nutrient_id"
      ])
    })
  )
})

describe("nutrients of FoodData Central", () => {
  const nutrition = (amounts: Readonly<Record<string, string>>) => {
    const placed: FdcAmounts = []
    for (const [nutrient, amount] of Object.entries(amounts))
      placed[placeOf(nutrient) ?? assert.fail(nutrient)] = amount
    return fdcNutrition(placed, false).nutrition
  }

  it("energy is 1008, else 2048, else 2047, else kJ 1062 / 4.184", () => {
    const all = { 1008: "229", 2048: "230", 2047: "243", 1062: "1046" }
    assert.strictEqual(nutrition(all).calories, 229)
    assert.strictEqual(nutrition({ ...all, 1008: "" }).calories, 230)
    assert.strictEqual(nutrition({ 2047: "243", 1062: "1046" }).calories, 243)
    assert.strictEqual(nutrition({ 1062: "1046" }).calories, 250)
  })

  it("each nutrient has its fallback, and sodium is in mg", () => {
    const { carbs, fats, fiber, sodium, sugar } = nutrition({
      1085: "1",
      1050: "9",
      2033: "3",
      1063: "4",
      1093: "438.0"
    })
    assert.deepStrictEqual([fats, carbs, fiber, sugar, sodium], [1, 9, 3, 4, 438])
    assert.strictEqual(nutrition({ 1005: "8", 1050: "9" }).carbs, 8)
  })

  it("a nutrient that is not stated is unknown", () => assert.isNull(nutrition({ 1093: "5" }).proteins))
})

describe("csvRecords", () => {
  const recordsOf = async (text: string) => {
    const found: Array<readonly [number, ReadonlyArray<string>]> = []
    for await (const batch of csvRecords(pieces(new TextEncoder().encode(text)))) {
      found.push(...batch.map(({ fields, line }) => [line, fields] as const))
    }
    return found
  }

  it("quoted fields hold commas, doubled quotes and line ends", async () =>
    assert.deepStrictEqual(await recordsOf('a,b\n"1,5","say ""hi"""\n"two\nlines",x\n\n"",\n'), [
      [1, ["a", "b"]],
      [2, ["1,5", 'say "hi"']],
      [3, ["two\nlines", "x"]],
      [6, ["", ""]]
    ]))

  it("a quote that never closes ends with the file", async () =>
    assert.deepStrictEqual(await recordsOf('a\n"open\nend'), [
      [1, ["a"]],
      [2, ["open\nend"]]
    ]))

  it.prop("fields come back as they were written", [Schema.NonEmptyArray(Schema.String)], ([fields]) => {
    const text = fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(",")
    assert.deepStrictEqual(csvFields(text), fields)
  })
})
