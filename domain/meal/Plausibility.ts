import type { ProductFacts } from "../product/ProductFacts.ts"
import { groupWeights, measuredWeights } from "./FoodTable.ts"

/**
 * How likely one person eats so much of a food at one time: `usual`, within the range of nearly all reports of it, or of the
 * foods of its group; `unusual`, outside of it; `absurd`, what nobody eats.
 */
export type Plausibility = "usual" | "unusual" | "absurd"

interface Range {
  readonly least: number
  readonly most: number
}

const rangeOf = (weights: ReadonlyMap<string, number>): Range | null => {
  const least = weights.get("least")
  const most = weights.get("most")
  return least === undefined || most === undefined ? null : { least, most }
}

/** In grams, of a food of which nothing is known. */
const anyFood: Range = { least: 1, most: 1_000 }
/** So many times what all but a hundredth eat is absurd. */
const absurdFactor = 4
/** Less than this share of what all but a hundredth eat at least is unusual. */
export const unusualShare = 0.3
/** Less than this is absurd of no food, in grams. */
const absurdGramsMin = 200
/** In kilocalories of one food: a day's energy, and that of several days. */
const unusualEnergyMin = 2_500
const absurdEnergyMin = 6_000

/** How plausible `grams` (positive) of a food are, eaten by one person at one time. */
export const plausibility = (facts: ProductFacts, grams: number): Plausibility => {
  const { least, most } = rangeOf(measuredWeights(facts.id)) ?? rangeOf(groupWeights(facts.foodGroup)) ?? anyFood
  const energy = ((facts.nutrition.calories ?? 0) * grams) / 100
  if (grams > Math.max(most * absurdFactor, absurdGramsMin) || energy > absurdEnergyMin) return "absurd"
  if (grams > most || grams < least * unusualShare || energy > unusualEnergyMin) return "unusual"
  return "usual"
}
