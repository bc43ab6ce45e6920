import { Context, Effect, Layer } from "effect"
import type { Plan } from "../../domain/key/Plan.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { ProductIndex, type SearchPage } from "../../projections/ports/ProductIndex.ts"

/** A page of products by name; a plan may allow fewer results than were asked for, never another `total`. */
export class SearchProducts extends Context.Service<
  SearchProducts,
  { readonly search: (query: SearchQuery, plan: Plan) => Effect.Effect<SearchPage, StorageUnavailable> }
>()("fooddata/queries/SearchProducts") {
  static readonly layer = Layer.effect(
    SearchProducts,
    Effect.map(ProductIndex, (index) =>
      SearchProducts.of({
        search: (query, plan) =>
          index.search(query.limit <= plan.searchResultsMax ? query : { ...query, limit: plan.searchResultsMax })
      })
    )
  )
}
