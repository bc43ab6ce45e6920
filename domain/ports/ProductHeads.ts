import { Context, type Effect } from "effect"
import type { ProductState } from "../product/Product.ts"
import type { ProductId, ProductSource } from "../product/ProductId.ts"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

export interface ProductHead {
  /** the product's stream version; 0 when it was never listed */
  readonly version: number
  readonly state: ProductState
}

/** The state and version of each product, true the instant an append returns: an import decides on it. */
export class ProductHeads extends Context.Service<
  ProductHeads,
  {
    /** The heads of the ids, in their order; an unknown id has version 0 and the initial state. */
    readonly of: (ids: ReadonlyArray<ProductId>) => Effect.Effect<ReadonlyArray<ProductHead>, StorageUnavailable>
    /** Ids of listed products of a source in the order of their characters, from the one after `after` on. */
    readonly listed: (
      source: ProductSource,
      after: ProductId | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ProductId>, StorageUnavailable>
  }
>()("fooddata/domain/ports/ProductHeads") {}
