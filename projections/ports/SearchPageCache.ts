import { Context, type Effect, Layer } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import type { SearchPage } from "./ProductIndex.ts"

/** A page of results, and the words of the query that it does without. */
export interface SearchResults extends SearchPage {
  readonly relaxed: ReadonlyArray<string>
}

/** Keeps pages of results until the products change: most callers ask what others have just asked. */
export class SearchPageCache extends Context.Service<
  SearchPageCache,
  {
    /** The page that is kept for the query, the same object again; else what `find` finds. */
    readonly of: <E>(
      query: SearchQuery,
      find: Effect.Effect<SearchResults, E>
    ) => Effect.Effect<SearchResults, E | StorageUnavailable>
  }
>()("fooddata/projections/ports/SearchPageCache") {
  /** Keeps nothing. */
  static readonly layerNone = Layer.succeed(SearchPageCache, SearchPageCache.of({ of: (_, find) => find }))
}
