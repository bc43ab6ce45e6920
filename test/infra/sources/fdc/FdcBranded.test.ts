import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { ProductFacts } from "../../../../domain/product/ProductFacts.ts"
import { openFdcSource } from "../../../../infra/sources/fdc/FdcSource.ts"
import type { RejectReason, SourceRow } from "../../../../infra/sources/SourceRow.ts"
import { fixture, readAll } from "../Reading.ts"

const isFacts = Schema.is(ProductFacts)
const read = (path: string) => Effect.promise(async () => readAll(await openFdcSource(path)))

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "fooddata-fdc-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const labelColumns =
  "fdc_id,brand_owner,brand_name,gtin_upc,serving_size,serving_size_unit,household_serving_fulltext," +
  "branded_food_category,package_weight,market_country,preparation_state_code"

interface Given {
  readonly fdcId: number
  readonly gtin: string
  readonly kcal?: string
  readonly preparation?: string
  readonly unit?: string
  readonly modified?: string
  readonly available?: string
}

/** A release with these foods; its tables list them in orders of their own. */
const released = (foods: ReadonlyArray<Given>, columns = labelColumns) =>
  Effect.map(temporaryFolder, (path) => {
    const names = columns.split(",")
    const label = ({ fdcId, gtin, preparation = "", unit = "g", modified = "", available = "" }: Given) => {
      const fields: Record<string, string> = {
        fdc_id: String(fdcId),
        brand_owner: "Owner Inc.",
        gtin_upc: gtin,
        serving_size: "30.0",
        serving_size_unit: unit,
        preparation_state_code: preparation,
        modified_date: modified,
        available_date: available
      }
      return names.map((name) => fields[name] ?? "").join(",")
    }
    const food = ({ fdcId }: Given) => `${fdcId},branded_food,Food ${fdcId},`
    const nutrients = foods.flatMap(({ fdcId, kcal }) => (kcal === undefined ? [] : [`${fdcId},1008,${kcal}`]))
    const sodium = foods.flatMap(({ fdcId, kcal }) => (kcal === undefined ? [] : [`${fdcId},1093,7`]))
    const write = (name: string, lines: ReadonlyArray<string>) => writeFileSync(join(path, name), lines.join("\n"))
    write("branded_food.csv", [columns, ...foods.toReversed().map(label)])
    write("food.csv", ["fdc_id,data_type,description,food_category_id", ...foods.map(food)])
    // Sorted by nutrient, as if nothing of one food stood together
    write("food_nutrient.csv", ["fdc_id,nutrient_id,amount", ...nutrients, ...sodium.toReversed()])
    return path
  })

const fates = (rows: ReadonlyArray<SourceRow>): Readonly<Record<number, "accepted" | RejectReason>> =>
  Object.fromEntries(rows.map(({ line, outcome }) => [line, outcome._tag === "Rejected" ? outcome.reason : "accepted"]))

