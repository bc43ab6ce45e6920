import { Record } from "effect"
import { servedNutrients } from "../../../domain/product/Nutrients.ts"
import type { NutritionBasis } from "../../../domain/product/Nutrition.ts"
import type { StatedDetail, StatedNutrition } from "../../../domain/product/NutritionGate.ts"
import type { QualityFlag } from "../../../domain/product/ProductFacts.ts"
import type { Stated } from "../../../domain/product/StatedAmount.ts"
import { inUnit, scaled } from "../InUnit.ts"
import { measureOf } from "./OffMeasure.ts"
import { detailSources, type OffName, offName } from "./OffNutrientNames.ts"
import { isBlank, type OffNutrients, offNutrients } from "./OffNutrients.ts"
import type { OffRecord } from "./OffRecord.ts"

const alcoholicTags: ReadonlySet<string> = new Set([
  "en:alcoholic-beverages",
  "en:beers",
  "en:wines",
  "en:ciders",
  "en:liqueurs",
  "en:hard-liquors"
])

const names = {
  ...Record.map(servedNutrients, ({ from }) => from.off.map(offName)),
  "energy-kcal": offName("energy-kcal"),
  "energy-kj": offName("energy-kj"),
  energy: offName("energy"),
  salt: offName("salt"),
  polyols: offName("polyols")
}

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
  const kilocalories = amount(names["energy-kcal"])
  const stated: StatedNutrition = {
    kilocalories,
    kilojoules: amount(names["energy-kj"]) ?? (isBlank(kilocalories) ? amount(names.energy) : null),
    proteins: firstOf(amount, names.proteins),
    fats: firstOf(amount, names.fats),
    carbs: firstOf(amount, names.carbs),
    fiber: firstOf(amount, names.fiber),
    sugar: firstOf(amount, names.sugar),
    // not as the details are: what stands in events since they are written must not be revised
    sodium: scaled(firstOf(amount, names.sodium), 1000),
    saltG: amount(names.salt),
    polyolsG: amount(names.polyols),
    details: detailsOf(amount),
    mayContainAlcohol: tags.some((tag) => alcoholicTags.has(tag))
  }
  return { stated, basis: basisOf(record, per), setAside }
}

const firstOf = (amount: OffNutrients["amount"], names: ReadonlyArray<OffName>): Stated => {
  for (const name of names) {
    const value = amount(name)
    if (value !== null) return value
  }
  return null
}

const detailsOf = (amount: OffNutrients["amount"]): ReadonlyArray<StatedDetail> => {
  const stated: Array<StatedDetail> = []
  for (const { factor, name, names } of detailSources) {
    const value = firstOf(amount, names)
    if (value !== null) stated.push([name, inUnit(value, factor)])
  }
  return stated
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
