import { documentVersion } from "../../../projections/product-search/ProductDocument.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

/**
 * `products` is what is held of each product; `rank` is its row of `product_words` (see `RankKey.ts`), NULL once it is
 * withdrawn, and `terms` what it is found by (see `StoredTerms.ts`). `precedence` orders those of one barcode (see
 * `BarcodePrecedence.ts`), \`checksum\` is of what is answered (see \`StoredProduct.ts\`). `product_words` only finds: the terms come ready, so
 * its tokenizer splits at blanks and leaves every other character alone, which `unicode61` does not (its Unicode tables
 * are older than ours). Its columns are the fields; `marks` holds the tags, `#region_us`, and the terms of the two best
 * fields once more, so that each field has a list of its own: `^^milk` is a subject, `^milk` a subject or head. Those of categories are marked, `$milk`.
 * `exact_names` finds whole names. `vocabulary` says how many products carry a term, and how words as written sound.
 */
const tables = `
  CREATE TABLE product_index_meta (version TEXT NOT NULL, uncompacted INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE products (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    rank INTEGER,
    barcode TEXT,
    precedence INTEGER,
    terms TEXT,
    exact_names TEXT,
    facts TEXT,
    checksum INTEGER NOT NULL
  );
  CREATE TABLE exact_names (
    name TEXT NOT NULL,
    rank INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    PRIMARY KEY (name, rank)
  ) WITHOUT ROWID;
  CREATE TABLE vocabulary (term TEXT PRIMARY KEY, products INTEGER NOT NULL, sound TEXT) WITHOUT ROWID;
  CREATE VIRTUAL TABLE product_words USING fts5(
    subject, head, dish, phrase, name, brand, code, category, marks,
    content = '', contentless_delete = 1, detail = column,
    tokenize = "ascii tokenchars '.%=#@_~^$*+-'"
  );
`

/** What tells where in a table something stands; made in sorted order where the table is full before. */
const indexes = {
  products_by_id: "CREATE UNIQUE INDEX products_by_id ON products (id)",
  products_by_barcode: "CREATE INDEX products_by_barcode ON products (barcode, precedence) WHERE barcode IS NOT NULL",
  vocabulary_by_sound: "CREATE INDEX vocabulary_by_sound ON vocabulary (sound) WHERE sound IS NOT NULL"
}

export const createIndexes = (db: SqliteDatabase): void => {
  for (const sql of Object.values(indexes)) db.exec(sql)
}

export const dropIndexes = (db: SqliteDatabase): void => {
  for (const name of Object.keys(indexes)) db.exec(`DROP INDEX ${name}`)
}

const schemaVersion = "7"
const version = `schema ${schemaVersion}, ${documentVersion}`

/** Creates the tables in an empty database; to be called inside a write transaction. */
export const createProductIndex = (db: SqliteDatabase): void => {
  db.exec(tables)
  createIndexes(db)
  db.statement("INSERT INTO product_index_meta (version) VALUES (?)").run(version)
}

const hasTables = (db: SqliteDatabase): boolean =>
  db.statement("SELECT 1 FROM sqlite_schema WHERE name = 'product_index_meta'").get() !== undefined

/** Was the file made by today's tables, analyser and ranking? If not, its answers would be wrong: build it again. */
export const isCurrentProductIndex = (db: SqliteDatabase): boolean =>
  hasTables(db) && db.statement("SELECT version FROM product_index_meta").get()?.["version"] === version

/** Creates what is not there yet; leaves a file of another version to whoever composes the program. */
export const ensureProductIndex = (db: SqliteDatabase): void => {
  if (!hasTables(db)) createProductIndex(db)
}
