import { Effect } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { analyzeQuery } from "../../domain/search/QueryAnalysis.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { foundProduct } from "../../domain/product/FoundProduct.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import type { ProductIndex, SearchPage } from "../../projections/ports/ProductIndex.ts"
import type { FoundPage } from "../../projections/ports/SearchPageCache.ts"

/** A page of results, and the words of the query that it does without. */
export interface SearchResults extends SearchPage {
  readonly relaxed: ReadonlyArray<string>
}

const nothing: SearchResults = { products: [], total: 0, relaxed: [] }

type SearchedIndex = Pick<ProductIndex["Service"], "search" | "vocabulary">

/**
 * A page of what a query finds by words: the results of its strictest form first, then those of each relaxed one. The
 * total counts them all.
 */
export const searchByWords = Effect.fnUntraced(function* (
  index: SearchedIndex,
  query: SearchQuery
): Effect.fn.Return<SearchResults, StorageUnavailable> {
  const { queries, relaxed } = yield* analyzeQuery(query, index.vocabulary)
  const [only, another] = queries
  if (only === undefined) return nothing
  if (another === undefined) return { ...(yield* index.search(only, query)), relaxed }
  const products: Array<ProductFacts> = []
  let total = 0
  for (const each of queries) {
    // the part of the page that this query fills; of a page that is full only the total is missing
    const offset = Math.max(0, query.offset - total)
    const missing = query.limit - products.length
    const found = yield* index.search(each, { offset: missing > 0 ? offset : 0, limit: Math.max(1, missing) })
    if (missing > 0) products.push(...found.products)
    total += found.total
  }
  return { products, total, relaxed }
})

/** The same page as it is shown. */
export const findPage = (index: SearchedIndex, query: SearchQuery): Effect.Effect<FoundPage, StorageUnavailable> =>
  Effect.map(searchByWords(index, query), (found) => ({
    ...found,
    products: found.products.map((facts) => foundProduct(facts, query.language))
  }))
