import { Context, type Effect, Schema } from "effect"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"

/**
 * No vectors can be had now. The caller may try again after so many seconds; `operation` names what was tried, never the
 * text.
 */
export class EmbeddingUnavailable extends Schema.TaggedError<EmbeddingUnavailable>()("EmbeddingUnavailable", {
  operation: Schema.String,
  retryAfterSeconds: Schema.Int,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `embedding unavailable: ${this.operation}`
  }
}

/** What vectors are made by. Vectors of different `id` are never compared with each other. */
export interface EmbeddingModel {
  /** changes whenever the same product could get another vector */
  readonly id: string
  readonly dimensions: number
}

/**
 * Turns products and questions into vectors of one space, in which near means alike. All are unit vectors, except that of
 * a question of which nothing was understood, which may be zero: no product is near to it.
 */
export class Embedder extends Context.Service<
  Embedder,
  {
    readonly model: EmbeddingModel
    /** how many products are best embedded in one call */
    readonly batchSize: number
    /** One vector for each product, in their order. */
    readonly embedProducts: (
      products: ReadonlyArray<ProductFacts>
    ) => Effect.Effect<ReadonlyArray<Float32Array>, EmbeddingUnavailable>
    readonly embedQuery: (text: string) => Effect.Effect<Float32Array, EmbeddingUnavailable>
  }
>()("fooddata/projections/ports/Embedder") {}
