import type { StatedName } from "../Names.ts"
import { rejected, type RowOutcome, type SourceReader, type SourceRow } from "../SourceRow.ts"
import { SourceUnreadable } from "../SourceUnreadable.ts"
import { type FdcArchive, openFdcArchive } from "./FdcArchive.ts"
import { FdcBrandedFoods, labelOfFields } from "./FdcBrandedFoods.ts"
import { datasets, type FdcFood, genericOutcome, identityRefusal } from "./FdcFood.ts"
import { placeOf } from "./FdcNutrients.ts"
import { FdcServings } from "./FdcServings.ts"
import { fdcTable, type FdcRow } from "./FdcTable.ts"

/**
 * Opens a FoodData Central CSV download, folder or zip: its foundation, SR legacy and branded foods. Rejects with
 * `SourceUnreadable` when the foods or their nutrients are not in it; the iteration throws it for a missing column.
 *
 * Rows are those of `food.csv`. They are all read before the first food is complete, so memory grows with the number
 * of foods as such (8,000), not with that of nutrient values (millions); branded foods wait in a temporary file.
 */
export const openFdc = async (path: string): Promise<SourceReader> => {
  const archive = await openFdcArchive(path)
  for (const file of ["food.csv", "food_nutrient.csv"]) {
    if (archive.byteCount(file) !== null) continue
    archive.close()
    throw new SourceUnreadable({ source: path, reason: "file_missing", detail: file })
  }
  let bytesRead = 0
  const byteCount = filesRead.reduce((sum, file) => sum + (archive.byteCount(file) ?? 0), 0)
  return {
    byteCount,
    bytesRead: () => Math.min(byteCount, Math.round(bytesRead)),
    rows: rowsOf(archive, (bytes) => {
      bytesRead += bytes
    })
  }
}

const filesRead = [
  "food_category.csv",
  "branded_food.csv",
  "foundation_food.csv",
  "sr_legacy_food.csv",
  "food.csv",
  "food_nutrient.csv",
  "measure_unit.csv",
  "food_portion.csv",
  "household_name.csv"
]

const batchRowCount = 1_000

/** `fdc_id`, then the fields of a label in the order of `labelOfFields`. */
const labelColumns = [
  "fdc_id",
  "brand_owner",
  "brand_name",
  "gtin_upc",
  "serving_size",
  "serving_size_unit",
  "household_serving_fulltext",
  "branded_food_category",
  "package_weight",
  "market_country",
  "preparation_state_code",
  "ingredients",
  "modified_date",
  "available_date"
]

/** What releases before 2021 do not have yet, and what nothing but the choice between sources needs. */
const laterColumns: ReadonlySet<string> = new Set([
  "brand_name",
  "package_weight",
  "market_country",
  "preparation_state_code",
  "ingredients",
  "modified_date",
  "available_date"
])

async function* rowsOf(
  archive: FdcArchive,
  counted: (bytes: number) => void
): AsyncGenerator<ReadonlyArray<SourceRow>> {
  const table: Table = (file, columns) => fdcTable(archive, file, columns, counted)
  const optional: Table = (file, columns) => (archive.byteCount(file) === null ? noRows() : table(file, columns))
  const branded = archive.byteCount("branded_food.csv") === null ? null : new FdcBrandedFoods()
  try {
    if (branded !== null) {
      for await (const rows of fdcTable(archive, "branded_food.csv", labelColumns, counted, laterColumns)) {
        for (const { fields } of rows) branded.addLabel(fields[0] ?? "", labelOfFields(fields.slice(1)))
      }
    }
    const categories = await textsById(optional("food_category.csv", ["id", "description"]))
    const current = new Map<string, ReadonlySet<string> | null>()
    for (const type of Object.keys(datasetsOfCsv)) {
      const hasList = archive.byteCount(`${type}.csv`) !== null
      current.set(type, hasList ? await idsOf(table(`${type}.csv`, ["fdc_id"])) : null)
    }
    const foods = new Map<string, FdcFood>()
    for await (const rows of table("food.csv", ["fdc_id", "data_type", "description", "food_category_id"])) {
      const refused: Array<SourceRow> = []
      for (const row of rows) {
        if (branded !== null && row.fields[1] === "branded_food") {
          const outcome = branded.addFood(row.line, row.fields[0] ?? "", row.fields[2] ?? "")
          if (outcome !== null) refused.push({ line: row.line, outcome })
          continue
        }
        const outcome = refusal(row, current, foods)
        if (outcome === null) addFood(foods, row, categories)
        else refused.push({ line: row.line, outcome })
      }
      if (refused.length > 0) yield refused
    }
    for await (const rows of table("food_nutrient.csv", ["fdc_id", "nutrient_id", "amount"])) {
      addAmounts(foods, branded, rows)
    }
    const servings = new FdcServings(await textsById(optional("measure_unit.csv", ["id", "name"])))
    for await (const rows of optional("food_portion.csv", FdcServings.columns)) servings.add(rows, foods)
    const names = await householdNames(optional("household_name.csv", ["fdc_id", "language", "name"]))
    yield* acceptedRows([...foods.values()], servings, names)
    if (branded !== null) yield* branded.rows()
  } finally {
    branded?.[Symbol.dispose]()
    archive.close()
  }
}

