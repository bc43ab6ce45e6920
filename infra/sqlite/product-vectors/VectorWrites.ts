import { Schema } from "effect"
import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { isZero, toStored } from "../../../projections/product-vectors/StoredVector.ts"
import type { VectorCoverage } from "../../../projections/ports/ProductVectors.ts"
import { decodeProducts } from "../product-index/StoredFacts.ts"
import { checkedColumns, readProduct } from "../product-index/StoredProduct.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { vectorChecksum } from "./CheckedVector.ts"
import { hasVectorTables } from "./VectorSchema.ts"

/** A product whose vector is to be made; `facts` is `null` for a withdrawn one, whose vector goes. */
export interface DueProduct {
  readonly number: number
  readonly version: number
  readonly facts: ProductFacts | null
}

const dueSql = `
  SELECT ${checkedColumns} FROM vectors_due JOIN products USING (number)
  ORDER BY vectors_due.number LIMIT ?`

/** The first products that are due. */
export const readDue = (db: SqliteDatabase, limit: number): ReadonlyArray<DueProduct> =>
  decodeProducts(db.statement(dueSql).all(limit).map(readProduct))

const nextSequenceSql = "UPDATE vector_model SET sequence = sequence + 1 RETURNING sequence"
const decodeSequence = Schema.decodeUnknownSync(Schema.Struct({ sequence: Schema.Int }))

const writeSql = `
  INSERT INTO product_vectors (number, version, sequence, vector, checksum) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (number) DO UPDATE SET version = excluded.version, sequence = excluded.sequence, vector = excluded.vector,
    checksum = excluded.checksum`

// a product that was changed meanwhile stays due
const doneSql = `
  DELETE FROM vectors_due
  WHERE number = ? AND (SELECT version FROM products AS p WHERE p.number = vectors_due.number) = CAST(? AS INTEGER)`

export interface MadeVector {
  readonly due: DueProduct
  readonly vector: Float32Array | null
}

/** Keeps the vectors; to be called inside a write transaction. */
export const writeVectors = (db: SqliteDatabase, made: ReadonlyArray<MadeVector>): void => {
  const { sequence } = decodeSequence(db.statement(nextSequenceSql).get())
  for (const { due, vector } of made) {
    const { number, version } = due
    const stored = vector === null || isZero(vector) ? null : toStored(vector)
    db.statement(writeSql).run(number, version, sequence, stored, vectorChecksum(number, version, stored))
    db.statement(doneSql).run(number, version)
  }
}

/** From now on the vectors are worth asking. */
export const markComplete = (db: SqliteDatabase): void => {
  db.exec("UPDATE vector_model SET is_complete = 1 WHERE is_complete = 0")
}

const coverageSql = `
  SELECT is_complete AS isComplete, (SELECT count(*) FROM vectors_due) AS due,
    EXISTS (SELECT 1 FROM products) AS hasProducts
  FROM vector_model`
const decodeCoverage = Schema.decodeUnknownSync(
  Schema.Struct({ isComplete: Schema.Int, due: Schema.Int, hasProducts: Schema.Int })
)

/** An empty catalogue has all its vectors. */
export const readCoverage = (db: SqliteDatabase): VectorCoverage => {
  if (!hasVectorTables(db)) return { due: 0, isComplete: false }
  const { due, hasProducts, isComplete } = decodeCoverage(db.statement(coverageSql).get())
  return { due, isComplete: isComplete === 1 || hasProducts === 0 }
}

const isCompleteSql = "SELECT is_complete OR NOT EXISTS (SELECT 1 FROM products) AS answer FROM vector_model"

/** The same without counting. */
export const isComplete = (db: SqliteDatabase): boolean =>
  hasVectorTables(db) && db.statement(isCompleteSql).get()?.["answer"] === 1
