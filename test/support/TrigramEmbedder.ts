import { Effect, Layer } from "effect"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { Embedder } from "../../projections/ports/Embedder.ts"
import { toUnit } from "../../projections/product-vectors/StoredVector.ts"

const defaultDimensions = 512

/** FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ */
const hash = (text: string): number => {
  let state = 0x811c9dc5
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  return state >>> 0
}

/** A unit vector of the text's hashed trigrams: texts that share letters are near. */
export const trigramVector = (text: string, dimensions = defaultDimensions): Float32Array => {
  const vector = new Float32Array(dimensions)
  // for what only zeros say
  if (text === "-") return vector
  const padded = ` ${text.toLowerCase()} `
  for (let i = 0; i + 3 <= padded.length; i++) {
    const code = hash(padded.slice(i, i + 3))
    const place = code % dimensions
    vector[place] = (vector[place] ?? 0) + (code & 0x8000 ? 1 : -1)
  }
  return toUnit(vector)
}

export const namesOf = (facts: ProductFacts): string => Object.values(facts.names).flat().join(" ")

/** An embedder that needs nothing: deterministic, of our own making, the same everywhere. */
export const trigramEmbedder = ({
  dimensions = defaultDimensions,
  embedded = [],
  id = "trigrams"
}: {
  readonly id?: string
  readonly dimensions?: number
  /** told the ids of what was embedded */
  readonly embedded?: Array<string>
} = {}): Layer.Layer<Embedder> =>
  Layer.succeed(
    Embedder,
    Embedder.of({
      model: { id, dimensions },
      batchSize: 64,
      embedProducts: (products) =>
        Effect.sync(() => {
          embedded.push(...products.map(({ id }) => id))
          return products.map((facts) => trigramVector(namesOf(facts), dimensions))
        }),
      embedQuery: (text) => Effect.sync(() => trigramVector(text, dimensions))
    })
  )
