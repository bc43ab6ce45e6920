import { Effect } from "effect"
import { analyzeQuery } from "../../domain/search/QueryAnalysis.ts"
import { compareIds, compareRanks, rankOf } from "../../domain/search/Ranking.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import type { SearchPage } from "../../projections/ports/ProductIndex.ts"
import type { ProductDocument } from "../../projections/product-search/ProductDocument.ts"
import { memoryVocabulary } from "./MemoryVocabulary.ts"

/** What the domain's definition of matching and order answers, product by product: what an engine has to answer. */
export const bruteForceSearch = (documents: Iterable<ProductDocument>, query: SearchQuery): SearchPage => {
  const products = [...documents]
  const vocabulary = memoryVocabulary(products.map(({ searchable }) => searchable))
  const analyzed = Effect.runSync(analyzeQuery(query, vocabulary))
  const found = products.flatMap(({ facts, searchable }) => {
    const rank = rankOf(analyzed, searchable)
    return rank === null ? [] : [{ facts, rank }]
  })
  found.sort((a, b) => compareRanks(a.rank, b.rank) || compareIds(a.facts.id, b.facts.id))
  return {
    products: found.slice(query.offset, query.offset + query.limit).map((each) => each.facts),
    total: found.length
  }
}
