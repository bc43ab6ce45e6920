import type { SearchableProduct } from "../../../domain/search/SearchableProduct.ts"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import { type ProductRow, rowOf } from "./ProductRow.ts"

/** A product as it is loaded; `null`: it is withdrawn, and so found by nothing. */
export interface LoadedProduct extends ProductRow {
  readonly searchable: SearchableProduct | null
}

/** What the load of an index takes of a change: its row, and what it is found by. */
export const loadedProduct = (change: ProductChange): LoadedProduct => ({
  ...rowOf(change),
  searchable: change._tag === "Put" ? change.document.searchable : null
})
