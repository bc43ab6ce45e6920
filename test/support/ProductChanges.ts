import { ProductId } from "../../domain/product/ProductId.ts"
import type { ProductChange } from "../../projections/ports/ProductIndex.ts"
import { toDocument } from "../../projections/product-search/ProductDocument.ts"
import { facts } from "./Facts.ts"

/** What the projection says of a product like `facts(overrides)`. */
export const put = (overrides: Parameters<typeof facts>[0], version = 1): ProductChange => ({
  _tag: "Put",
  document: toDocument(facts(overrides), version)
})
export const withdraw = (id: string, version: number): ProductChange => ({
  _tag: "Withdraw",
  id: ProductId.make(id),
  version
})
