import type { Limit } from "./Limits.ts"
import { constraintWeights } from "./NutrientConstraints.ts"
import { levelOf } from "./NutrientLevels.ts"
import type { Weights } from "./Weights.ts"

/** However wide a limit is, it says this much of where to look. */
const weightMin = 0.2

/** A share of the energy says little of amounts. */
const shareWeight = 0.6

const between = (least: number, value: number): number => Math.max(least, Math.min(1, value))

/**
 * Where products are that keep a limit. At most 5 g is far down, at most 500 kcal hardly down at all, and between two
 * amounts is where their middle is.
 */
export const limitWeights = ({ max, min, nutrient, per }: Limit): Weights => {
  if (per === "energy") return constraintWeights(new Map([[`n:${nutrient}${min === null ? "-" : "+"}`, shareWeight]]))
  const level = (amount: number): number => levelOf(nutrient, { [nutrient]: amount }, "100g") ?? 0
  if (min !== null && max !== null) {
    const middle = level((min + max) / 2)
    return constraintWeights(
      new Map([[`n:${nutrient}${middle < 0 ? "-" : "+"}`, between(weightMin, Math.abs(middle))]])
    )
  }
  if (max !== null) return constraintWeights(new Map([[`n:${nutrient}-`, between(weightMin, (1 - level(max)) / 2)]]))
  return constraintWeights(new Map([[`n:${nutrient}+`, between(weightMin, (1 + level(min ?? 0)) / 2)]]))
}
