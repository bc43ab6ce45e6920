import { Schema } from "effect"
import { places, type SearchableProduct } from "../../../domain/search/SearchableProduct.ts"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { noteChanges } from "./Compaction.ts"
import { deleteExactNames, insertExactNames, storedExactNames } from "./ExactNames.ts"
import { rankKey } from "./RankKey.ts"
import { storedVocabularyTerms, toStoredTerms } from "./StoredTerms.ts"
import { changeVocabulary, noteTerm, type TermChanges } from "./Vocabulary.ts"
import { marksColumn, placeColumn } from "./WordColumns.ts"

const decodeHeld = Schema.decodeUnknownSync(
  Schema.Struct({
    number: Schema.Int,
    version: Schema.Int,
    rank: Schema.NullOr(Schema.Int),
    terms: Schema.NullOr(Schema.String),
    exactNames: Schema.NullOr(Schema.String)
  })
)
type Held = ReturnType<typeof decodeHeld>

/** What is found of a product, and the key under which it is. */
interface Found {
  readonly key: number
  readonly columns: ReadonlyArray<string>
  readonly searchable: SearchableProduct
}

/** What a batch does to the product index beyond the rows of `products`. */
interface Batch {
  readonly db: SqliteDatabase
  readonly terms: TermChanges
  /** no longer found like this */
  readonly removed: Array<Held & { readonly rank: number }>
  readonly added: Array<Found>
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
  for (const [id, change] of newestOf(changes)) hold(batch, id, change)
  removeFromSearch(batch)
  addToSearch(batch)
  noteChanges(db, changes.length)
  return changeVocabulary(db, batch.terms)
}

const idOf = (change: ProductChange): string => (change._tag === "Put" ? change.document.facts.id : change.id)
const versionOf = (change: ProductChange): number => (change._tag === "Put" ? change.document.version : change.version)

const newestOf = (changes: ReadonlyArray<ProductChange>): ReadonlyMap<string, ProductChange> => {
  const newest = new Map<string, ProductChange>()
  for (const change of changes) {
    const known = newest.get(idOf(change))
    if (known === undefined || versionOf(known) < versionOf(change)) newest.set(idOf(change), change)
  }
  return newest
}

const heldSql = "SELECT number, version, rank, terms, exact_names AS exactNames FROM products WHERE id = ?"

const hold = (batch: Batch, id: string, change: ProductChange): void => {
  const row = rowOf(change)
  // most are new: looking for them first would find their place in the table twice
  if (write(batch, addSql, id, batch.nextNumber, row)) {
    batch.nextNumber++
    return
  }
  const held = decodeHeld(batch.db.statement(heldSql).get(id))
  if (held.version >= row.version) return
  if (held.rank !== null) batch.removed.push({ ...held, rank: held.rank })
  // a product keeps its number for good
  write(batch, changeSql, id, held.number, row)
}

/** What a row holds beside its keys; `searchable` is what is found of it. */
interface Row {
  readonly version: number
  readonly searchable: SearchableProduct | null
  /** barcode, precedence, terms, exact names, facts */
  readonly values: ReadonlyArray<string | number | null>
}

/** What stays of a withdrawn product is a stub with the version, so that an older change that comes late does not bring it back. */
const rowOf = (change: ProductChange): Row => {
  if (change._tag === "Withdraw") {
    return { version: change.version, searchable: null, values: [null, null, null, null, null] }
  }
  const { barcodePrecedence, facts, searchable, version } = change.document
  const precedence = facts.barcode === null ? null : barcodePrecedence
  const terms = toStoredTerms(searchable.terms)
  const values = [facts.barcode, precedence, terms, storedExactNames(searchable), JSON.stringify(facts)]
  return { version, searchable, values }
}

const addSql = `
  INSERT INTO products (version, rank, barcode, precedence, terms, exact_names, facts, id, number)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO NOTHING`
const changeSql = `
  UPDATE products SET version = ?, rank = ?, barcode = ?, precedence = ?, terms = ?, exact_names = ?, facts = ?
  WHERE id = ? AND number = ?`

/** false: nothing was written, because it is held already */
const write = ({ added, db, terms }: Batch, sql: string, id: string, number: number, row: Row): boolean => {
  const { searchable, values, version } = row
  const key = searchable === null ? null : rankKey(searchable, number)
  if (Number(db.statement(sql).run(version, key, ...values, id, number).changes) === 0) return false
  if (searchable === null || key === null) return true
  const note = (term: string) => noteTerm(terms, term, 1)
  const columns = places.map((place) => placeColumn(place, searchable.terms[place], note))
  added.push({ key, columns, searchable })
  return true
}

const removeFromSearch = ({ db, removed, terms }: Batch): void => {
  for (const held of removed.sort((a, b) => a.rank - b.rank)) {
    for (const term of storedVocabularyTerms(held.terms ?? "")) noteTerm(terms, term, -1)
    db.statement("DELETE FROM product_words WHERE rowid = CAST(? AS INTEGER)").run(held.rank)
    deleteExactNames(db, held.rank, held.exactNames)
  }
}

const insertWordsSql = `
  INSERT INTO product_words (rowid, subject, head, dish, phrase, name, brand, code, category, marks)
  VALUES (CAST(? AS INTEGER), ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/**
 * In the order of the keys: FTS5 writes a segment of its own before every row that comes before the last one, so a
 * batch in any other order is hundreds of segments to be merged.
 */
const addToSearch = ({ added, db }: Batch): void => {
  const insert = db.statement(insertWordsSql)
  for (const { columns, key, searchable } of added.sort((a, b) => a.key - b.key)) {
    insert.run(key, ...columns, marksColumn(searchable))
  }
  for (const { key, searchable } of added) insertExactNames(db, key, searchable)
}