type Table = (file: string, columns: ReadonlyArray<string>) => AsyncIterable<ReadonlyArray<FdcRow>>

async function* noRows(): AsyncGenerator<ReadonlyArray<FdcRow>> {}

/** Survey foods are read from JSON only: releases of their CSV name nutrients by number or by id. */
const datasetsOfCsv: Readonly<Record<string, string>> = {
  foundation_food: datasets.foundation_food,
  sr_legacy_food: datasets.sr_legacy_food
}

/** What laboratories bought, mixed and divided in order to measure a food; one release spells it `acquistion`. */
const laboratoryTypes: ReadonlySet<string> = new Set([
  "sample_food",
  "sub_sample_food",
  "market_acquisition",
  "market_acquistion",
  "agricultural_acquisition"
])

/**
 * Why a row of `food.csv` is left out, or `null`. A release keeps old versions of a food in `food.csv`, but lists only
 * the current ones in the file named after the collection (71 of the 387 foundation foods of October 2024 are old).
 */
const refusal = (
  { fields: [fdcId = "", type = "", description = ""] }: FdcRow,
  current: ReadonlyMap<string, ReadonlySet<string> | null>,
  foods: ReadonlyMap<string, FdcFood>
): RowOutcome | null => {
  if (fdcId === "") return rejected("no_code", description)
  if (laboratoryTypes.has(type)) return rejected("not_a_food", `${fdcId} ${type}`)
  const listed = current.get(type)
  if (listed === undefined) return rejected("data_type_unsupported", `${fdcId} ${type}`)
  if (listed !== null && !listed.has(fdcId)) return rejected("superseded", `${fdcId} ${description}`)
  return identityRefusal(fdcId, description) ?? (foods.has(fdcId) ? rejected("duplicate_in_file", fdcId) : null)
}

const addFood = (
  foods: Map<string, FdcFood>,
  { line, fields: [fdcId = "", type = "", description = "", categoryId = ""] }: FdcRow,
  categories: ReadonlyMap<string, string>
): void => {
  const category = categories.get(categoryId) ?? null
  foods.set(fdcId, { line, fdcId, dataset: datasetsOfCsv[type] ?? type, description, category, amounts: [] })
}

const addAmounts = (
  foods: ReadonlyMap<string, FdcFood>,
  branded: FdcBrandedFoods | null,
  rows: ReadonlyArray<FdcRow>
): void => {
  for (const {
    fields: [fdcId = "", nutrientId = "", amount = ""]
  } of rows) {
    const place = placeOf(nutrientId)
    if (place === undefined) continue
    const amounts = foods.get(fdcId)?.amounts
    if (amounts === undefined) branded?.addAmount(fdcId, place, amount)
    else amounts[place] ??= amount
  }
}

function* acceptedRows(
  foods: ReadonlyArray<FdcFood>,
  servings: FdcServings,
  names: ReadonlyMap<string, ReadonlyArray<StatedName>>
): Generator<ReadonlyArray<SourceRow>> {
  for (let start = 0; start < foods.length; start += batchRowCount) {
    yield foods.slice(start, start + batchRowCount).map((food) => {
      const named = { ...food, householdNames: names.get(food.fdcId) ?? [] }
      return { line: food.line, outcome: genericOutcome(named, servings.of(food.fdcId)) }
    })
  }
}

/** A table of the bundled archive alone: what a household calls a food. */
const householdNames = async (
  rows: AsyncIterable<ReadonlyArray<FdcRow>>
): Promise<ReadonlyMap<string, ReadonlyArray<StatedName>>> => {
  const names = new Map<string, Array<StatedName>>()
  for await (const batch of rows) {
    for (const { fields } of batch) {
      const [fdcId = "", language = "", text = ""] = fields
      const known = names.get(fdcId)
      if (known === undefined) names.set(fdcId, [{ language, text }])
      else known.push({ language, text })
    }
  }
  return names
}

const textsById = async (rows: AsyncIterable<ReadonlyArray<FdcRow>>): Promise<ReadonlyMap<string, string>> => {
  const texts = new Map<string, string>()
  for await (const batch of rows)
    for (const {
      fields: [id = "", text = ""]
    } of batch)
      texts.set(id, text)
  return texts
}

const idsOf = async (rows: AsyncIterable<ReadonlyArray<FdcRow>>): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>()
  for await (const batch of rows)
    for (const {
      fields: [id = ""]
    } of batch)
      ids.add(id)
  return ids
}
