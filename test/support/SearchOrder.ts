import { Effect } from "effect"
import { analyzeQuery } from "../../domain/search/QueryAnalysis.ts"
import { compareIds, compareRanks, rankOf } from "../../domain/search/Ranking.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { toDocument } from "../../projections/product-search/ProductDocument.ts"
import { facts } from "./Facts.ts"
import { memoryVocabulary } from "./MemoryVocabulary.ts"

export type Overrides = NonNullable<Parameters<typeof facts>[0]>
export type WithId = Overrides & { readonly id: string }
export type Query = Partial<SearchQuery> & { readonly text: string }

/** The products that the query finds, in their order. */
export const idsInOrder = (query: Query, products: ReadonlyArray<Overrides>): ReadonlyArray<string> => {
  const searchables = products.map((overrides) => toDocument(facts(overrides), 1).searchable)
  const analyzed = Effect.runSync(
    analyzeQuery({ language: "en", region: null, source: null, ...query }, memoryVocabulary(searchables))
  )
  return searchables
    .flatMap((searchable) => {
      const rank = rankOf(analyzed, searchable)
      return rank === null ? [] : [{ rank, id: searchable.id }]
    })
    .sort((a, b) => compareRanks(a.rank, b.rank) || compareIds(a.id, b.id))
    .map(({ id }) => id)
}
