import { add, type Weights } from "./Weights.ts"

/** A constraint on a nutrient goes so far by the level as such, and so far by the place among foods of its group. */
const byLevel = 0.8
const byPeers = 0.25
const byFreedom = 0.6

/** How a constraint on a nutrient is written: its name, and whether much, little or none of it is wanted. */
export const constraintPattern = /^n:([a-z]+)([+\-0])$/

/** A constraint on a nutrient (`n:sugar-`, `n:fat0`), as weights of what is known of it. Saturated fat counts as fat. */
const weightsOf = (nutrient: string, sign: string): ReadonlyArray<readonly [string, number]> => {
  if (nutrient === "sat") return [[`n:fat:abs`, sign === "+" ? byLevel : -byLevel]]
  if (sign === "0") return [[`n:${nutrient}:free`, byFreedom]]
  const factor = sign === "+" ? 1 : -1
  return [
    [`n:${nutrient}:abs`, factor * byLevel],
    [`n:${nutrient}:rel`, factor * byPeers]
  ]
}

/** The same weights, with constraints on nutrients turned into what is known of products. */
export const constraintWeights = (weights: Weights): Weights => {
  const resolved = new Map<string, number>()
  for (const [name, weight] of weights) {
    const [, nutrient, sign] = constraintPattern.exec(name) ?? []
    if (nutrient === undefined || sign === undefined) add(resolved, name, weight)
    else for (const [dimension, share] of weightsOf(nutrient, sign)) add(resolved, dimension, share * weight)
  }
  return resolved
}
