import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { Cursor, logStart } from "../../domain/EventEnvelope.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { query } from "./Postgres.ts"

const decodeCursor = Schema.decodeUnknownSync(Cursor)

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
      save: Effect.fn("Checkpoints.save")((projection: string, { position, tx }: Cursor) =>
        Effect.asVoid(
          query(
            client,
            "save a checkpoint",
            `INSERT INTO checkpoints (projection, tx, position) VALUES ($1, $2, $3)
             ON CONFLICT (projection) DO UPDATE SET tx = excluded.tx, position = excluded.position`,
            [projection, tx, position]
          )
        )
      )
    })
  })
)
