import { Effect } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { checksumOfRow } from "./EventRows.ts"
import type { SqliteDatabase } from "./Sqlite.ts"

/** Events in a transaction: some hundred milliseconds each. */
const batchSize = 10_000

const hasColumnSql = "SELECT 1 FROM pragma_table_info('events') WHERE name = 'checksum'"
const withoutSql = `
  SELECT position, category, stream_id, stream_version, type, data, command_id, actor, recorded_at
  FROM events WHERE checksum = '' AND position > ? ORDER BY position LIMIT ${batchSize}`

/**
 * Gives the events of an earlier version their checksums, over what they are now. May be ended at any time, and goes on
 * where it was.
 */
export const addChecksums = Effect.fnUntraced(function* (
  db: SqliteDatabase
): Effect.fn.Return<void, StorageUnavailable> {
  yield* Effect.logInfo("events.db is of an earlier version: its events are given checksums")
  yield* db.write("add the checksums of events", () => {
    if (db.statement(hasColumnSql).get() === undefined) {
      db.exec("ALTER TABLE events ADD COLUMN checksum TEXT NOT NULL DEFAULT ''")
    }
  })
  let position: number | null = 0
  while (position !== null) {
    const after: number = position
    position = yield* db.write("compute the checksums of events", () => checksumsAfter(db, after))
  }
})

/** The position up to which it was done; `null`: there is nothing left. */
const checksumsAfter = (db: SqliteDatabase, after: number): number | null => {
  let last: number | null = null
  for (const row of db.statement(withoutSql).all(after)) {
    last = Number(row["position"])
    db.statement("UPDATE events SET checksum = ? WHERE position = ?").run(checksumOfRow(row), last)
  }
  return last
}
