import { Schema } from "effect"
import { places } from "../../../domain/search/SearchableProduct.ts"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import type { ProductDocument } from "../../../projections/product-search/ProductDocument.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { noteChanges } from "./Compaction.ts"
import { deleteExactNames, insertExactNames } from "./ExactNames.ts"
import { rankKey } from "./RankKey.ts"
import { addToVocabulary } from "./Vocabulary.ts"
import { storedWords, tagsColumn } from "./WordQuery.ts"

const decodeHeld = Schema.decodeUnknownSync(
  Schema.Struct({ number: Schema.Int, version: Schema.Int, rank: Schema.NullOr(Schema.Int) })
)
type Held = ReturnType<typeof decodeHeld>

/** Applies the changes, except those whose version is not above the one held; for the inside of a write transaction. */
export const applyChanges = (db: SqliteDatabase, changes: ReadonlyArray<ProductChange>): void => {
  const words = new Set<string>()
  for (const change of changes) applyChange(db, change, words)
  addToVocabulary(db, words)
  noteChanges(db, changes.length)
}

const applyChange = (db: SqliteDatabase, change: ProductChange, words: Set<string>): void => {
  const id = change._tag === "Put" ? change.document.facts.id : change.id
  const version = change._tag === "Put" ? change.document.version : change.version
  const row = db.statement("SELECT number, version, rank FROM products WHERE id = ?").get(id)
  const held = row === undefined ? null : decodeHeld(row)
  if (held !== null && held.version >= version) return
  if (held !== null) removeFromSearch(db, held)
  const number = held?.number ?? insertStub(db, id)
  if (change._tag === "Put") put(db, number, change.document, words)
  else withdraw(db, number, version)
}

const removeFromSearch = (db: SqliteDatabase, { rank }: Held): void => {
  if (rank === null) return
  db.statement("DELETE FROM product_words WHERE rowid = CAST(? AS INTEGER)").run(rank)
  deleteExactNames(db, rank)
}

/** A product keeps its number for good. The table numbers upwards from 1. */
const insertStub = (db: SqliteDatabase, id: string): number =>
  Number(db.statement("INSERT INTO products (id, version) VALUES (?, 0)").run(id).lastInsertRowid)

const insertWordsSql = `
  INSERT INTO product_words (rowid, head, name, brand, category, code, tags)
  VALUES (CAST(? AS INTEGER), ?, ?, ?, ?, ?, ?)`

const put = (
  db: SqliteDatabase,
  number: number,
  { facts, searchable, version }: ProductDocument,
  vocabulary: Set<string>
): void => {
  const key = rankKey(searchable, number)
  db.statement("UPDATE products SET version = ?, rank = ?, barcode = ?, facts = ? WHERE number = ?").run(
    version,
    key,
    facts.barcode,
    JSON.stringify(facts),
    number
  )
  const columns = places.map((place) => storedWords(searchable.words[place]))
  for (const words of columns) for (const word of words) vocabulary.add(word)
  db.statement(insertWordsSql).run(key, ...columns.map((words) => [...words].join(" ")), tagsColumn(searchable.tags))
  insertExactNames(db, key, searchable)
}

/** What stays is a stub with the version, so that an older change that comes late does not bring the product back. */
const withdraw = (db: SqliteDatabase, number: number, version: number): void => {
  db.statement("UPDATE products SET version = ?, rank = NULL, barcode = NULL, facts = NULL WHERE number = ?").run(
    version,
    number
  )
}
