import { trainCodebook } from "./Codebook.ts"
import { makeVectorCodes } from "./VectorCodes.ts"
import type { VectorCollection } from "./VectorCollection.ts"

/**
 * How many candidates are compared exactly: the more vectors there are, the more of them lie closely together.
 * `docs/adr/0083-rows-of-codes.md` says what so many hold of the nearest.
 */
const candidatesMin = 400
const candidatesMax = 2_500
const vectorsPerCandidate = 1_600
const candidatesPerNeighbour = 2

const candidateCount = (vectors: number, limit: number): number =>
  Math.max(
    candidatesPerNeighbour * limit,
    Math.min(candidatesMax, Math.max(candidatesMin, vectors / vectorsPerCandidate))
  )

/** A codebook that was learnt from a small part of the vectors is learnt again. */
const learnAgainFactor = 2

/** The codes of all vectors, by which candidates are found; `learntFrom`: how many vectors there are when the sample is taken. */
export const codedCollection = (sample: ReadonlyArray<Uint8Array>, learntFrom: number): VectorCollection => {
  const { candidates, remove, set, size } = makeVectorCodes(trainCodebook(sample))
  return {
    set,
    remove,
    isOutgrown: () => size() > learnAgainFactor * learntFrom,
    compared: (query, count, read) => read(candidates(query, candidateCount(size(), count)))
  }
}
