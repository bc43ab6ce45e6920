import { Effect } from "effect"
import { existsSync } from "node:fs"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { createVectorTables } from "./VectorSchema.ts"

const hasVectorsSql = "SELECT 1 FROM live.sqlite_schema WHERE name = 'vector_model'"

const modelSql = `
  INSERT INTO vector_model (id, dimensions, file, sequence, is_complete)
  SELECT id, dimensions, hex(randomblob(8)), 1, is_complete FROM live.vector_model`

const vectorsSql = `
  INSERT INTO product_vectors (number, version, sequence, vector)
  SELECT built.number, old.version, 1, old.vector
  FROM products AS built
  JOIN live.products AS listed ON listed.id = built.id
  JOIN live.product_vectors AS old ON old.number = listed.number AND old.version = built.version
  WHERE built.rank IS NOT NULL AND old.vector IS NOT NULL`

const dueSql = `
  INSERT INTO vectors_due (number)
  SELECT number FROM products WHERE rank IS NOT NULL AND number NOT IN (SELECT number FROM product_vectors)`

/**
 * Takes vectors over from the live views file, as far as they were made from the same versions of the products: a read
 * model that is built anew need not be embedded anew, and its search by meaning answers at once. For a file that is
 * being built; blocks for as long as copying takes.
 */
export const takeOverVectors = (db: SqliteDatabase, livePath: string): Effect.Effect<void, StorageUnavailable> => {
  const attach = db.read("open the live views", () => void db.statement("ATTACH DATABASE ? AS live").run(livePath))
  const copy = db.write("take the vectors over", () => {
    if (db.statement(hasVectorsSql).get() === undefined) return
    createVectorTables(db)
    db.exec(`${modelSql}; ${vectorsSql}; ${dueSql}`)
  })
  // a file that is not there would be made
  if (!existsSync(livePath)) return Effect.void
  return Effect.acquireUseRelease(
    attach,
    () => copy,
    () => Effect.sync(() => db.exec("DETACH DATABASE live"))
  )
}
