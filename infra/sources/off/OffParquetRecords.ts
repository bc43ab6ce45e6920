import { offNames } from "./OffNutrientNames.ts"
import type { OffRecord } from "./OffRecord.ts"

/** The values of each leaf column, one a row; of a list all its elements in one list. */
export type Leaves = ReadonlyMap<string, ReadonlyArray<unknown>>

/** A leaf column by its name without the levels of lists (`product_name.lang`); `null` when it is not used. */
export const leafName = (path: ReadonlyArray<string>): string | null => {
  const name = path.filter((part, depth) => depth === 0 || !listLevels.has(part)).join(".")
  return usedLeaves.has(name) ? name : null
}

/** What writers call the levels of a list. */
const listLevels: ReadonlySet<string> = new Set(["list", "element", "item", "array", "bag", "array_element"])

const plainColumns =
  "code lang brands categories categories_tags food_groups_tags countries_tags quantity product_quantity_unit " +
  "serving_size serving_quantity unique_scans_n nutrition_data_per obsolete last_modified_t product_type allergens_tags traces_tags " +
  "labels_tags ingredients_analysis_tags"

const nestedColumns =
  "product_name.lang product_name.text generic_name.lang generic_name.text ingredients_text.lang ingredients_text.text images.key images.rev " +
  "nutriments.name nutriments.100g nutriments.prepared_100g"

const usedLeaves: ReadonlySet<string> = new Set(`${plainColumns} ${nestedColumns}`.split(" "))

/** The rows of a group in the field names of the JSON dump. */
export function* recordsOf(leaves: Leaves, rowCount: number): Generator<OffRecord> {
  const columns = plainColumns.split(" ").flatMap((name) => {
    const values = leaves.get(name)
    return values === undefined ? [] : [{ name, values }]
  })
  const listAt = (name: string, row: number): ReadonlyArray<unknown> => {
    const value = leaves.get(name)?.[row]
    return Array.isArray(value) ? value : []
  }
  for (let row = 0; row < rowCount; row++) {
    const record: Record<string, unknown> = {}
    for (const { name, values } of columns) record[name] = plain(values[row])
    addTexts(record, "product_name", listAt("product_name.lang", row), listAt("product_name.text", row))
    addTexts(record, "generic_name", listAt("generic_name.lang", row), listAt("generic_name.text", row))
    addTexts(record, "ingredients_text", listAt("ingredients_text.lang", row), listAt("ingredients_text.text", row))
    record["images"] = imagesOf(listAt("images.key", row), listAt("images.rev", row))
    record["nutriments"] = nutrimentsOf(
      listAt("nutriments.name", row),
      listAt("nutriments.100g", row),
      listAt("nutriments.prepared_100g", row)
    )
    yield record
  }
}

/** 64-bit numbers come as `bigint`. */
const plain = (value: unknown): unknown => (typeof value === "bigint" ? Number(value) : value)

/** Texts stand by language; `main` repeats the one in the main language, which the JSON dump has without a language. */
const addTexts = (
  record: Record<string, unknown>,
  field: "product_name" | "generic_name" | "ingredients_text",
  languages: ReadonlyArray<unknown>,
  texts: ReadonlyArray<unknown>
): void => {
  for (const [i, language] of languages.entries()) {
    if (language === "main") record[field] = texts[i]
    else if (typeof language === "string") record[`${field}_${language}`] = texts[i]
  }
}

const imagesOf = (keys: ReadonlyArray<unknown>, revisions: ReadonlyArray<unknown>): OffRecord => {
  const images: Record<string, unknown> = {}
  for (const [i, key] of keys.entries()) {
    if (typeof key === "string" && key.startsWith("front_")) images[key] = { rev: plain(revisions[i]) }
  }
  return images
}

/**
 * The data set has the flat fields of the older time for all products. Of the aggregated set it leaves out the source of
 * a value, so that estimates cannot be told, and whether it was per 100 g or 100 ml.
 */
const nutrimentsOf = (
  names: ReadonlyArray<unknown>,
  asSold: ReadonlyArray<unknown>,
  prepared: ReadonlyArray<unknown>
): OffRecord => {
  const nutriments: Record<string, unknown> = {}
  for (const [i, name] of names.entries()) {
    if (typeof name !== "string" || !usedNutrients.has(name)) continue
    nutriments[`${name}_100g`] = shortest(asSold[i])
    nutriments[`${name}_prepared_100g`] = shortest(prepared[i])
  }
  return nutriments
}

const usedNutrients: ReadonlySet<string> = new Set(offNames)

/** Values are kept in 32 bits: the shortest decimal number of the same 32 bits is the one that was entered. */
const shortest = (value: unknown): unknown => {
  if (typeof value !== "number" || Number.isInteger(value) || Math.fround(value) !== value) return value
  for (let digits = 6; digits < 9; digits++) {
    const decimal = Number(value.toPrecision(digits))
    if (Math.fround(decimal) === value) return decimal
  }
  return value
}
