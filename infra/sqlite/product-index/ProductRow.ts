import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import { productKey } from "../../inverted-index/ProductKey.ts"
import { encodeFacts } from "./StoredFacts.ts"
import { productChecksum, type StoredProduct } from "./StoredProduct.ts"

/** What a row of `products` holds beside its number. */
export type ProductRow = Omit<StoredProduct, "number">

/** Takes `productParameters`. */
export const insertProductSql = `
  INSERT INTO products (version, rank, barcode, precedence, facts, checksum, id, number) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`

export const productParameters = (row: ProductRow, number: number) => {
  const { barcode, facts, id, precedence, rank, version } = row
  return [version, rank, barcode, precedence, facts, productChecksum({ ...row, number }), id, number] as const
}

/** What stays of a withdrawn product is a stub with the version, so that an older change that comes late does not bring it back. */
export const rowOf = (change: ProductChange): ProductRow => {
  if (change._tag === "Withdraw") {
    const { id, version } = change
    return { id, version, rank: null, barcode: null, precedence: null, facts: null }
  }
  const { barcodePrecedence, facts, searchable, version } = change.document
  return {
    id: facts.id,
    version,
    rank: productKey(searchable),
    barcode: facts.barcode,
    precedence: facts.barcode === null ? null : barcodePrecedence,
    facts: encodeFacts(facts)
  }
}
