import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema, Struct } from "effect"
import { Cursor, logStart } from "../../domain/EventEnvelope.ts"
import { ParkedStream } from "../../projections/ParkedStreams.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { query } from "./Postgres.ts"

const decodeCursor = Schema.decodeUnknownSync(Cursor)

const saveSql = `
  INSERT INTO checkpoints (projection, tx, position) VALUES ($1, $2, $3)
  ON CONFLICT (projection) DO UPDATE SET tx = excluded.tx, position = excluded.position`

/** One statement with what follows, so both or neither. */
const parkSql = `
  WITH parked AS (
    INSERT INTO parked_streams (projection, stream_id, version, tx, position, reason, since)
    SELECT $1::text, s."streamId", s.version, s.tx, s.position, s.reason, s.since
    FROM json_to_recordset($4::json)
      AS s("streamId" text, version int, tx bigint, position bigint, reason text, since bigint)
    ON CONFLICT (projection, stream_id) DO UPDATE SET
      version = excluded.version, tx = excluded.tx, position = excluded.position, reason = excluded.reason
  )`

const parkedSql = `
  SELECT stream_id AS "streamId", version, tx::float8 AS tx, position::float8 AS position, reason, since::float8 AS since
  FROM parked_streams WHERE projection = $1 ORDER BY stream_id`

const decodeParked = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ ...ParkedStream.mapFields(Struct.omit(["cursor"])).fields, ...Cursor.fields }))
)

/** The checkpoints of consumers whose own store keeps none. */
export const layer: Layer.Layer<Checkpoints, never, PgClient.PgClient> = Layer.effect(
  Checkpoints,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    return Checkpoints.of({
      load: Effect.fn("Checkpoints.load")((projection: string) =>
        Effect.map(
          query(
            client,
            "load a checkpoint",
            "SELECT tx::float8 AS tx, position::float8 AS position FROM checkpoints WHERE projection = $1",
            [projection]
          ),
          ([row]) => (row === undefined ? logStart : decodeCursor(row))
        )
      ),
      save: Effect.fn("Checkpoints.save")((projection, { position, tx }, parked = []) =>
        Effect.asVoid(
          parked.length === 0
            ? query(client, "save a checkpoint", saveSql, [projection, tx, position])
            : query(client, "save a checkpoint and park streams", `${parkSql} ${saveSql}`, [
                projection,
                tx,
                position,
                JSON.stringify(parked.map(({ cursor, ...stream }) => ({ ...stream, ...cursor })))
              ])
        )
      ),
      parked: Effect.fn("Checkpoints.parked")((projection: string) =>
        Effect.map(query(client, "read the parked streams", parkedSql, [projection]), (rows) =>
          decodeParked(rows).map(({ position, tx, ...stream }) => ({ ...stream, cursor: { tx, position } }))
        )
      ),
      release: Effect.fn("Checkpoints.release")((projection, streamIds) =>
        Effect.asVoid(
          query(
            client,
            "release parked streams",
            "DELETE FROM parked_streams WHERE projection = $1 AND stream_id = ANY ($2::text[])",
            [projection, streamIds]
          )
        )
      )
    })
  })
)

/**
 * Forgets the places of the projections whose names begin so, except of those that are named: what was projected into is
 * gone.
 */
export const forgetAllBut = Effect.fnUntraced(function* (prefix: string, names: ReadonlyArray<string>) {
  const client = yield* PgClient.PgClient
  const ofOthers = "WHERE starts_with(projection, $1) AND projection <> ALL ($2::text[])"
  yield* query(client, "forget parked streams", `DELETE FROM parked_streams ${ofOthers}`, [prefix, names])
  yield* query(client, "forget checkpoints", `DELETE FROM checkpoints ${ofOthers}`, [prefix, names])
})
