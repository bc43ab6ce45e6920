import { Effect } from "effect"
import type { AnalyzedQuery } from "../../domain/search/AnalyzedQuery.ts"
import { compareIds, compareRanks, rankOf } from "../../domain/search/Ranking.ts"
import type { PageRange, SearchQuery } from "../../domain/search/SearchQuery.ts"
import type { SearchPage } from "../../projections/ports/ProductIndex.ts"
import type { ProductDocument } from "../../projections/product-search/ProductDocument.ts"
import { searchByWords, type SearchResults } from "../../src/queries/WordSearch.ts"
import { memoryVocabulary } from "./MemoryVocabulary.ts"

/** What the domain's definition of matching and order answers, product by product: what an engine has to answer. */
export const bruteForceIndex = (products: ReadonlyArray<ProductDocument>) => ({
  vocabulary: memoryVocabulary(products.map(({ searchable }) => searchable)),
  search: (query: AnalyzedQuery, { limit, offset }: PageRange) =>
    Effect.sync((): SearchPage => {
      const found = products.flatMap(({ facts, searchable }) => {
        const rank = rankOf(query, searchable)
        return rank === null ? [] : [{ facts, rank }]
      })
      found.sort((a, b) => compareRanks(a.rank, b.rank) || compareIds(a.facts.id, b.facts.id))
      return { products: found.slice(offset, offset + limit).map((each) => each.facts), total: found.length }
    })
})

/** The page that a query finds among these products. */
export const bruteForceSearch = (documents: Iterable<ProductDocument>, query: SearchQuery): SearchResults =>
  Effect.runSync(searchByWords(bruteForceIndex([...documents]), query))
