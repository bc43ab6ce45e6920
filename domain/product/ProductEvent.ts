import { Schema } from "effect"
import { ProductFacts } from "./ProductFacts.ts"

const facts = ProductFacts.annotateKey({ description: "The whole record, as it is from now on." })
const fingerprint = Schema.String.annotateKey({
  description: "Digest of `facts` that an import compares before it writes anything: 22 characters of base64url."
})

/** Facts about one product. Names and fields are a storage contract: add fields with a default, else a new name. */
export const ProductEvent = Schema.TaggedUnion({
  ProductListed: { facts, fingerprint },
  ProductRevised: { facts, fingerprint },
  ProductWithdrawn: { reason: Schema.String.annotateKey({ description: "In words, for people." }) },
  ProductRelisted: { facts, fingerprint }
})
export type ProductEvent = typeof ProductEvent.Type
