import type { NumberedTerms, TermNumbering } from "../../inverted-index/TermNumbering.ts"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import { type ProductRow, rowOf } from "./ProductRow.ts"

/** A product as it is loaded; without terms it is withdrawn, and so found by nothing. */
export interface LoadedProduct extends ProductRow {
  readonly terms: NumberedTerms | null
}

/** What the load of an index takes of a change: its row, and what it is found by. All that one numbering makes is to be loaded, in this order. */
export const loadedProduct = (change: ProductChange, numbering: TermNumbering): LoadedProduct => ({
  ...rowOf(change),
  terms: change._tag === "Put" ? numbering.number(change.document.searchable) : null
})