describe("branded foods of FoodData Central, CSV", () => {
  it.effect("real foods, field by field", () =>
    Effect.gen(function* () {
      const { accepted, error, rejected } = yield* read(fixture("fdc-branded"))
      assert.isNull(error)
      for (const facts of accepted) assert.isTrue(isFacts(facts), facts.id)
      assert.deepStrictEqual(
        accepted.map(({ barcode, basis, id }) => [String(id), barcode, basis]),
        [
          ["usda_379746", "0033049105252", "100g"],
          ["usda_436385", "0099482439309", "100ml"],
          ["usda_448509", "0041268111688", "100g"],
          ["usda_579568", "0083046446858", "100ml"],
          ["usda_692144", "0070784001135", "100g"],
          ["usda_2387243", "0041190466726", "100g"]
        ]
      )
      assert.deepStrictEqual(
        rejected.map(([, reason]) => reason),
        ["not_a_food", "data_type_unsupported", "superseded"]
      )
      const { composition: _, ...cheese } = accepted[5] ?? assert.fail("no sixth food")
      assert.deepStrictEqual(cheese, {
        id: cheese.id,
        names: { en: ["ORGANIC, MOZZARELLA LOW-MOISTURE PART SKIM STRING CHEESE, MOZZARELLA"] },
        mainLanguage: "en",
        brands: "SHOPRITE, Wakefern Food Corporation",
        barcode: "0041190466726",
        foodGroup: "Cheese",
        categories: ["Cheese"],
        imageUrl: null,
        verified: false,
        generic: false,
        regions: ["us"],
        nutrition: { calories: 286, proteins: 25, fats: 21.43, carbs: 0, fiber: 0, sugar: 0, sodium: 679 },
        nutrients: { saturated_fat: 12.5 },
        basis: "100g",
        quality: [],
        serving: "1 ONZ (28 g)",
        servingSize: { amount: 28, unit: "g" },
        quantity: "6 oz/170 g",
        popularity: 0,
        modifiedOn: "2022-11-14",
        provenance: {
          dataset: "USDA FoodData Central, Branded Foods",
          reference: "https://fdc.nal.usda.gov/food-details/2387243/nutrients",
          licence: "US-PD"
        }
      })
    })
  )

  it.effect("of one barcode the newest record with nutrients counts, however its code is written", () =>
    Effect.gen(function* () {
      const path = yield* released([
        { fdcId: 90, gtin: "041190466726", kcal: "90" },
        // UPC-A, EAN-13, GTIN-14 of the unit and of a case: LI and GDSN write the same product
        { fdcId: 20, gtin: "0041190466726", kcal: "20" },
        { fdcId: 100, gtin: "00041190466726" },
        { fdcId: 30, gtin: "10041190466723", kcal: "30" },
        // Nobody states nutrients: the newest
        { fdcId: 40, gtin: "96385074" },
        { fdcId: 50, gtin: "0000096385074" }
      ])
      const { accepted, rows } = yield* read(path)
      assert.deepStrictEqual(fates(rows), {
        2: "accepted",
        3: "superseded",
        4: "superseded",
        5: "superseded",
        6: "superseded",
        7: "accepted"
      })
      assert.deepStrictEqual(
        accepted.map(({ barcode, id, nutrition }) => [String(id), barcode, nutrition.calories, nutrition.sodium]),
        [
          ["usda_50", "96385074", null, null],
          ["usda_90", "0041190466726", 90, 7]
        ]
      )
      const details = rows.flatMap(({ outcome }) => (outcome._tag === "Rejected" ? [outcome.detail] : []))
      assert.include(details, "100 by 90: Food 100")
    })
  )

  it.effect("records without a barcode do not displace each other", () =>
    Effect.gen(function* () {
      const path = yield* released([
        { fdcId: 1, gtin: "" },
        { fdcId: 2, gtin: "" },
        { fdcId: 3, gtin: "NOT A CODE" },
        { fdcId: 4, gtin: "123456789012345678" }
      ])
      const { accepted } = yield* read(path)
      assert.deepStrictEqual(
        accepted.map(({ barcode, id }) => [String(id), barcode]),
        [1, 2, 3, 4].map((fdcId) => [`usda_${fdcId}`, null])
      )
    })
  )

  it.effect("values of what is prepared from the package are not those of the package", () =>
    Effect.gen(function* () {
      const path = yield* released([
        { fdcId: 5, gtin: "041190466726", kcal: "300", preparation: "PREPARED" },
        { fdcId: 4, gtin: "041190466726", kcal: "400", preparation: "UNPREPARED" },
        { fdcId: 6, gtin: "96385074", kcal: "100", preparation: "PREPARED" }
      ])
      const { accepted } = yield* read(path)
      assert.deepStrictEqual(
        accepted.map(({ id, nutrition }) => [String(id), nutrition.calories]),
        [
          ["usda_4", 400],
          ["usda_6", null]
        ]
      )
    })
  )

  it.effect("units of servings: GDSN's codes count, those that can be none are left out", () =>
    Effect.gen(function* () {
      const units = ["GRM", "MLT", "MG", ""]
      const path = yield* released(units.map((unit, index) => ({ fdcId: index + 1, gtin: "", unit })))
      const { accepted } = yield* read(path)
      assert.deepStrictEqual(
        accepted.map(({ basis, serving }) => [basis, serving]),
        [
          ["100g", "30 g"],
          ["100ml", "30 ml"],
          ["100g", null],
          ["100g", null]
        ]
      )
    })
  )

  it.effect("a release from before 2021, with fewer columns, is of the United States", () =>
    Effect.gen(function* () {
      const old = labelColumns.split(",").filter((column) => !/brand_name|weight|country|state/.test(column))
      const path = yield* released([{ fdcId: 1, gtin: "041190466726", kcal: "12" }], old.join(","))
      const { accepted, error } = yield* read(path)
      assert.isNull(error)
      assert.deepStrictEqual([accepted[0]?.regions, accepted[0]?.brands], [["us"], "Owner Inc."])
    })
  )

  it.effect("the day is that of the maker's last change, else that on which the record was there, else not known", () =>
    Effect.gen(function* () {
      const days = [
        { modified: "2018-03-11", available: "2019-04-01" },
        { modified: "", available: "2019-04-01" },
        { modified: "soon", available: "2019-04-01" },
        { modified: "", available: "" }
      ]
      const foods = days.map((day, i) => ({ fdcId: i + 1, gtin: "", ...day }))
      const { accepted } = yield* read(yield* released(foods, `${labelColumns},modified_date,available_date`))
      assert.deepStrictEqual(
        accepted.map((facts) => facts.modifiedOn),
        ["2018-03-11", "2019-04-01", undefined, undefined]
      )
    })
  )

  it.effect("no temporary file stays behind, also when reading ends early", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFolder
      yield* Effect.acquireRelease(
        Effect.sync(() => vi.stubEnv("TMPDIR", path)),
        () => Effect.sync(() => vi.unstubAllEnvs())
      )
      const reader = yield* Effect.promise(() => openFdcSource(fixture("fdc-branded")))
      yield* Effect.promise(async () => {
        for await (const rows of reader.rows) if (rows.length > 0) break
      })
      assert.deepStrictEqual(readdirSync(path), [])
    })
  )
})
