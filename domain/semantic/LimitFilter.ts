import { statedGrams } from "../language/PackageText.ts"
import type { Nutrient } from "../product/Nutrition.ts"
import type { ProductFacts } from "../product/ProductFacts.ts"
import type { Limit } from "./Limits.ts"
import { energyShareOf, type NutrientName } from "./NutrientLevels.ts"
import type { Ratio } from "./Comparisons.ts"
import type { ProductFeatures } from "./ProductFeatures.ts"

const perHundred = 100

/** A limit goes by what the record states, not by what could be taken from its other values. */
const fieldOf: Readonly<Record<NutrientName, Nutrient>> = {
  protein: "proteins",
  fat: "fats",
  sugar: "sugar",
  carb: "carbs",
  fiber: "fiber",
  salt: "sodium",
  kcal: "calories"
}

/** How much a product has of what a limit is about; `null` when its record does not say. */
const amountOf = (
  { nutrient, per }: Pick<Limit, "nutrient" | "per">,
  facts: ProductFacts,
  features: ProductFeatures
): number | null => {
  const known = facts.nutrition[fieldOf[nutrient]] === null ? undefined : features.amounts[nutrient]
  if (known === undefined) return null
  if (per === "100g") return known
  if (per === "energy") return facts.nutrition.calories === null ? null : energyShareOf(nutrient, features.amounts)
  const portion = statedGrams(facts.serving)
  return portion === null ? null : (known * portion) / perHundred
}

/** Is the amount known, and within the limit? Whether what is unknown keeps it nobody can tell, so it does not. */
const keeps = (limit: Limit, facts: ProductFacts, features: ProductFeatures): boolean => {
  const amount = amountOf(limit, facts, features)
  return amount !== null && (limit.min === null || amount >= limit.min) && (limit.max === null || amount <= limit.max)
}

/** Does a product keep all limits of a need? */
export const keepsLimits = (limits: ReadonlyArray<Limit>, facts: ProductFacts, features: ProductFeatures): boolean =>
  limits.every((limit) => keeps(limit, facts, features))

/** "more protein than carbs": what does not state both does not keep it. As much is not more. */
const keepsRatio = ({ factor, nutrient, operator, other }: Ratio, facts: ProductFacts, features: ProductFeatures) => {
  const amount = amountOf({ nutrient, per: "100g" }, facts, features)
  const compared = amountOf({ nutrient: other, per: "100g" }, facts, features)
  if (amount === null || compared === null) return false
  if (factor === 1) return operator === "gt" ? amount > compared : amount < compared
  return operator === "gt" ? amount > 0 && amount >= factor * compared : amount <= factor * compared
}

export const keepsRatios = (ratios: ReadonlyArray<Ratio>, facts: ProductFacts, features: ProductFeatures): boolean =>
  ratios.every((ratio) => keepsRatio(ratio, facts, features))

/** The amount that an order goes by; `null` where the record does not say it, or cannot be believed. */
export const orderedAmount = (nutrient: NutrientName, facts: ProductFacts, features: ProductFeatures): number | null =>
  features.notAsEaten || !isPlausible(features) ? null : amountOf({ nutrient, per: "100g" }, facts, features)

/** Energy that differs more from that of its parts is a mistake of the record, and mistakes are the first in any order. */
const energyShareMin = 0.6
const energyShareMax = 1.6
/** Where there is hardly any energy, rounding and organic acids weigh more. */
const energyMin = 25

const isPlausible = ({ amounts: { carb, fat, fiber, kcal, protein, sugar } }: ProductFeatures): boolean => {
  if (kcal === undefined || protein === undefined || fat === undefined || carb === undefined) return true
  if (sugar !== undefined && sugar > carb + 1) return false
  const computed = 4 * protein + 9 * fat + 4 * carb
  if (Math.max(computed, kcal) < energyMin) return true
  const least = computed - 4 * Math.min(carb, fiber ?? 0)
  return kcal >= energyShareMin * least && kcal <= energyShareMax * computed
}
