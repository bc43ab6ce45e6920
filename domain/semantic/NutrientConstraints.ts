import { add, type Weights } from "./Weights.ts"

/** How far a wish for more or less of a nutrient goes by the level as such, and by the place among foods of its group. */
const byLevel = 0.8
const byPeers = 0.25
const byFreedom = 0.6

const direction = /^n:([a-z]+)([+\-0])$/

/** A wish about a nutrient (`n:sugar-`, `n:fat0`), as weights of what is known of it. Saturated fat counts as fat. */
const weightsOf = (nutrient: string, sign: string): ReadonlyArray<readonly [string, number]> => {
  if (nutrient === "sat") return [[`n:fat:abs`, sign === "+" ? byLevel : -byLevel]]
  if (sign === "0") return [[`n:${nutrient}:free`, byFreedom]]
  const factor = sign === "+" ? 1 : -1
  return [
    [`n:${nutrient}:abs`, factor * byLevel],
    [`n:${nutrient}:rel`, factor * byPeers]
  ]
}

/** The same weights, with wishes about nutrients turned into what is known of products. */
export const constraintWeights = (weights: Weights): Weights => {
  const resolved = new Map<string, number>()
  for (const [name, weight] of weights) {
    const [, nutrient, sign] = direction.exec(name) ?? []
    if (nutrient === undefined || sign === undefined) add(resolved, name, weight)
    else for (const [dimension, share] of weightsOf(nutrient, sign)) add(resolved, dimension, share * weight)
  }
  return resolved
}
