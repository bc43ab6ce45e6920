import { fnv1a } from "../Fnv1a.ts"
import { remembering } from "../Remembering.ts"

/**
 * Random indexing: every feature owns a few positions of the vector with a sign each, found by hashing its name, so
 * that unlike features are next to orthogonal and nothing has to be stored. Kanerva, Kristofersson and Holst, "Random
 * indexing of text samples for latent semantic analysis", 2000.
 */
const positionsPerFeature = 8
const unit = 1 / Math.sqrt(positionsPerFeature)

/** FNV-1a with the last steps of MurmurHash3, both in the public domain; equal on every machine. */
const hash = (text: string): number => {
  let h = fnv1a(text)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

const next = (state: number): number => (Math.imul(state, 1664525) + 1013904223) >>> 0

const toPositions = (feature: string, dimensions: number): Int16Array => {
  const positions = new Int16Array(positionsPerFeature)
  let state = hash(feature)
  for (let i = 0; i < positionsPerFeature; i++) {
    state = next(state)
    const place = Math.floor(((state >>> 8) / 0x1000000) * dimensions) + 1
    state = next(state)
    positions[i] = (state & 0x40000000) === 0 ? -place : place
  }
  return positions
}

const rememberedMax = 200_000

/** The vectors of features in a space of so many dimensions. */
export class Projection {
  readonly dimensions: number
  private readonly positionsOf: (feature: string) => Int16Array

  constructor(dimensions: number) {
    this.dimensions = dimensions
    this.positionsOf = remembering(rememberedMax, (feature) => toPositions(feature, dimensions))
  }

  /** Adds a feature's unit vector, times the weight, to the part of a vector that begins at `offset`. */
  addTo(vector: Float32Array, offset: number, feature: string, weight: number): void {
    const share = weight * unit
    for (const position of this.positionsOf(feature)) {
      const at = offset + Math.abs(position) - 1
      vector[at] = (vector[at] ?? 0) + (position > 0 ? share : -share)
    }
  }
}
