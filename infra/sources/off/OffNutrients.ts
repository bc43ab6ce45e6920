import type { QualityFlag } from "../../../domain/product/ProductFacts.ts"
import type { Stated } from "../../../domain/product/StatedAmount.ts"
import { scaled } from "../InUnit.ts"
import { type OffName, offUnitOf, servedNames } from "./OffNutrientNames.ts"
import { isOffRecord, type OffRecord } from "./OffRecord.ts"

/** What a product says of its nutrition, whichever way its time wrote it down. */
export interface OffNutrients {
  /** per 100 g or 100 ml as sold: kcal, kJ, % by volume for alcohol, else grams */
  readonly amount: (nutrient: OffName) => Stated
  /** `100g` or `100ml` where it is known of these very values */
  readonly per: unknown
  /**
   * Values that are no values of the product as sold, and stand for a field that is therefore unknown. Of the nutrients with a
   * field of their own only: estimates of all the others would be longer than the rest of the record.
   */
  readonly setAside: ReadonlyArray<QualityFlag>
}

/** Before schema 1003 (2025) flat fields, in the JSON under `nutriments`, in exports beside all others; then sets. */
export const offNutrients = (record: OffRecord): OffNutrients => {
  const flat = record["nutriments"]
  const nutrition = record["nutrition"]
  if (isOffRecord(nutrition) && isOffRecord(nutrition["aggregated_set"])) return ofSets(nutrition)
  return ofFlatFields(isOffRecord(flat) ? flat : isOffRecord(nutrition) ? {} : record, record["nutrition_data_per"])
}

/**
 * Only the fields `<nutrient>_100g` count: the server computes them, in grams, from whatever was entered, per serving
 * included, and leaves them out when the size of the serving is not known. `<nutrient>`, `<nutrient>_value` and
 * `<nutrient>_serving` are as entered, so often per serving; `<nutrient>_prepared_100g` is another food.
 */
const ofFlatFields = (fields: OffRecord, per: unknown): OffNutrients => {
  const amount = ({ column }: OffName): Stated => stated(fields[column])
  const setAside: Array<QualityFlag> = []
  for (const { field, name, names } of servedNames) {
    const prepared = stated(fields[`${name}_prepared_100g`])
    if (isBlank(prepared) || isKnown(amount, names)) continue
    setAside.push({ field, rule: "prepared", raw: `${prepared} ${offUnitOf(name)}` })
  }
  return { amount, per, setAside }
}

/**
 * `aggregated_set` holds, of each nutrient, the value of the best source in standard units, and names that source. Where
 * it is of the prepared food (the server puts that first) or per serving, the best of `input_sets` that is neither
 * stands in. Estimates (from ingredients or the category) are no statement about this product.
 */
const ofSets = (nutrition: OffRecord): OffNutrients => {
  const aggregated = setOf(nutrition["aggregated_set"])
  const inputs = Array.isArray(nutrition["input_sets"]) ? nutrition["input_sets"].map(setOf) : []
  const best = [aggregated, ...inputs.toSorted((a, b) => rankOf(a) - rankOf(b))].find(isAsSoldPer100) ?? null
  const amount = ({ name }: OffName): Stated => {
    const value = best?.nutrients[name]
    if (best === null || !isOffRecord(value) || isEstimate(value["source"] ?? best.source)) return null
    return inStandardUnit(name, value)
  }
  const setAside: Array<QualityFlag> = []
  for (const { field, name, names } of servedNames) {
    const value = aggregated.nutrients[name]
    if (!isOffRecord(value) || isBlank(stated(value["value"])) || isKnown(amount, names)) continue
    const raw =
      `${stated(value["value"])} ${typeof value["unit"] === "string" ? value["unit"].slice(0, 10) : ""}`.trim()
    setAside.push({ field, rule: whyAside(aggregated, value), raw })
  }
  return { amount, per: best?.per, setAside }
}

const whyAside = (set: NutrientSet, value: OffRecord): string => {
  if (isEstimate(value["source"] ?? set.source)) return "estimated"
  if (set.preparation === "prepared") return "prepared"
  return set.per === "100g" || set.per === "100ml" ? "unit_unknown" : "per_serving"
}

const isKnown = (amount: OffNutrients["amount"], names: ReadonlyArray<OffName>): boolean =>
  names.some((name) => !isBlank(amount(name)))

interface NutrientSet {
  readonly preparation: unknown
  readonly per: unknown
  readonly source: unknown
  readonly nutrients: OffRecord
}

const setOf = (value: unknown): NutrientSet => {
  const { nutrients, per, preparation, source } = isOffRecord(value) ? value : {}
  return { preparation, per, source, nutrients: isOffRecord(nutrients) ? nutrients : {} }
}

const isAsSoldPer100 = ({ per, preparation, source }: NutrientSet): boolean =>
  preparation !== "prepared" && (per === "100g" || per === "100ml") && !isEstimate(source)

const isEstimate = (source: unknown): boolean => source === "estimate"

/** In the server's order of trust. */
const rankOf = ({ source }: NutrientSet): number => {
  const rank = ["manufacturer", "packaging", "usda"].indexOf(typeof source === "string" ? source : "")
  return rank === -1 ? 3 : rank
}

/** Sets as entered may be in other units than aggregated ones; a unit that is not known leaves no value. */
const inStandardUnit = (nutrient: string, { unit, value }: OffRecord): Stated => {
  const standard = offUnitOf(nutrient)
  if (unit === undefined || unit === null || unit === "" || unit === standard) return stated(value)
  const factor = typeof unit === "string" ? factors[`${unit} > ${standard}`] : undefined
  return factor === undefined ? null : scaled(stated(value), factor)
}

const factors: Readonly<Record<string, number>> = {
  "kg > g": 1000,
  "mg > g": 1e-3,
  "mcg > g": 1e-6,
  "\u00b5g > g": 1e-6,
  "\u03bcg > g": 1e-6,
  "kJ > kcal": 1 / 4.184,
  "kcal > kJ": 4.184,
  "% > % vol": 1
}

/** Numbers are shorter. */
const statedLengthMax = 100

/** Of text what can stand in an event: no control characters, no halves of characters. */
const stated = (value: unknown): Stated => {
  if (typeof value === "string") return value.slice(0, statedLengthMax).replace(/[\p{Cc}\p{Cs}]/gu, "")
  return typeof value === "number" ? value : null
}

export const isBlank = (value: Stated): boolean => value === null || value === undefined || value === ""
