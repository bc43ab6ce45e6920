import { Context, Effect, Layer } from "effect"
import type { Plan } from "../../domain/key/Plan.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { type FoundPage, SearchPageCache } from "../../projections/ports/SearchPageCache.ts"
import type { QuestionGivenUp } from "./QuestionGivenUp.ts"
import { findPage } from "./WordSearch.ts"

/** A page of products by name; a plan may allow fewer results than were asked for, never another `total`. */
export class SearchProducts extends Context.Service<
  SearchProducts,
  {
    readonly search: (query: SearchQuery, plan: Plan) => Effect.Effect<FoundPage, StorageUnavailable | QuestionGivenUp>
  }
>()("fooddata/queries/SearchProducts") {
  static readonly layer = Layer.effect(
    SearchProducts,
    Effect.gen(function* () {
      const index = yield* ProductIndex
      const pages = yield* SearchPageCache
      return SearchProducts.of({
        search: (query, plan) => {
          const allowed = allowedBy(plan, query)
          return pages.of(allowed, findPage(index, allowed))
        }
      })
    })
  )
}

/** The query with no more results than the plan has. */
export const allowedBy = ({ searchResultsMax }: Plan, query: SearchQuery): SearchQuery =>
  query.limit <= searchResultsMax ? query : { ...query, limit: searchResultsMax }
