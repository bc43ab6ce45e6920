import { Schema } from "effect"
import { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { readAsked, type StoredProduct } from "./StoredProduct.ts"

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
  const { facts } = readAsked(row, isAsked)
  return facts === null ? null : decodeFacts(facts)
}
