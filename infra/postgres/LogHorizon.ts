import { PgClient } from "@effect/sql-pg"
import { Effect, Schema } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { query } from "./Postgres.ts"

/** How far the log can be read, against how far it is written. */
export interface LogHorizon {
  /** transactions begun since the oldest that still writes: 0 when nothing holds readers back */
  readonly ageTransactions: number
  /** how long the oldest open writing transaction of the server has been open, ms; 0 when there is none */
  readonly oldestWriterMs: number
}

const Row = Schema.Struct({ ageTransactions: Schema.Number, oldestWriterMs: Schema.Number })
const decode = Schema.decodeUnknownSync(Schema.Tuple([Row]))

/**
 * Events at or past the oldest open writing transaction, of whatever database of the server, cannot be read yet. A
 * value that keeps growing says that such a transaction was forgotten: `pg_stat_activity` tells whose.
 */
export const logHorizon: Effect.Effect<LogHorizon, StorageUnavailable, PgClient.PgClient> = Effect.gen(function* () {
  const rows = yield* query(
    yield* PgClient.PgClient,
    "read the horizon of the log",
    `SELECT (pg_snapshot_xmax(s)::text::bigint - pg_snapshot_xmin(s)::text::bigint)::float8 AS "ageTransactions",
       (SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0) * 1000
        FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid())::float8 AS "oldestWriterMs"
     FROM pg_current_snapshot() AS s`
  )
  return decode(rows)[0]
})
