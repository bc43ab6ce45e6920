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

/**
 * Forgets the places of the projections whose names begin so, except of those that are named: what was projected into is
 * gone.
 */
export const forgetAllBut = Effect.fnUntraced(function* (prefix: string, names: ReadonlyArray<string>) {
  const client = yield* PgClient.PgClient
  yield* query(
    client,
    "forget checkpoints",
    "DELETE FROM checkpoints WHERE starts_with(projection, $1) AND projection <> ALL ($2::text[])",
    [prefix, names]
  )
})
