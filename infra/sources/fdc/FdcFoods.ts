import { productIdOf } from "../../../domain/product/ProductId.ts"
import { namesOf } from "../Names.ts"
import { accepted, rejected, type RowOutcome, type SourceReader, type SourceRow } from "../SourceRow.ts"
import { SourceUnreadable } from "../SourceUnreadable.ts"
import { cleanText, textLengthMax } from "../Text.ts"
import { type FdcArchive, openFdcArchive } from "./FdcArchive.ts"
import { type FdcAmounts, fdcNutrition, placeOf } from "./FdcNutrients.ts"
import { FdcServings } from "./FdcServings.ts"
import { fdcTable, type FdcRow } from "./FdcTable.ts"

/**
 * Opens a FoodData Central CSV download, folder or zip: its foundation and SR legacy foods. Rejects with
 * `SourceUnreadable` when the foods or their nutrients are not in it; the iteration throws it for a missing column.
 *
 * Rows are those of `food.csv`. They are all read before the first food is complete, so memory grows with the number
 * of foods (8,000), not with that of nutrient values (millions).
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
  "foundation_food.csv",
  "sr_legacy_food.csv",
  "food.csv",
  "food_nutrient.csv",
  "measure_unit.csv",
  "food_portion.csv"
]

const batchRowCount = 1_000

interface Food {
  readonly line: number
  readonly fdcId: string
  readonly dataset: string
  readonly description: string
  readonly category: string | null
  readonly amounts: FdcAmounts
}

async function* rowsOf(
  archive: FdcArchive,
  counted: (bytes: number) => void
): AsyncGenerator<ReadonlyArray<SourceRow>> {
  const table: Table = (file, columns) => fdcTable(archive, file, columns, counted)
  const optional: Table = (file, columns) => (archive.byteCount(file) === null ? noRows() : table(file, columns))
  try {
    const categories = await textsById(optional("food_category.csv", ["id", "description"]))
    const current = new Map<string, ReadonlySet<string> | null>()
    for (const type of Object.keys(datasets)) {
      const hasList = archive.byteCount(`${type}.csv`) !== null
      current.set(type, hasList ? await idsOf(table(`${type}.csv`, ["fdc_id"])) : null)
    }
    const foods = new Map<string, Food>()
    for await (const rows of table("food.csv", ["fdc_id", "data_type", "description", "food_category_id"])) {
      const refused: Array<SourceRow> = []
      for (const row of rows) {
        const outcome = refusal(row, current, foods)
        if (outcome === null) addFood(foods, row, categories)
        else refused.push({ line: row.line, outcome })
      }
      if (refused.length > 0) yield refused
    }
    for await (const rows of table("food_nutrient.csv", ["fdc_id", "nutrient_id", "amount"])) addAmounts(foods, rows)
    const servings = new FdcServings(await textsById(optional("measure_unit.csv", ["id", "name"])))
    for await (const rows of optional("food_portion.csv", FdcServings.columns)) servings.add(rows, foods)
    yield* acceptedRows([...foods.values()], servings)
  } finally {
    archive.close()
  }
}

type Table = (file: string, columns: ReadonlyArray<string>) => AsyncIterable<ReadonlyArray<FdcRow>>

async function* noRows(): AsyncGenerator<ReadonlyArray<FdcRow>> {}

/** The collections that are foods as such, and what they are called in the provenance. */
const datasets: Readonly<Record<string, string>> = {
  foundation_food: "USDA FoodData Central, Foundation Foods",
  sr_legacy_food: "USDA FoodData Central, SR Legacy 2018-04"
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
  foods: ReadonlyMap<string, Food>
): RowOutcome | null => {
  if (fdcId === "") return rejected("no_code", description)
  if (laboratoryTypes.has(type)) return rejected("not_a_food", `${fdcId} ${type}`)
  const listed = current.get(type)
  if (listed === undefined) return rejected("data_type_unsupported", `${fdcId} ${type}`)
  if (listed !== null && !listed.has(fdcId)) return rejected("superseded", `${fdcId} ${description}`)
  if (productIdOf("usda", fdcId) === null) return rejected("code_invalid", fdcId)
  if (cleanText(description, textLengthMax.name) === null) return rejected("no_name", fdcId)
  return foods.has(fdcId) ? rejected("duplicate_in_file", fdcId) : null
}

const addFood = (
  foods: Map<string, Food>,
  { line, fields: [fdcId = "", type = "", description = "", categoryId = ""] }: FdcRow,
  categories: ReadonlyMap<string, string>
): void => {
  const category = categories.get(categoryId) ?? null
  foods.set(fdcId, { line, fdcId, dataset: datasets[type] ?? type, description, category, amounts: [] })
}

const addAmounts = (foods: ReadonlyMap<string, Food>, rows: ReadonlyArray<FdcRow>): void => {
  for (const {
    fields: [fdcId = "", nutrientId = "", amount]
  } of rows) {
    const place = placeOf(nutrientId)
    const amounts = place === undefined ? undefined : foods.get(fdcId)?.amounts
    if (place !== undefined && amounts !== undefined) amounts[place] ??= amount
  }
}

function* acceptedRows(foods: ReadonlyArray<Food>, servings: FdcServings): Generator<ReadonlyArray<SourceRow>> {
  for (let start = 0; start < foods.length; start += batchRowCount) {
    yield foods
      .slice(start, start + batchRowCount)
      .map((food) => ({ line: food.line, outcome: outcomeOf(food, servings.of(food.fdcId)) }))
  }
}

const outcomeOf = (food: Food, serving: string | null): RowOutcome => {
  const id = productIdOf("usda", food.fdcId)
  const names = namesOf([{ language: "en", text: food.description }], "en")
  if (id === null || names === null) return rejected(id === null ? "code_invalid" : "no_name", food.fdcId)
  const category = cleanText(food.category, textLengthMax.label)
  return accepted({
    id,
    ...names,
    brands: null,
    barcode: null,
    foodGroup: category,
    categories: category === null ? [] : [category],
    imageUrl: null,
    verified: false,
    generic: true,
    regions: ["global"],
    ...fdcNutrition(food.amounts, category === "Alcoholic Beverages" || category === "Beverages"),
    basis: "100g",
    serving: cleanText(serving, textLengthMax.serving),
    quantity: null,
    popularity: 0,
    provenance: {
      dataset: food.dataset,
      reference: `https://fdc.nal.usda.gov/food-details/${food.fdcId}/nutrients`,
      licence: "US-PD"
    }
  })
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
