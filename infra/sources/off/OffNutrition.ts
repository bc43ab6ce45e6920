import type { NutritionBasis } from "../../../domain/product/Nutrition.ts"
import type { StatedNutrition } from "../../../domain/product/NutritionGate.ts"
import type { Stated } from "../../../domain/product/StatedAmount.ts"
import { isOffRecord, type OffRecord } from "./OffRecord.ts"

const alcoholicTags: ReadonlySet<string> = new Set([
  "en:alcoholic-beverages",
  "en:beers",
  "en:wines",
  "en:ciders",
  "en:liqueurs",
  "en:hard-liquors"
])

/** Density of ethanol, g/ml: Open Food Facts states alcohol in % by volume. */
const ethanolDensity = 0.789

/**
 * What the product says per 100 g or 100 ml, as sold.
 *
 * Only the fields `<nutrient>_100g` count: the server computes them, in grams, from whatever was entered, per serving
 * included, and leaves them out when the size of the serving is not known. `<nutrient>`, `<nutrient>_value` and
 * `<nutrient>_serving` are as entered, so often per serving; `<nutrient>_prepared_100g` is another food.
 *
 * `energy_100g` is kJ, and computed from the kcal where those were entered: it counts only where neither is stated.
 */
export const offNutrition = (
  record: OffRecord,
  tags: ReadonlyArray<string>
): { readonly stated: StatedNutrition; readonly basis: NutritionBasis } => {
  const values = nutriments(record)
  const of = (nutrient: string): Stated => {
    const value = values[`${nutrient}_100g`]
    return typeof value === "number" || typeof value === "string" ? value : null
  }
  const kilocalories = of("energy-kcal")
  const sodium = of("sodium")
  const alcohol = of("alcohol")
  const stated: StatedNutrition = {
    kilocalories,
    kilojoules: of("energy-kj") ?? (isBlank(kilocalories) ? of("energy") : null),
    proteinsG: of("proteins"),
    fatsG: of("fat"),
    carbsG: of("carbohydrates") ?? of("carbohydrates-total"),
    fiberG: of("fiber"),
    sugarG: of("sugars"),
    sodiumMg: scaled(sodium, 1000),
    saltG: of("salt"),
    alcoholG: scaled(alcohol, ethanolDensity),
    polyolsG: of("polyols"),
    mayContainAlcohol: tags.some((tag) => alcoholicTags.has(tag))
  }
  return { stated, basis: basisOf(record) }
}

/** The flat fields; of schema 1003 on (2025) the set that the server aggregated, when it is per 100 g or ml as sold. */
const nutriments = (record: OffRecord): OffRecord => {
  const flat = record["nutriments"]
  const nutrition = record["nutrition"]
  if (!isOffRecord(nutrition)) return isOffRecord(flat) ? flat : record
  const set = nutrition["aggregated_set"]
  if (!isOffRecord(set) || !isOffRecord(set["nutrients"])) return isOffRecord(flat) ? flat : {}
  if (set["preparation"] === "prepared" || (set["per"] !== "100g" && set["per"] !== "100ml")) return {}
  return Object.fromEntries(
    Object.entries(set["nutrients"]).map(([name, value]) => [
      `${name}_100g`,
      isOffRecord(value) ? value["value"] : null
    ])
  )
}

/**
 * Per 100 ml when the record says so, or when package or serving is measured by volume: EU and US labels then state
 * nutrition by volume as well. Else per 100 g.
 */
const basisOf = (record: OffRecord): NutritionBasis => {
  const nutrition = record["nutrition"]
  const set = isOffRecord(nutrition) ? nutrition["aggregated_set"] : undefined
  const per = isOffRecord(set) ? set["per"] : record["nutrition_data_per"]
  if (per === "100ml") return "100ml"
  const unit = record["product_quantity_unit"]
  if (unit === "ml" || unit === "g") return unit === "ml" ? "100ml" : "100g"
  const measure = measureOf(record["quantity"]) ?? measureOf(record["serving_size"])
  return measure === "volume" ? "100ml" : "100g"
}

/** The first unit after a number decides: `1 Tbsp (15 ml)`, `0.5 литра`, `12 fl oz (355 ml)`, `450 г`. */
const measureOf = (text: unknown): "volume" | "mass" | null => {
  if (typeof text !== "string") return null
  const volume = text.search(volumeUnit)
  const mass = text.search(massUnit)
  if (volume === -1) return mass === -1 ? null : "mass"
  return mass === -1 || volume < mass ? "volume" : "mass"
}

const volumeUnit = /\d\s*(?:[mcd]?l|lit(?:er|re|ro)s?|fl\.?\s*oz|мл|л|литр\p{L}*|مل|لتر)(?!\p{L})/iu
const massUnit = /\d\s*(?:[mk]?g|gr|oz|lbs?|к?г|гр|جم|كجم|جرام)(?!\p{L})/iu

const isBlank = (value: Stated): boolean => value === null || value === undefined || value === ""

/** A number in another unit; text that is no number goes on as it is, for the gate to flag. */
const scaled = (value: Stated, factor: number): Stated => {
  if (isBlank(value)) return null
  const number = Number(value)
  return Number.isNaN(number) ? value : number * factor
}
