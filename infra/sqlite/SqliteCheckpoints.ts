import { Effect, Layer, Schema } from "effect"
import { Cursor, logStart } from "../../domain/EventEnvelope.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { type SqliteDatabase, ViewsDatabase } from "./Sqlite.ts"

/** Creates the table of the checkpoints. They lie beside the read models: who deletes the models begins at the start. */
export const checkpointsSchema = `
  CREATE TABLE IF NOT EXISTS checkpoints (
    projection TEXT PRIMARY KEY,
    tx INTEGER NOT NULL,
    position INTEGER NOT NULL
  ) WITHOUT ROWID;
`

/** How far into the log any read model of the file has read; 0 when nothing is kept. */
export const furthestPosition = (db: SqliteDatabase): number =>
  Number(db.statement("SELECT coalesce(max(position), 0) AS position FROM checkpoints").get()?.["position"])

const decodeCursor = Schema.decodeUnknownSync(Cursor)

/** The place of a projection; the start of the log where none is kept. */
export const loadCheckpoint = (db: SqliteDatabase, projection: string): Cursor => {
  const row = db.statement("SELECT tx, position FROM checkpoints WHERE projection = ?").get(projection)
  return row === undefined ? logStart : decodeCursor(row)
}

/** Keeps the place of a projection; for the inside of a write transaction. */
export const saveCheckpoint = (db: SqliteDatabase, projection: string, { position, tx }: Cursor): void => {
  db.statement(
    `INSERT INTO checkpoints (projection, tx, position) VALUES (?, ?, ?)
     ON CONFLICT (projection) DO UPDATE SET tx = excluded.tx, position = excluded.position`
  ).run(projection, tx, position)
}

/** The checkpoints of the projections whose read models are in `views.db`. */
export const layer: Layer.Layer<Checkpoints, StorageUnavailable, ViewsDatabase> = Layer.effect(
  Checkpoints,
  Effect.gen(function* () {
    const views = yield* ViewsDatabase
    yield* views.current().write("create the table of the checkpoints", () => views.current().exec(checkpointsSchema))
    return Checkpoints.of({
      load: Effect.fn("Checkpoints.load")(function* (projection: string) {
        const db = views.current()
        return yield* db.read("load a checkpoint", () => loadCheckpoint(db, projection))
      }),
      save: Effect.fn("Checkpoints.save")(function* (projection: string, cursor: Cursor) {
        const db = views.current()
        yield* db.write("save a checkpoint", () => saveCheckpoint(db, projection, cursor))
      })
    })
  })
)
