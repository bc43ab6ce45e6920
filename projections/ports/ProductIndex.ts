import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import type { ProductId } from "../../domain/product/ProductId.ts"
import type { AnalyzedQuery } from "../../domain/search/AnalyzedQuery.ts"
import type { PageRange } from "../../domain/search/SearchQuery.ts"
import type { SearchVocabulary } from "../../domain/search/SearchVocabulary.ts"
import type { ProductDocument } from "../product-search/ProductDocument.ts"

/** What the projection has to say about a product; of two changes of one product the higher version holds. */
export type ProductChange =
  | { readonly _tag: "Put"; readonly document: ProductDocument }
  | { readonly _tag: "Withdraw"; readonly id: ProductId; readonly version: number }

export interface SearchPage {
  readonly products: ReadonlyArray<ProductFacts>
  /** exact number of matching products, not of returned ones */
  readonly total: number
}

/** What a read model holds, to compare two of them. */
export interface IndexDigest {
  readonly products: number
  readonly withdrawn: number
  /** over the (id, version) of everything held, in the order of ids */
  readonly checksum: string
}

/** How many of the products that share a barcode are named; in good data they are two or three. */
export const sharingMax = 100

/** The read model of products: search, lookup by id and by barcode. Disposable: rebuilt from events at will. */
export class ProductIndex extends Context.Service<
  ProductIndex,
  {
    /**
     * Applies all the changes; one whose version is not higher than what is held changes nothing. They are found as soon
     * as it is done; `deferred`, they are held then, and found no later than what the next call that is not deferred
     * applies, be it nothing.
     */
    readonly apply: (
      changes: ReadonlyArray<ProductChange>,
      more?: { readonly deferred: boolean }
    ) => Effect.Effect<void, StorageUnavailable>
    /** What the analysis of a query has to know of the products. */
    readonly vocabulary: SearchVocabulary<StorageUnavailable>
    /** The results of one analysed query, in the order of `compareRanks`, then by id. */
    readonly search: (query: AnalyzedQuery, page: PageRange) => Effect.Effect<SearchPage, StorageUnavailable>
    readonly findById: (id: ProductId) => Effect.Effect<Option.Option<ProductFacts>, StorageUnavailable>
    /** Of the products with a barcode in its normal form the one that stands for it, see `BarcodePrecedence.ts`. */
    readonly findByBarcode: (barcode: string) => Effect.Effect<Option.Option<ProductFacts>, StorageUnavailable>
    /** All products with the barcode in that order, at most `sharingMax`: what `findByBarcode` finds comes first. */
    readonly idsOfBarcode: (barcode: string) => Effect.Effect<ReadonlyArray<ProductId>, StorageUnavailable>
    readonly digest: Effect.Effect<IndexDigest, StorageUnavailable>
  }
>()("fooddata/projections/ports/ProductIndex") {}
