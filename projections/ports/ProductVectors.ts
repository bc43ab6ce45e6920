import { Context, type Effect, Schema } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"

/** A product and how near it is to what was asked. */
export interface Neighbour {
  readonly facts: ProductFacts
  /** cosine of the two vectors; 1 is the same direction */
  readonly cosine: number
}

/** Not every product has its vector yet: what could be found now would not be the nearest. */
export class VectorsIncomplete extends Schema.TaggedError<VectorsIncomplete>()("VectorsIncomplete", {}) {
  override get message(): string {
    return "the vectors of the catalogue are still being made"
  }
}

/** How far the vectors of today's model are. */
export interface VectorCoverage {
  /** false until every product had its vector once; changes that came later are followed within moments */
  readonly isComplete: boolean
  /** products whose vector is still to be made, or to be made anew */
  readonly due: number
}

/**
 * The vectors of products, all of them of one model. They come in with the products: each implementation sees to it by
 * itself that what `ProductIndex.apply` lists is embedded, and what it withdraws is forgotten.
 */
export class ProductVectors extends Context.Service<
  ProductVectors,
  {
    /** The products nearest to the vector, at most `limit` (up to 600), nearest first, equal ones by id; none for zeros. */
    readonly nearest: (
      query: Float32Array,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Neighbour>, StorageUnavailable | VectorsIncomplete>
    readonly coverage: Effect.Effect<VectorCoverage, StorageUnavailable>
  }
>()("fooddata/projections/ports/ProductVectors") {}

/**
 * The most that `nearest` is asked for, which a question that rules much out needs. Their facts are read and decoded between
 * requests of others, so more would be felt.
 */
export const neighboursMax = 600
