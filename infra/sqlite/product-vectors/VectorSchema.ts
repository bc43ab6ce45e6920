import { Schema } from "effect"
import type { EmbeddingModel } from "../../../projections/ports/Embedder.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

/**
 * `product_vectors` holds a vector for each product (see `StoredVector.ts`), made from the facts of that `version`; NULL
 * once the product is withdrawn; `checksum` is of both (see `CheckedVector.ts`). Each batch of writes has a `sequence` of its own, by which the scanning thread follows
 * what changed; `file` is of no other file and no earlier fill of this one. `vectors_due` names the products whose vector is missing or of other facts: the triggers put them in
 * whatever writes to `products`, in the same transaction. Both have the numbers of `products`.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS vector_model (
    id TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    file TEXT NOT NULL,
    sequence INTEGER NOT NULL DEFAULT 0,
    is_complete INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS product_vectors (
    number INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    vector BLOB,
    checksum INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS product_vectors_by_sequence ON product_vectors (sequence);
  CREATE TABLE IF NOT EXISTS vectors_due (number INTEGER PRIMARY KEY);
  CREATE TRIGGER IF NOT EXISTS vector_due_of_new AFTER INSERT ON products BEGIN
    INSERT INTO vectors_due (number) VALUES (new.number) ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER IF NOT EXISTS vector_due_of_changed AFTER UPDATE OF version ON products BEGIN
    INSERT INTO vectors_due (number) VALUES (new.number) ON CONFLICT DO NOTHING;
  END;
`

export const createVectorTables = (db: SqliteDatabase): void => db.exec(tables)

/** A file that was just put in the place of another may lack them, until whoever writes vectors has looked at it. */
export const hasVectorTables = (db: SqliteDatabase): boolean =>
  db.statement("SELECT 1 FROM sqlite_schema WHERE name = 'vector_model'").get() !== undefined

/** How vectors are stored; a change of it makes all of them anew. */
const storageVersion = "int16"

const modelVersion = ({ dimensions, id }: EmbeddingModel): string => `${storageVersion} ${dimensions} ${id}`

const decodeModel = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String, dimensions: Schema.Int }))

const isOf = (model: EmbeddingModel, row: unknown): boolean => {
  const { dimensions, id } = decodeModel(row)
  return id === modelVersion(model) && dimensions === model.dimensions
}

/**
 * Prepares the tables for the vectors of this model: those of another are thrown away, and every product is due. To be
 * called inside a write transaction, after the tables of the product index were made.
 */
export const ensureProductVectors = (db: SqliteDatabase, model: EmbeddingModel): void => {
  createVectorTables(db)
  const row = db.statement("SELECT id, dimensions FROM vector_model").get()
  if (row !== undefined && isOf(model, row)) return
  db.exec("DELETE FROM vector_model; DROP TABLE product_vectors; DELETE FROM vectors_due")
  createVectorTables(db)
  db.exec("INSERT INTO vectors_due (number) SELECT number FROM products WHERE rank IS NOT NULL")
  db.statement("INSERT INTO vector_model (id, dimensions, file) VALUES (?, ?, hex(randomblob(8)))").run(
    modelVersion(model),
    model.dimensions
  )
}

const decodeFile = Schema.decodeUnknownSync(Schema.Struct({ file: Schema.String }))

/** Which file it is, whatever its path. */
export const fileOf = (db: SqliteDatabase): string =>
  decodeFile(db.statement("SELECT file FROM vector_model").get()).file
