import type { NutritionBasis } from "../../../domain/product/Nutrition.ts"
import type { StatedNutrition } from "../../../domain/product/NutritionGate.ts"
import type { QualityFlag } from "../../../domain/product/ProductFacts.ts"
import { isBlank, offNutrients, scaled } from "./OffNutrients.ts"
import type { OffRecord } from "./OffRecord.ts"

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
 * What the product says per 100 g or 100 ml, as sold, and what had to be set aside for it (`OffNutrients`).
 *
 * `energy_100g` is kJ, and computed from the kcal where those were entered: it counts only where neither is stated.
 */
export const offNutrition = (
  record: OffRecord,
  tags: ReadonlyArray<string>
): {
  readonly stated: StatedNutrition
  readonly basis: NutritionBasis
  readonly setAside: ReadonlyArray<QualityFlag>
} => {
  const { amount, per, setAside } = offNutrients(record)
  const kilocalories = amount("energy-kcal")
  const stated: StatedNutrition = {
    kilocalories,
    kilojoules: amount("energy-kj") ?? (isBlank(kilocalories) ? amount("energy") : null),
    proteinsG: amount("proteins"),
    fatsG: amount("fat"),
    carbsG: amount("carbohydrates") ?? amount("carbohydrates-total"),
    fiberG: amount("fiber"),
    sugarG: amount("sugars"),
    sodiumMg: scaled(amount("sodium"), 1000),
    saltG: amount("salt"),
    alcoholG: scaled(amount("alcohol"), ethanolDensity),
    polyolsG: amount("polyols"),
    mayContainAlcohol: tags.some((tag) => alcoholicTags.has(tag))
  }
  return { stated, basis: basisOf(record, per), setAside }
}

/**
 * Per 100 ml when the record says so, or when package or serving is measured by volume: EU and US labels then state
 * nutrition by volume as well. Else per 100 g.
 */
const basisOf = (record: OffRecord, per: unknown): NutritionBasis => {
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
