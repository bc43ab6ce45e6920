import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import { compareIds, compareRanks, rankOf } from "../../../domain/search/Ranking.ts"
import type { PageRange } from "../../../domain/search/SearchQuery.ts"
import type { SearchPage } from "../../../projections/ports/ProductIndex.ts"
import { toDocument } from "../../../projections/product-search/ProductDocument.ts"

/** What the server takes is 1,024, `indices.query.bool.max_clause_count`. */
const clausesMax = 1_000

/** How many words or beginnings of words the request looks up; the same word at two levels is two. */
const clausesIn = (request: unknown): number => {
  if (Array.isArray(request)) return request.reduce((sum: number, each) => sum + clausesIn(each), 0)
  if (typeof request !== "object" || request === null) return 0
  return Object.entries(request).reduce((sum, [key, value]) => sum + (isLeaf(key) ? 1 : clausesIn(value)), 0)
}

const isLeaf = (kind: string): boolean => kind === "term" || kind === "terms" || kind === "prefix"

/** Would the server refuse the request for its length? */
export const isTooLong = (request: unknown): boolean => clausesIn(request) > clausesMax

/** The page of what was found, by the definition of the order itself: so many words stand together in few products. */
export const rankedPage = (
  query: AnalyzedQuery,
  found: ReadonlyArray<ProductFacts>,
  { limit, offset }: PageRange
): SearchPage => {
  const ranked = found.flatMap((facts) => {
    const rank = rankOf(query, toDocument(facts, 1).searchable)
    return rank === null ? [] : [{ facts, rank }]
  })
  ranked.sort((a, b) => compareRanks(a.rank, b.rank) || compareIds(a.facts.id, b.facts.id))
  return { products: ranked.slice(offset, offset + limit).map(({ facts }) => facts), total: ranked.length }
}
