import { Context, type Effect, Layer } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import type { FoundProduct } from "../../domain/product/FoundProduct.ts"

/** A page of results in the language of its query, and the words of the query that it does without. */
export interface FoundPage {
  readonly products: ReadonlyArray<FoundProduct>
  /** exact number of matching products, not of returned ones */
  readonly total: number
  readonly relaxed: ReadonlyArray<string>
}

/** Keeps pages of results until the products change: most callers ask what others have just asked. */
export class SearchPageCache extends Context.Service<
  SearchPageCache,
  {
    /** The page that is kept for the query, the same object again; else what `find` finds. */
    readonly of: <E>(
      query: SearchQuery,
      find: Effect.Effect<FoundPage, E>
    ) => Effect.Effect<FoundPage, E | StorageUnavailable>
  }
>()("fooddata/projections/ports/SearchPageCache") {
  /** Keeps nothing. */
  static readonly layerNone = Layer.succeed(SearchPageCache, SearchPageCache.of({ of: (_, find) => find }))
}
