import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { toDocument } from "../../projections/product-search/ProductDocument.ts"
import { bruteForceSearch } from "./BruteForceSearch.ts"
import { facts } from "./Facts.ts"

export type Overrides = NonNullable<Parameters<typeof facts>[0]>
export type WithId = Overrides & { readonly id: string }
export type Query = Partial<SearchQuery> & { readonly text: string }

/** The products that the query finds, in their order. */
export const idsInOrder = (query: Query, products: ReadonlyArray<Overrides>): ReadonlyArray<string> =>
  bruteForceSearch(
    products.map((overrides) => toDocument(facts(overrides), 1)),
    { language: "en", region: null, source: null, limit: 1_000, offset: 0, ...query }
  ).products.map(({ id }) => id)
