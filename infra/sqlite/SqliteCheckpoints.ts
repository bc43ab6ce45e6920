import { Effect, Layer, Schema, Struct } from "effect"
import { Cursor, logStart } from "../../domain/EventEnvelope.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { ParkedStream } from "../../projections/ParkedStreams.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { type SqliteDatabase, ViewsDatabase } from "./Sqlite.ts"

/**
 * Creates the tables of the checkpoints, and of the streams that are parked at them. They lie beside the read models: who deletes
 * the models begins at the start.
 */
export const checkpointsSchema = `
  CREATE TABLE IF NOT EXISTS checkpoints (
    projection TEXT PRIMARY KEY,
    tx INTEGER NOT NULL,
    position INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS parked_streams (
    projection TEXT NOT NULL,
    stream_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    tx INTEGER NOT NULL,
    position INTEGER NOT NULL,
    reason TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (projection, stream_id)
  ) STRICT, WITHOUT ROWID;
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

const decodeParked = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ ...ParkedStream.mapFields(Struct.omit(["cursor"])).fields, ...Cursor.fields }))
)

/** The streams that are parked; none in a file of a program that parked nothing. */
export const loadParked = (db: SqliteDatabase, projection: string): ReadonlyArray<ParkedStream> => {
  if (db.statement("SELECT 1 FROM sqlite_schema WHERE name = 'parked_streams'").get() === undefined) return []
  const rows = db
    .statement(
      `SELECT stream_id AS streamId, version, tx, position, reason, since FROM parked_streams
       WHERE projection = ? ORDER BY stream_id`
    )
    .all(projection)
  return decodeParked(rows).map(({ position, tx, ...stream }) => ({ ...stream, cursor: { tx, position } }))
}

const park = (db: SqliteDatabase, projection: string, { cursor, ...stream }: ParkedStream): void => {
  db.statement(
    `INSERT INTO parked_streams (projection, stream_id, version, tx, position, reason, since) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (projection, stream_id) DO UPDATE SET
       version = excluded.version, tx = excluded.tx, position = excluded.position, reason = excluded.reason`
  ).run(projection, stream.streamId, stream.version, cursor.tx, cursor.position, stream.reason, stream.since)
}

/** The checkpoints of the projections whose read models are in `views.db`. */
export const layer: Layer.Layer<Checkpoints, StorageUnavailable, ViewsDatabase> = Layer.effect(
  Checkpoints,
  Effect.gen(function* () {
    const views = yield* ViewsDatabase
    yield* views.current().write("create the tables of the checkpoints", () => views.current().exec(checkpointsSchema))
    return Checkpoints.of({
      load: Effect.fn("Checkpoints.load")(function* (projection: string) {
        const db = views.current()
        return yield* db.read("load a checkpoint", () => loadCheckpoint(db, projection))
      }),
      save: Effect.fn("Checkpoints.save")(function* (projection, cursor, parked = []) {
        const db = views.current()
        yield* db.write("save a checkpoint", () => {
          saveCheckpoint(db, projection, cursor)
          for (const stream of parked) park(db, projection, stream)
        })
      }),
      parked: Effect.fn("Checkpoints.parked")(function* (projection: string) {
        const db = views.current()
        return yield* db.read("read the parked streams", () => loadParked(db, projection))
      }),
      release: Effect.fn("Checkpoints.release")(function* (projection, streamIds) {
        const db = views.current()
        yield* db.write("release parked streams", () => {
          const one = db.statement("DELETE FROM parked_streams WHERE projection = ? AND stream_id = ?")
          for (const streamId of streamIds) one.run(projection, streamId)
        })
      })
    })
  })
)
