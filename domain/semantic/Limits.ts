import type { Token } from "../language/Tokenizer.ts"
import type { NutrientName } from "./NutrientLevels.ts"
import { phraseOf, type Segment } from "./Segments.ts"

/** "under 100 kcal", "не меньше 20 г белка": a bound that products must keep, per 100 g or 100 ml. */
export interface Limit {
  readonly nutrient: NutrientName
  readonly operator: "lt" | "gt"
  /** grams, or kilocalories */
  readonly amount: number
  /** the words that say so */
  readonly segments: ReadonlyArray<Segment>
}

const numberWithUnit = /^(\d+(?:\.\d+)?)(kcal|g|mg|%)?$/
const mgPerG = 1000
/** The comparison stands right before the number, with at most one word between; the nutrient a little farther away. */
const comparisonDistanceMax = 1
const nutrientDistanceMax = 4

const named: ReadonlyMap<string, NutrientName> = new Map([
  ["protein", "protein"],
  ["fat", "fat"],
  ["sugar", "sugar"],
  ["carb", "carb"],
  ["fiber", "fiber"],
  ["salt", "salt"],
  ["kcal", "kcal"]
])

const nearestNutrient = (segments: ReadonlyArray<Segment>, place: number): Segment | undefined => {
  const nutrients = segments.filter((segment) => phraseOf(segment, "nutrient") !== undefined)
  return (
    nutrients.find((segment) => segment.start > place && segment.start - place <= nutrientDistanceMax) ??
    nutrients.findLast((segment) => segment.end <= place && place - segment.end <= nutrientDistanceMax)
  )
}

/** The limits that a query sets. */
export const readLimits = (tokens: ReadonlyArray<Token>, segments: ReadonlyArray<Segment>): ReadonlyArray<Limit> =>
  tokens.flatMap((token, place) => {
    const [, digits, unit] = numberWithUnit.exec(token.written) ?? []
    if (!token.isNumber || digits === undefined) return []
    const comparison = segments.find(
      (segment) =>
        phraseOf(segment, "comparison") !== undefined &&
        segment.end <= place &&
        place - segment.end <= comparisonDistanceMax
    )
    const nutrient = nearestNutrient(segments, place)
    const name = unit === "kcal" ? "kcal" : named.get((nutrient && phraseOf(nutrient, "nutrient")?.value) ?? "")
    if (comparison === undefined || name === undefined) return []
    return [
      {
        nutrient: name,
        operator: phraseOf(comparison, "comparison")?.value === "gt" ? "gt" : "lt",
        amount: Number(digits) / (unit === "mg" ? mgPerG : 1),
        segments: nutrient === undefined ? [comparison] : [comparison, nutrient]
      } as const
    ]
  })
