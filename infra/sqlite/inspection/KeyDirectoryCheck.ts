import { Effect, Result } from "effect"
import type { Finding } from "../../../domain/ports/LogInspection.ts"
import { eventColumns, toEnvelope } from "../EventRows.ts"
import { inlineSchema, projectInline } from "../InlineProjections.ts"
import { openSqlite, type SqliteDatabase } from "../Sqlite.ts"

/** Along the index of streams: keys are few, however many events there are. */
const keyEventsSql = `
  SELECT ${eventColumns} FROM events WHERE stream_id BETWEEN 'key-' AND 'key.' ORDER BY stream_id, stream_version`

const columnsOf = (db: SqliteDatabase): ReadonlyArray<string> =>
  db
    .statement("SELECT name FROM pragma_table_info('key_directory')")
    .all()
    .map(({ name }) => String(name))

/** What both keep of a key: a file of an earlier version lacks what later ones added, or has the names that are elsewhere since. */
const comparedColumns = (file: SqliteDatabase, fold: SqliteDatabase): string => {
  const known = new Set(columnsOf(fold))
  return columnsOf(file)
    .filter((name) => known.has(name))
    .join(", ")
}

/** Rows that the index of digests does not find: their keys would be refused. */
const lostSql = `
  SELECT key_id FROM key_directory AS kept NOT INDEXED
  WHERE (SELECT key_id FROM key_directory AS found WHERE found.digest = kept.digest) IS NOT kept.key_id`

const rowsById = (db: SqliteDatabase, columns: string): ReadonlyMap<string, string> =>
  new Map(
    db
      .statement(`SELECT ${columns} FROM key_directory ORDER BY key_id`)
      .all()
      .map((row) => [String(row["key_id"]), JSON.stringify(row)])
  )

/** Folds the events of keys once more; those that are damaged are findings themselves. */
const folded = (from: SqliteDatabase, into: SqliteDatabase): ReadonlyArray<Finding> => {
  into.exec(inlineSchema)
  const findings: Array<Finding> = []
  for (const row of from.statement(keyEventsSql).iterate()) {
    const envelope = toEnvelope("key", row)
    if (Result.isSuccess(envelope)) projectInline(into, envelope.success)
    else findings.push({ place: envelope.failure.streamId, problem: envelope.failure.message })
  }
  return findings
}

/** Does the key directory say of every key what its events say? */
export const checkKeyDirectory = Effect.fnUntraced(function* (db: SqliteDatabase) {
  const fold = yield* openSqlite({ path: ":memory:", synchronous: "OFF" })
  return yield* db.read("compare the key directory with the log", (): ReadonlyArray<Finding> => {
    const damagedEvents = folded(db, fold)
    const columns = comparedColumns(db, fold)
    const [kept, expected] = [rowsById(db, columns), rowsById(fold, columns)]
    const different = [...new Set([...kept.keys(), ...expected.keys()])].filter(
      (id) => kept.get(id) !== expected.get(id)
    )
    const lost = db.statement(lostSql).all()
    return [
      ...damagedEvents,
      ...lost.map(({ key_id }) => ({ place: `key_directory ${String(key_id)}`, problem: "its digest is not found" })),
      ...different.map((id) => ({ place: `key_directory ${id}`, problem: "it does not say what the key's events say" }))
    ]
  })
}, Effect.scoped)
