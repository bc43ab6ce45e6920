import { Schema } from "effect"
import { ProductFacts } from "./ProductFacts.ts"

/**
 * Facts about one product. Names and fields are a storage contract: add fields with a default, else a new name.
 * `fingerprint` is the digest of `facts` that an import compares before it writes anything.
 */
export const ProductEvent = Schema.TaggedUnion({
  ProductListed: { facts: ProductFacts, fingerprint: Schema.String },
  ProductRevised: { facts: ProductFacts, fingerprint: Schema.String },
  ProductWithdrawn: { reason: Schema.String },
  ProductRelisted: { facts: ProductFacts, fingerprint: Schema.String }
})
export type ProductEvent = typeof ProductEvent.Type
