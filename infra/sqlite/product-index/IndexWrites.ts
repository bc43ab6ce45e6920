import { Schema } from "effect"
import { places } from "../../../domain/search/SearchableProduct.ts"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import type { ProductDocument } from "../../../projections/product-search/ProductDocument.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { deleteExactNames, insertExactNames } from "./ExactNames.ts"
import { rankKey } from "./RankKey.ts"
import { tagsColumn, wordsColumn } from "./WordQuery.ts"

const decodeHeld = Schema.decodeUnknownSync(
  Schema.Struct({ number: Schema.Int, version: Schema.Int, rank: Schema.NullOr(Schema.Int) })
)
type Held = ReturnType<typeof decodeHeld>

/** Applies one change unless the same or a later version is held; to be called inside a write transaction. */
export const applyChange = (db: SqliteDatabase, change: ProductChange): void => {
  const id = change._tag === "Put" ? change.document.facts.id : change.id
  const version = change._tag === "Put" ? change.document.version : change.version
  const row = db.statement("SELECT number, version, rank FROM products WHERE id = ?").get(id)
  const held = row === undefined ? null : decodeHeld(row)
  if (held !== null && held.version >= version) return
  if (held !== null) removeFromSearch(db, held)
  const number = held?.number ?? insertStub(db, id)
  if (change._tag === "Put") put(db, number, change.document)
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

const put = (db: SqliteDatabase, number: number, { facts, searchable, version }: ProductDocument): void => {
  const key = rankKey(searchable.staticRank, number)
  db.statement("UPDATE products SET version = ?, rank = ?, barcode = ?, facts = ? WHERE number = ?").run(
    version,
    key,
    facts.barcode,
    JSON.stringify(facts),
    number
  )
  const columns = places.map((place) => wordsColumn(searchable.words[place]))
  db.statement(insertWordsSql).run(key, ...columns, tagsColumn(searchable.tags))
  insertExactNames(db, key, searchable)
}

/** What stays is a stub with the version, so that an older change that comes late does not bring the product back. */
const withdraw = (db: SqliteDatabase, number: number, version: number): void => {
  db.statement("UPDATE products SET version = ?, rank = NULL, barcode = NULL, facts = NULL WHERE number = ?").run(
    version,
    number
  )
}
