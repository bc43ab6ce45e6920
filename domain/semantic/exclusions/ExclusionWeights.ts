import type { QueryIntent } from "../QueryIntent.ts"
import { blockScale, dimensionOf, dimensions, setLength } from "../VectorLayout.ts"
import type { Exclusions } from "./ExclusionReader.ts"

/**
 * How much each exclusion weighs beside the need, which weighs 1: as much as needs tell products apart by, so that what
 * passes is mostly nearer than what does not.
 */
const exclusionShare = 1.5

/** Adds the exclusions to the unit vector of a need, and makes a unit of both; the length that they had together. */
export const addExclusions = (vector: Float32Array, { ids }: Exclusions): number => {
  for (const id of ids) {
    const dimension = dimensionOf(`x:${id}`)
    if (dimension !== undefined) vector[dimension] = exclusionShare
  }
  setLength(vector, 0, dimensions, 1)
  return Math.sqrt(1 + ids.size * exclusionShare ** 2)
}

/** The cosine that a product which passes would have with the need alone. */
export const needCosine = ({ exclusions: { ids }, length }: QueryIntent, cosine: number): number =>
  cosine * length - ids.size * exclusionShare * blockScale.free
