import { Effect, Layer } from "effect"
import { Embedder } from "../projections/ports/Embedder.ts"

const dimensions = 16

/** Vectors that cost next to nothing to make and to store, for measurements of the search by words. */
export const smallEmbedder: Layer.Layer<Embedder> = Layer.succeed(
  Embedder,
  Embedder.of({
    model: { id: "small", dimensions },
    batchSize: 5_000,
    embedProducts: (products) => Effect.succeed(products.map((_, i) => unit(i % dimensions))),
    embedQuery: () => Effect.succeed(unit(0))
  })
)

const unit = (axis: number): Float32Array => new Float32Array(dimensions).fill(1, axis, axis + 1)
