import { isStreamOf } from "../../domain/EventEnvelope.ts"
import type { StreamAppend } from "../../domain/ports/EventLog.ts"
import type { SqliteDatabase } from "./Sqlite.ts"

/** What owners call their keys: beside the log, because a name may be that of a person and must be erasable. */
export const keyNamesSchema = `
  CREATE TABLE IF NOT EXISTS key_names (
    key_id TEXT PRIMARY KEY,
    name TEXT NOT NULL
  ) WITHOUT ROWID;
`

/** Not of a key whose account was deleted meanwhile: nobody would erase it. */
const keepSql = `
  INSERT INTO key_names (key_id, name) SELECT ?, ? WHERE NOT EXISTS (
    SELECT 1 FROM key_directory AS k JOIN events AS e ON e.stream_id = 'account-' || k.account_id
    WHERE k.key_id = ? AND e.type = 'AccountDeleted'
  ) ON CONFLICT (key_id) DO UPDATE SET name = excluded.name`

/** Keeps the names that the appends give to keys; to be called in their transaction, after their events. */
export const keepKeyNames = (db: SqliteDatabase, streams: ReadonlyArray<StreamAppend>): void => {
  for (const { events, keyName, streamId } of streams) {
    if (keyName === undefined || events.length === 0 || !isStreamOf("key")(streamId)) continue
    const keyId = streamId.slice("key-".length)
    if (keyName === "") db.statement("DELETE FROM key_names WHERE key_id = ?").run(keyId)
    else db.statement(keepSql).run(keyId, keyName, keyId)
  }
}

/**
 * Takes the names out of a file of schema version 5 or 6, where they were a column of `key_directory`, and leaves those of deleted
 * accounts behind. What is overwritten does not stay on free pages (`secure_delete`).
 */
export const moveKeyNames = (db: SqliteDatabase): void => {
  const column = db.statement("SELECT 1 FROM pragma_table_info('key_directory') WHERE name = 'name'").get()
  if (column === undefined) return
  db.exec(`
    INSERT INTO key_names (key_id, name) SELECT k.key_id, k.name FROM key_directory AS k
      WHERE k.name <> '' AND NOT EXISTS
        (SELECT 1 FROM events AS e WHERE e.stream_id = 'account-' || k.account_id AND e.type = 'AccountDeleted');
    ALTER TABLE key_directory DROP COLUMN name;
  `)
}
