import { Effect } from "effect"
import { existsSync } from "node:fs"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { checkedText, readChecked } from "../product-index/StoredProduct.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { UnnoticedDamage } from "../UnnoticedDamage.ts"
import { type CheckedVector, readVector, vectorChecksum } from "./CheckedVector.ts"
import { createVectorTables } from "./VectorSchema.ts"

/** Those of an earlier version of the tables have no checksums. */
const hasVectorsSql = "SELECT 1 FROM pragma_table_info('product_vectors', 'live') WHERE name = 'checksum'"

const liveModelSql = "SELECT id, dimensions, hex(randomblob(8)), 1, is_complete FROM live.vector_model"
const modelSql = `INSERT INTO vector_model (id, dimensions, file, sequence, is_complete) ${liveModelSql}`

/** Live products, their vectors, and which products they are in the file that is being built. */
const vectorsSql = `
  SELECT ${checkedText} AS checked, built.number AS builtNumber, built.id AS builtId,
    old.number, old.version, old.vector, old.checksum
  FROM main.products AS built
  JOIN live.products AS products ON products.id = built.id
  JOIN live.product_vectors AS old ON old.number = products.number AND old.version = built.version
  WHERE built.rank IS NOT NULL AND old.vector IS NOT NULL`

const insertSql = "INSERT INTO product_vectors (number, version, sequence, vector, checksum) VALUES (?, ?, 1, ?, ?)"

const dueSql = `
  INSERT INTO vectors_due (number)
  SELECT number FROM main.products WHERE rank IS NOT NULL AND number NOT IN (SELECT number FROM product_vectors)`

/** What is to be taken; throws `UnnoticedDamage` at what is not as it was written. */
const liveVectors = function* (db: SqliteDatabase): Iterable<CheckedVector> {
  for (const row of db.statement(vectorsSql).iterate()) {
    const { id, number } = readChecked(row["checked"])
    const { version, vector, number: ofNumber } = readVector(row)
    if (id !== row["builtId"] || number !== ofNumber) throw new UnnoticedDamage("an index of products")
    yield { number: Number(row["builtNumber"]), version, vector }
  }
}

/**
 * Takes vectors over from the live views file, as far as they were made from the same versions of the products: a read
 * model that is built anew need not be embedded anew, and its search by meaning answers at once. For a file that is
 * being built; blocks for as long as copying takes. From a live file that is damaged nothing is taken: all are made anew.
 */
export const takeOverVectors = (db: SqliteDatabase, livePath: string): Effect.Effect<void, StorageUnavailable> => {
  const attach = db.read("open the live views", () => void db.statement("ATTACH DATABASE ? AS live").run(livePath))
  const detach = Effect.sync(() => db.exec("DETACH DATABASE live"))
  const hasVectors = db.read("look for live vectors", () => db.statement(hasVectorsSql).get() !== undefined)
  // before, because a file that is being built has no journal, so nothing in it could be undone
  const probe = db.read("read the live vectors", () => {
    db.statement(liveModelSql).all()
    for (const _ of liveVectors(db)) continue
  })
  const copy = db.write("take the vectors over", () => {
    createVectorTables(db)
    db.exec(modelSql)
    for (const { number, vector, version } of liveVectors(db)) {
      db.statement(insertSql).run(number, version, vector, vectorChecksum(number, version, vector))
    }
    db.exec(dueSql)
  })
  const madeAnew = ({ message }: StorageUnavailable) =>
    Effect.as(Effect.logWarning("the live views are damaged: their vectors are made anew", message), false)
  const ifReadable = Effect.gen(function* () {
    if (!(yield* hasVectors)) return false
    yield* probe
    return true
  }).pipe(Effect.catchTag("StorageUnavailable", madeAnew))
  // the schema of the file is read when it is opened, and may be what is damaged
  const isOpened = Effect.as(attach, true).pipe(Effect.catchTag("StorageUnavailable", madeAnew))
  // a file that is not there would be made
  if (!existsSync(livePath)) return Effect.void
  return Effect.acquireUseRelease(
    isOpened,
    (opened) => (opened ? Effect.flatMap(ifReadable, (isReadable) => (isReadable ? copy : Effect.void)) : Effect.void),
    (opened) => (opened ? detach : Effect.void)
  )
}
