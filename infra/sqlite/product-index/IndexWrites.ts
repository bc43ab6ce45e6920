import { Schema } from "effect"
import { places, vocabularyTerms } from "../../../domain/search/SearchableProduct.ts"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import type { ProductDocument } from "../../../projections/product-search/ProductDocument.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { noteChanges } from "./Compaction.ts"
import { deleteExactNames, insertExactNames } from "./ExactNames.ts"
import { rankKey } from "./RankKey.ts"
import { storedVocabularyTerms, toStoredTerms } from "./StoredTerms.ts"
import { changeVocabulary, noteTerms, type TermChanges } from "./Vocabulary.ts"
import { marksColumn, placeColumn } from "./WordQuery.ts"

const decodeHeld = Schema.decodeUnknownSync(
  Schema.Struct({
    number: Schema.Int,
    version: Schema.Int,
    rank: Schema.NullOr(Schema.Int),
    terms: Schema.NullOr(Schema.String)
  })
)
type Held = ReturnType<typeof decodeHeld>

/**
 * Applies the changes, except those whose version is not above the one held; for the inside of a write transaction.
 * Answers the words that may be new to the vocabulary.
 */
export const applyChanges = (db: SqliteDatabase, changes: ReadonlyArray<ProductChange>): ReadonlyArray<string> => {
  const terms: TermChanges = new Map()
  for (const change of changes) applyChange(db, change, terms)
  noteChanges(db, changes.length)
  return changeVocabulary(db, terms)
}

const applyChange = (db: SqliteDatabase, change: ProductChange, terms: TermChanges): void => {
  const id = change._tag === "Put" ? change.document.facts.id : change.id
  const version = change._tag === "Put" ? change.document.version : change.version
  const row = db.statement("SELECT number, version, rank, terms FROM products WHERE id = ?").get(id)
  const held = row === undefined ? null : decodeHeld(row)
  if (held !== null && held.version >= version) return
  if (held !== null) removeFromSearch(db, held, terms)
  const number = held?.number ?? insertStub(db, id)
  if (change._tag === "Put") put(db, number, change.document, terms)
  else withdraw(db, number, version)
}

const removeFromSearch = (db: SqliteDatabase, { rank, terms }: Held, changes: TermChanges): void => {
  if (rank === null) return
  if (terms !== null) noteTerms(changes, storedVocabularyTerms(terms), -1)
  db.statement("DELETE FROM product_words WHERE rowid = CAST(? AS INTEGER)").run(rank)
  deleteExactNames(db, rank)
}

/** A product keeps its number for good. The table numbers upwards from 1. */
const insertStub = (db: SqliteDatabase, id: string): number =>
  Number(db.statement("INSERT INTO products (id, version) VALUES (?, 0)").run(id).lastInsertRowid)

const insertWordsSql = `
  INSERT INTO product_words (rowid, subject, head, phrase, name, brand, code, category, marks)
  VALUES (CAST(? AS INTEGER), ?, ?, ?, ?, ?, ?, ?, ?)`

const put = (
  db: SqliteDatabase,
  number: number,
  { facts, searchable, version }: ProductDocument,
  changes: TermChanges
): void => {
  const key = rankKey(searchable, number)
  db.statement("UPDATE products SET version = ?, rank = ?, barcode = ?, terms = ?, facts = ? WHERE number = ?").run(
    version,
    key,
    facts.barcode,
    toStoredTerms(searchable.terms),
    JSON.stringify(facts),
    number
  )
  noteTerms(changes, vocabularyTerms(searchable.terms), 1)
  const columns = places.map((place) => placeColumn(place, searchable.terms[place]))
  db.statement(insertWordsSql).run(key, ...columns, marksColumn(searchable))
  insertExactNames(db, key, searchable)
}

/** What stays is a stub with the version, so that an older change that comes late does not bring the product back. */
const withdraw = (db: SqliteDatabase, number: number, version: number): void => {
  db.statement(
    "UPDATE products SET version = ?, rank = NULL, barcode = NULL, terms = NULL, facts = NULL WHERE number = ?"
  ).run(version, number)
}
