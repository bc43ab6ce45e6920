import { fields, type SearchableProduct } from "../../../domain/search/SearchableProduct.ts"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { exactNameFlags, storedExactNames } from "./ExactNames.ts"
import { productChecksum, type StoredProduct } from "./StoredProduct.ts"
import { toStoredTerms } from "./StoredTerms.ts"
import { marksColumn, fieldColumn, type TermWords } from "./WordColumns.ts"

/** What a row of `products` holds beside its number and its key. */
export interface ProductRow extends Omit<StoredProduct, "number" | "rank"> {
  readonly terms: string | null
  readonly exactNames: string | null
}

/** Takes `productParameters`. */
export const insertProductSql = `
  INSERT INTO products (version, rank, barcode, precedence, terms, exact_names, facts, checksum, id, number)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

export const productParameters = (row: ProductRow, number: number, rank: number | null) => {
  const { barcode, exactNames, facts, id, precedence, terms, version } = row
  const checksum = productChecksum({ ...row, number, rank })
  return [version, rank, barcode, precedence, terms, exactNames, facts, checksum, id, number] as const
}

/** What stays of a withdrawn product is a stub with the version, so that an older change that comes late does not bring it back. */
export const rowOf = (change: ProductChange): ProductRow => {
  if (change._tag === "Withdraw") {
    const { id, version } = change
    return { id, version, barcode: null, precedence: null, terms: null, exactNames: null, facts: null }
  }
  const { barcodePrecedence, facts, searchable, version } = change.document
  return {
    id: facts.id,
    version,
    barcode: facts.barcode,
    precedence: facts.barcode === null ? null : barcodePrecedence,
    terms: toStoredTerms(searchable.terms),
    exactNames: storedExactNames(searchable),
    facts: JSON.stringify(facts)
  }
}

export const searchableOf = (change: ProductChange): SearchableProduct | null =>
  change._tag === "Put" ? change.document.searchable : null

/** What a product is found by: the columns of `product_words`, its exact names and their flags. */
export interface FoundBy {
  readonly columns: ReadonlyArray<string>
  readonly exactNames: ReadonlyArray<string>
  readonly flags: number
}

/** `wordsOf` is told each term once. */
export const foundBy = (searchable: SearchableProduct, wordsOf: (term: string) => TermWords): FoundBy => ({
  columns: [...fields.map((field) => fieldColumn(field, searchable.terms[field], wordsOf)), marksColumn(searchable)],
  exactNames: searchable.exactNames,
  flags: exactNameFlags(searchable)
})

const insertWordsSql = `
  INSERT INTO product_words (rowid, subject, head, dish, phrase, name, brand, code, category, marks)
  VALUES (CAST(? AS INTEGER), ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/**
 * Puts the words in, in the order of the keys: FTS5 writes a segment of its own before every row that comes before the last
 * one, so a batch in any other order is hundreds of segments to be merged.
 */
export const insertWords = (
  db: SqliteDatabase,
  found: Array<{ readonly key: number; readonly columns: ReadonlyArray<string> }>
): void => {
  const insert = db.statement(insertWordsSql)
  for (const { columns, key } of found.sort((a, b) => a.key - b.key)) insert.run(key, ...columns)
}
