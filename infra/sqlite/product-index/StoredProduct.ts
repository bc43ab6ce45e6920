import { Predicate } from "effect"
import { crc32 } from "node:zlib"
import { UnnoticedDamage } from "../UnnoticedDamage.ts"

/** What an answer is made of in a row of `products`; what a product is found by is not among it. */
export interface StoredProduct {
  readonly number: number
  readonly id: string
  readonly version: number
  /** its key in the word index; `null`: it is withdrawn, and so has no facts either */
  readonly rank: number | null
  readonly barcode: string | null
  readonly precedence: number | null
  /** see `StoredFacts.ts` */
  readonly facts: string | null
}

/** Neither an id nor a barcode nor JSON holds this character. */
const separator = "\u001f"

/** The CRC-32 that stands in the row; by the text that `checkedText` makes of it. */
export const productChecksum = (product: StoredProduct): number => {
  const { barcode, facts, id, number, precedence, rank, version } = product
  return crc32(
    facts ?? "",
    crc32([number, id, version, rank ?? "", barcode ?? "", precedence ?? "", ""].join(separator))
  )
}

const columns = ["number", "id", "version", "rank", "barcode", "precedence", "facts"]

/** In SQL, the columns that `readProduct` takes. */
export const checkedColumns = [...columns, "checksum"].map((column) => `products.${column}`).join(", ")

const isNumberOrNull = (value: unknown): value is number | null => value === null || Predicate.isNumber(value)
const isStringOrNull = (value: unknown): value is string | null => value === null || Predicate.isString(value)

/** The product of a row of `checkedColumns`. Throws `UnnoticedDamage` where it is not what was written. */
export const readProduct = (row: Readonly<Record<string, unknown>>): StoredProduct => {
  const { barcode, checksum, facts, id, number, precedence, rank, version } = row
  if (
    Predicate.isNumber(number) &&
    Predicate.isString(id) &&
    Predicate.isNumber(version) &&
    isNumberOrNull(rank) &&
    isStringOrNull(barcode) &&
    isNumberOrNull(precedence) &&
    isStringOrNull(facts)
  ) {
    const product = { number, id, version, rank, barcode, precedence, facts }
    if (productChecksum(product) === checksum) return product
  }
  throw new UnnoticedDamage("a product")
}

/** The same of a row that an index leads to, which must be the one that was asked for. */
export const readAsked = (
  row: Readonly<Record<string, unknown>>,
  isAsked: (product: StoredProduct) => boolean
): StoredProduct => {
  const product = readProduct(row)
  if (!isAsked(product)) throw new UnnoticedDamage("an index of products")
  return product
}

/** In SQL, the same as one text for `readChecked`: that of many products is read faster than as many rows. */
export const checkedText = [...columns, "checksum"]
  .map((column) => `ifnull(products.${column}, '')`)
  .join(" || char(31) || ")

/** The product of a `checkedText`. Throws `UnnoticedDamage` where the row is not what was written. */
export const readChecked = (text: unknown): StoredProduct => {
  const checked = Predicate.isString(text) ? text.lastIndexOf(separator) : -1
  if (!Predicate.isString(text) || String(crc32(text.slice(0, checked))) !== text.slice(checked + 1)) {
    throw new UnnoticedDamage("a product")
  }
  const [number = "", id = "", version = "", rank, barcode, precedence, facts] = text.slice(0, checked).split(separator)
  return {
    number: Number(number),
    id,
    version: Number(version),
    rank: rank ? Number(rank) : null,
    barcode: barcode || null,
    precedence: precedence ? Number(precedence) : null,
    facts: facts || null
  }
}
