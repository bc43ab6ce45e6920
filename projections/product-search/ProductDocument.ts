import type { ProductFacts } from "../../domain/product/ProductFacts.ts"

/** A product as a search engine stores it: ready tokens, filter tags, the static rank, and the facts to return. */
export interface ProductDocument {
  /** the product's stream version: an engine keeps the highest */
  readonly version: number
  readonly facts: ProductFacts
}
