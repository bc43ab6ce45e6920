import type { ServingSize } from "../../../domain/product/Nutrition.ts"
import { servingSizeOf } from "../ServingSizes.ts"
import type { OffRecord } from "./OffRecord.ts"

/** The first unit after a number decides: `1 Tbsp (15 ml)`, `0.5 литра`, `12 fl oz (355 ml)`, `450 г`. */
export const measureOf = (text: unknown): "volume" | "mass" | null => {
  if (typeof text !== "string") return null
  const volume = text.search(volumeUnit)
  const mass = text.search(massUnit)
  if (volume === -1) return mass === -1 ? null : "mass"
  return mass === -1 || volume < mass ? "volume" : "mass"
}

const volumeUnit = /\d\s*(?:[mcd]?l|lit(?:er|re|ro)s?|fl\.?\s*oz|мл|л|литр\p{L}*|مل|لتر)(?!\p{L})/iu
const massUnit = /\d\s*(?:[mk]?g|gr|oz|lbs?|к?г|гр|جم|كجم|جرام)(?!\p{L})/iu

/** `serving_quantity` is in g or ml: the server computes it from `serving_size`, whose unit therefore says which. */
export const offServingSize = (record: OffRecord): { readonly servingSize?: ServingSize } => {
  const amount = record["serving_quantity"]
  return amount === undefined || amount === null ? {} : servingSizeOf(amount, servingUnitOf(record))
}

const servingUnitOf = (record: OffRecord): ServingSize["unit"] | null => {
  const unit = record["serving_quantity_unit"]
  if (unit === "g" || unit === "ml") return unit
  const measure = measureOf(record["serving_size"])
  if (measure === null) return null
  return measure === "volume" ? "ml" : "g"
}
