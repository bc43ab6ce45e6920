import { Effect, Layer } from "effect"
import { Embedder } from "../projections/ports/Embedder.ts"
import { toUnit } from "../projections/product-vectors/StoredVector.ts"
import { seededRandom } from "./SyntheticCatalogue.ts"

const dimensions = 16

/** Vectors that cost next to nothing to make and to store, for measurements of the search by words. */
export const smallEmbedder: Layer.Layer<Embedder> = Layer.sync(Embedder, () => {
  const random = seededRandom(1)
  // no two alike: a graph over equal ones costs a server more than any other
  const anyVector = () => toUnit(Float32Array.from({ length: dimensions }, () => random() - 0.5))
  return Embedder.of({
    model: { id: "small", dimensions },
    batchSize: 5_000,
    embedProducts: (products) => Effect.sync(() => products.map(anyVector)),
    embedQuery: () => Effect.sync(anyVector)
  })
})
