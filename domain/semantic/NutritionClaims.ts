import type { NutritionBasis } from "../product/Nutrition.ts"
import type { Amounts } from "./NutrientLevels.ts"

/**
 * Nutrition claims as the EU allows them: Regulation (EC) No 1924/2006, annex, per 100 g or 100 ml. Sodium is compared
 * as salt (0.12 g of sodium are 0.3 g of salt). Where the EU defines no claim, the name says whose it is:
 * `caloriesLow` of the FDA (21 CFR 101.60: at most 40 kcal per reference amount) agrees with the EU's and is not kept
 * apart; `proteinHigh` and `proteinSource` go by share of energy.
 */
export const claims = [
  "caloriesLow",
  "caloriesFree",
  "fatLow",
  "fatFree",
  "sugarLow",
  "sugarFree",
  "saltLow",
  "saltVeryLow",
  "saltFree",
  "fiberSource",
  "fiberHigh",
  "proteinSource",
  "proteinHigh"
] as const
export type Claim = (typeof claims)[number]

interface Limit {
  readonly solid: number
  readonly liquid: number
}

const same = (limit: number): Limit => ({ solid: limit, liquid: limit })

/** At most. */
const upper = {
  caloriesLow: ["kcal", { solid: 40, liquid: 20 }],
  caloriesFree: ["kcal", same(4)],
  fatLow: ["fat", { solid: 3, liquid: 1.5 }],
  fatFree: ["fat", same(0.5)],
  sugarLow: ["sugar", { solid: 5, liquid: 2.5 }],
  sugarFree: ["sugar", same(0.5)],
  saltLow: ["salt", same(0.3)],
  saltVeryLow: ["salt", same(0.1)],
  saltFree: ["salt", same(0.0125)]
} as const

/** At least, in g per 100 g, or per 100 kcal. */
const fiber = { fiberSource: { per100g: 3, per100kcal: 1.5 }, fiberHigh: { per100g: 6, per100kcal: 3 } } as const

/** At least this share of the energy. */
const protein = { proteinSource: 0.12, proteinHigh: 0.2 } as const
const kcalPerGOfProtein = 4

/** May the claim be made of such a food? `null` when the record does not say enough. */
export const mayClaim = (claim: Claim, amounts: Amounts, basis: NutritionBasis): boolean | null => {
  switch (claim) {
    case "fiberHigh":
    case "fiberSource":
      return hasFiber(fiber[claim], amounts)
    case "proteinHigh":
    case "proteinSource":
      return hasProteinShare(protein[claim], amounts)
    default: {
      const [nutrient, limit] = upper[claim]
      const amount = amounts[nutrient]
      return amount === undefined ? null : amount <= (basis === "100ml" ? limit.liquid : limit.solid)
    }
  }
}

const hasFiber = (limit: { readonly per100g: number; readonly per100kcal: number }, amounts: Amounts) => {
  if (amounts.fiber === undefined) return null
  if (amounts.fiber >= limit.per100g) return true
  if (amounts.kcal === undefined) return null
  return amounts.kcal > 0 && (amounts.fiber / amounts.kcal) * 100 >= limit.per100kcal
}

const hasProteinShare = (share: number, { kcal, protein: grams }: Amounts) => {
  if (grams === undefined || kcal === undefined) return null
  return kcal > 0 && (kcalPerGOfProtein * grams) / kcal >= share
}
