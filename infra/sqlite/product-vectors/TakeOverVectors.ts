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

/** Reads whatever the copy would read: a file that is being built has no journal, so nothing in it could be undone. */
const probeSql = `
  SELECT count(*), sum(length(old.vector)), max(listed.id), max(old.version)
  FROM live.products AS listed JOIN live.product_vectors AS old ON old.number = listed.number`

/**
 * Takes vectors over from the live views file, as far as they were made from the same versions of the products: a read
 * model that is built anew need not be embedded anew, and its search by meaning answers at once. For a file that is
 * being built; blocks for as long as copying takes. From a live file that is damaged nothing is taken: all are made anew.
 */
export const takeOverVectors = (db: SqliteDatabase, livePath: string): Effect.Effect<void, StorageUnavailable> => {
  const attach = db.read("open the live views", () => void db.statement("ATTACH DATABASE ? AS live").run(livePath))
  const detach = Effect.sync(() => db.exec("DETACH DATABASE live"))
  const hasVectors = db.read("look for live vectors", () => db.statement(hasVectorsSql).get() !== undefined)
  const probe = db.read("read the live vectors", () => void db.statement(probeSql).get())
  const copy = db.write("take the vectors over", () => {
    createVectorTables(db)
    db.exec(`${modelSql}; ${vectorsSql}; ${dueSql}`)
  })
  const ifReadable = Effect.gen(function* () {
    if (!(yield* hasVectors)) return false
    yield* probe
    return true
  }).pipe(
    Effect.catchTag("StorageUnavailable", ({ message }) =>
      Effect.as(Effect.logWarning("the live views are damaged: their vectors are made anew", message), false)
    )
  )
  // a file that is not there would be made
  if (!existsSync(livePath)) return Effect.void
  return Effect.acquireUseRelease(
    attach,
    () => Effect.flatMap(ifReadable, (isReadable) => (isReadable ? copy : Effect.void)),
    () => detach
  )
}
