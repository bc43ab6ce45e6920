import { Schema } from "effect"
import type { SearchableProduct } from "../../../domain/search/SearchableProduct.ts"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { noteChanges } from "./Compaction.ts"
import { deleteExactNames, insertExactNames } from "./ExactNames.ts"
import {
  type FoundBy,
  foundBy,
  insertProductSql,
  insertWords,
  productParameters,
  type ProductRow,
  rowOf,
  searchableOf
} from "./ProductRow.ts"
import { rankKey } from "./RankKey.ts"
import { checkedColumns, readProduct } from "./StoredProduct.ts"
import { storedVocabularyTerms } from "./StoredTerms.ts"
import { changeVocabulary, noteTerm, type TermChanges } from "./Vocabulary.ts"

const decodeHeld = Schema.decodeUnknownSync(
  Schema.Struct({
    terms: Schema.NullOr(Schema.String),
    exactNames: Schema.NullOr(Schema.String)
  })
)

/** What a product was found by. */
type Held = ReturnType<typeof decodeHeld> & { readonly rank: number }

/** What a change writes; a withdrawn product is found by nothing. */
interface Written {
  readonly row: ProductRow
  readonly searchable: SearchableProduct | null
}

/** What a batch does to the product index beyond the rows of `products`. */
interface Batch {
  readonly db: SqliteDatabase
  readonly terms: TermChanges
  /** no longer found like this */
  readonly removed: Array<Held>
  readonly added: Array<FoundBy & { readonly key: number }>
  /** of the product that is listed next; the table numbers upwards from 1 */
  nextNumber: number
}

const lastNumberSql = "SELECT coalesce(max(number), 0) AS number FROM products"

/**
 * Applies the changes, except those whose version is not above the one held; for the inside of a write transaction.
 * Answers the words that are new to the vocabulary.
 */
export const applyChanges = (db: SqliteDatabase, changes: ReadonlyArray<ProductChange>): ReadonlyArray<string> => {
  const lastNumber = Number(db.statement(lastNumberSql).get()?.["number"])
  const batch: Batch = { db, terms: new Map(), removed: [], added: [], nextNumber: lastNumber + 1 }
  for (const change of newestOf(changes)) hold(batch, change)
  removeFromSearch(batch)
  addToSearch(batch)
  noteChanges(db, changes.length)
  return changeVocabulary(db, batch.terms)
}

const idOf = (change: ProductChange): string => (change._tag === "Put" ? change.document.facts.id : change.id)
const versionOf = (change: ProductChange): number => (change._tag === "Put" ? change.document.version : change.version)

const newestOf = (changes: ReadonlyArray<ProductChange>): Iterable<ProductChange> => {
  const newest = new Map<string, ProductChange>()
  for (const change of changes) {
    const known = newest.get(idOf(change))
    if (known === undefined || versionOf(known) < versionOf(change)) newest.set(idOf(change), change)
  }
  return newest.values()
}

const heldSql = `SELECT ${checkedColumns}, terms, exact_names AS exactNames FROM products WHERE id = ?`

const hold = (batch: Batch, change: ProductChange): void => {
  const written = { row: rowOf(change), searchable: searchableOf(change) }
  // most are new: looking for them first would find their place in the table twice
  if (write(batch, addSql, batch.nextNumber, written)) {
    batch.nextNumber++
    return
  }
  const row = batch.db.statement(heldSql).get(written.row.id) ?? {}
  const { number, rank, version } = readProduct(row)
  if (version >= written.row.version) return
  if (rank !== null) batch.removed.push({ ...decodeHeld(row), rank })
  // a product keeps its number for good
  write(batch, changeSql, number, written)
}

const addSql = `${insertProductSql} ON CONFLICT (id) DO NOTHING`
const changeSql = `
  UPDATE products
  SET version = ?, rank = ?, barcode = ?, precedence = ?, terms = ?, exact_names = ?, facts = ?, checksum = ?
  WHERE id = ? AND number = ?`

/** false: nothing was written, because it is held already */
const write = ({ added, db, terms }: Batch, sql: string, number: number, { row, searchable }: Written): boolean => {
  const key = searchable === null ? null : rankKey(searchable, number)
  if (Number(db.statement(sql).run(...productParameters(row, number, key)).changes) === 0) return false
  if (searchable !== null && key !== null) {
    added.push({ key, ...foundBy(searchable, (term) => noteTerm(terms, term, 1)) })
  }
  return true
}

const removeFromSearch = ({ db, removed, terms }: Batch): void => {
  for (const held of removed.sort((a, b) => a.rank - b.rank)) {
    for (const term of storedVocabularyTerms(held.terms ?? "")) noteTerm(terms, term, -1)
    db.statement("DELETE FROM product_words WHERE rowid = CAST(? AS INTEGER)").run(held.rank)
    deleteExactNames(db, held.rank, held.exactNames)
  }
}

const addToSearch = ({ added, db }: Batch): void => {
  insertWords(db, added)
  for (const found of added) insertExactNames(db, found)
}
