import { Effect } from "effect"
import { readBundled } from "../../../data/semantic/BundledModel.ts"
import { type ProductDocument, toDocument } from "../../../projections/product-search/ProductDocument.ts"

/** The catalogue that comes with the program, as the projection describes it. */
export const bundledDocuments: Effect.Effect<ReadonlyArray<ProductDocument>> = Effect.map(
  Effect.promise(readBundled),
  (products) => products.map((facts) => toDocument(facts, 1))
)
