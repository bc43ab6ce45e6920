import { readCsv, writeCsv } from "./Csv.ts"
import { detailNutrients, servedNutrients } from "../domain/product/Nutrients.ts"
import type { Originals } from "./Originals.ts"
import { sr28Columns } from "./UsdaColumns.ts"

type Row = ReadonlyMap<string, string>
type Table = ReadonlyArray<Row>

/** FoodData Central's tables, cut to the foods and nutrients that this service reads. */
export interface UsdaTables {
  readonly food: Table
  readonly food_nutrient: Table
  readonly food_portion: Table
  readonly food_category: Table
  readonly nutrient: Table
  readonly measure_unit: Table
  readonly foundation_food: Table
  readonly sr_legacy_food: Table
}

const columns: Record<keyof UsdaTables, ReadonlyArray<string>> = {
  food: ["fdc_id", "data_type", "description", "food_category_id", "publication_date"],
  food_nutrient: ["id", "fdc_id", "nutrient_id", "amount"],
  food_portion: [
    "id",
    "fdc_id",
    "seq_num",
    "amount",
    "measure_unit_id",
    "portion_description",
    "modifier",
    "gram_weight"
  ],
  food_category: ["id", "code", "description"],
  nutrient: ["id", "name", "unit_name", "nutrient_nbr", "rank"],
  measure_unit: ["id", "name"],
  foundation_food: ["fdc_id", "NDB_number", "footnote"],
  sr_legacy_food: ["fdc_id", "NDB_number"]
}

/** All that the table of nutrients reads of FoodData Central, and the energy in kJ. */
const nutrientIds = new Set([
  ...Object.values({ ...servedNutrients, ...detailNutrients }).flatMap(({ from }) => from.fdc.map(({ id }) => id)),
  "1062"
])

const field = (row: Row, column: string): string => row.get(column) ?? ""
const fdcId = (row: Row): string => field(row, "fdc_id")
const withoutLeadingZeros = (digits: string): string => digits.replace(/^0+/, "")

/**
 * SR Legacy (2018-04), its values from SR28 by NDB number, and the current Foundation Foods (2024-10-31).
 * SR Legacy foods that SR28 does not have, and so without any value here, are left out.
 */
export const usdaTables = (originals: Originals): UsdaTables => {
  const legacy = legacyTables(originals)
  const foundation = foundationTables(originals)
  return {
    ...foundation,
    food: [...legacy.food, ...foundation.food],
    food_nutrient: [...legacy.food_nutrient, ...foundation.food_nutrient],
    food_portion: [...legacy.food_portion, ...foundation.food_portion],
    sr_legacy_food: legacy.sr_legacy_food
  }
}

/** The tables as the files of FoodData Central's download, sorted, so that equal input makes equal bytes. */
export const usdaFiles = (tables: UsdaTables): ReadonlyArray<readonly [name: string, text: string]> => [
  file("food", tables.food),
  file("food_nutrient", tables.food_nutrient),
  file("food_portion", tables.food_portion),
  file("food_category", tables.food_category),
  file("nutrient", tables.nutrient),
  file("measure_unit", tables.measure_unit),
  file("foundation_food", tables.foundation_food),
  file("sr_legacy_food", tables.sr_legacy_food)
]

const file = (name: keyof UsdaTables, table: Table): readonly [string, string] => {
  const rows = table.map((row) => columns[name].map((column) => field(row, column)))
  return [`${name}.csv`, writeCsv(columns[name], rows)]
}

const legacyTables = (originals: Originals) => {
  const numbers = readCsv(originals.text("sr_legacy_2018-04_sr_legacy_food.csv"))
  const ndbNumbers = new Map(numbers.map((row) => [fdcId(row), withoutLeadingZeros(field(row, "NDB_number"))]))
  const sr28 = readCsv(originals.text("sr28_ABBREV.csv.gz"))
  const values = new Map(sr28.map((row) => [withoutLeadingZeros(field(row, "NDB_No")), row]))
  const valuesOf = (id: string): Row | undefined => values.get(ndbNumbers.get(id) ?? "")
  const known = (row: Row): boolean => valuesOf(fdcId(row)) !== undefined
  const food = readCsv(originals.text("sr_legacy_2018-04_food.csv")).filter(known).sort(byNumber("fdc_id"))
  const portions = readCsv(originals.text("sr_legacy_2018-04_food_portion.csv.gz"))
  return {
    food,
    food_nutrient: food.flatMap((row) => nutrientsOfSr28(fdcId(row), valuesOf(fdcId(row)))),
    food_portion: portions.filter(known).sort(byNumber("fdc_id", "seq_num", "id")),
    sr_legacy_food: numbers.filter(known).sort(byNumber("fdc_id"))
  }
}

/** An empty field of SR28 is an unknown value: no row. These rows have no `id`, because they are not FDC's own. */
const nutrientsOfSr28 = (id: string, values: Row | undefined): Table =>
  sr28Columns.flatMap(([column, nutrientId]) => {
    const amount = values?.get(column) ?? ""
    return amount === ""
      ? []
      : [
          new Map([
            ["fdc_id", id],
            ["nutrient_id", nutrientId],
            ["amount", String(Number(amount))]
          ])
        ]
  })

const foundationTables = (originals: Originals) => {
  const members = Object.keys(columns).map((name) => `${name}.csv`)
  const files = originals.zip("FoodData_Central_foundation_food_csv_2024-10-31.zip", members)
  const table = (name: keyof UsdaTables): Table => readCsv(files.get(`${name}.csv`) ?? "")
  const current = table("foundation_food")
  // food.csv also holds the samples behind each food and the versions that newer ones replaced
  const ids = new Set(current.map(fdcId))
  const kept = (row: Row): boolean => ids.has(fdcId(row))
  const needed = (row: Row): boolean => nutrientIds.has(field(row, "nutrient_id")) && field(row, "amount") !== ""
  return {
    food: table("food").filter(kept).sort(byNumber("fdc_id")),
    food_nutrient: table("food_nutrient")
      .filter((row) => kept(row) && needed(row))
      .sort(byNumber("fdc_id", "nutrient_id", "id")),
    food_portion: table("food_portion")
      .filter(kept)
      .sort(byNumber("fdc_id", "seq_num", "id")),
    food_category: table("food_category"),
    nutrient: table("nutrient").filter((row) => nutrientIds.has(field(row, "id"))),
    measure_unit: table("measure_unit"),
    foundation_food: [...current].sort(byNumber("fdc_id"))
  }
}

const byNumber =
  (...keys: ReadonlyArray<string>) =>
  (one: Row, other: Row): number => {
    for (const key of keys) {
      const difference = Number(field(one, key)) - Number(field(other, key))
      if (difference !== 0) return difference
    }
    return 0
  }
