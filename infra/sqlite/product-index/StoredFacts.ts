import { Schema } from "effect"
import { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { UnnoticedDamage } from "../UnnoticedDamage.ts"
import { readProduct, type StoredProduct } from "./StoredProduct.ts"

const decodeFacts = Schema.decodeUnknownSync(Schema.fromJsonString(ProductFacts))

const areFacts = Schema.is(Schema.Array(ProductFacts))
const decodeAll = Schema.decodeUnknownSync(Schema.Array(ProductFacts))

/**
 * The facts in a JSON array of them. As stored, facts are what they decode to; telling so takes half the time of decoding,
 * which says what is wrong.
 */
export const decodeAllFacts = (json: string): ReadonlyArray<ProductFacts> => {
  const facts: unknown = JSON.parse(json)
  return areFacts(facts) ? facts : decodeAll(facts)
}

/**
 * The facts of a row of `checkedColumns`, which must be the one that was asked for; `null` for no row and for a
 * withdrawn product.
 */
export const factsOfRow = (
  row: Readonly<Record<string, unknown>> | undefined,
  isAsked: (product: StoredProduct) => boolean
): ProductFacts | null => {
  if (row === undefined) return null
  const product = readProduct(row)
  if (!isAsked(product)) throw new UnnoticedDamage("an index of products")
  return product.facts === null ? null : decodeFacts(product.facts)
}
