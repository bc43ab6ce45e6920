import { documentVersion } from "../../../projections/product-search/ProductDocument.ts"
import { formatVersion } from "../../inverted-index/SegmentHeader.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

/**
 * `products` is what is held of each product: `rank` is its key in the segments (see `ProductKey.ts`), NULL once it is
 * withdrawn; `precedence` orders those of one barcode (see `BarcodePrecedence.ts`); `checksum` is of what is answered (see
 * `StoredProduct.ts`). The words are in segments of an inverted index: `index_segments` says which there are, and
 * `index_chunks` holds their chunks by `chunkKey`. `next_segment` is a number that no segment ever had.
 */
const tables = `
  CREATE TABLE product_index_meta (version TEXT NOT NULL, next_segment INTEGER NOT NULL DEFAULT 1);
  CREATE TABLE products (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    rank INTEGER,
    barcode TEXT,
    precedence INTEGER,
    facts TEXT,
    checksum INTEGER NOT NULL
  );
  CREATE TABLE index_segments (
    segment INTEGER PRIMARY KEY,
    products INTEGER NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE index_chunks (key INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
`

/** What tells where in a table something stands; made in sorted order where the table is full before. */
const indexes = {
  products_by_id: "CREATE UNIQUE INDEX products_by_id ON products (id)",
  products_by_barcode: "CREATE INDEX products_by_barcode ON products (barcode, precedence) WHERE barcode IS NOT NULL"
}

export const createIndexes = (db: SqliteDatabase): void => {
  for (const sql of Object.values(indexes)) db.exec(sql)
}

export const dropIndexes = (db: SqliteDatabase): void => {
  for (const name of Object.keys(indexes)) db.exec(`DROP INDEX ${name}`)
}

const schemaVersion = "9"
const version = `schema ${schemaVersion}, segments ${formatVersion}, ${documentVersion}`

/** Creates the tables in an empty database; to be called inside a write transaction. */
export const createProductIndex = (db: SqliteDatabase): void => {
  db.exec(tables)
  createIndexes(db)
  db.statement("INSERT INTO product_index_meta (version) VALUES (?)").run(version)
}

const hasTables = (db: SqliteDatabase): boolean =>
  db.statement("SELECT 1 FROM sqlite_schema WHERE name = 'product_index_meta'").get() !== undefined

/** Was the file made by today's tables, segments, analyser and ranking? If not, its answers would be wrong: build it again. */
export const isCurrentProductIndex = (db: SqliteDatabase): boolean =>
  hasTables(db) && db.statement("SELECT version FROM product_index_meta").get()?.["version"] === version

/** Creates what is not there yet; leaves a file of another version to whoever composes the program. */
export const ensureProductIndex = (db: SqliteDatabase): void => {
  if (!hasTables(db)) createProductIndex(db)
}
