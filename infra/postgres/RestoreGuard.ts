import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { lockClass, locks } from "./migrations/EventLogTables.ts"
import { categories } from "./EventRows.ts"
import { query, unavailable } from "./Postgres.ts"

/**
 * The log has events of transactions that this server has not begun: it came from another one, by a dump. Its readers
 * would wait for those transactions, and new events would be sorted before the old ones.
 */
export class LogFromAnotherServer extends Schema.TaggedError<LogFromAnotherServer>()("LogFromAnotherServer", {
  newestTransaction: Schema.String,
  nextTransaction: Schema.String
}) {
  override get message(): string {
    return (
      `the event log has an event of transaction ${this.newestTransaction}, but this server's next is ` +
      `${this.nextTransaction}: the database was restored from a dump of another server. Stop every fooddata process ` +
      "on it, then run: fooddata log begin-epoch"
    )
  }
}

const Row = Schema.Struct({ newest: Schema.String, next: Schema.String })
const decode = Schema.decodeUnknownSync(Schema.Array(Row))

/** Refuses a log whose newest event of the epoch comes from a transaction that this server has yet to begin. */
export const checkRestored: Effect.Effect<void, StorageUnavailable | LogFromAnotherServer, PgClient.PgClient> =
  Effect.gen(function* () {
    const rows = yield* query(
      yield* PgClient.PgClient,
      "check where the log comes from",
      `SELECT newest.tx::text AS newest, pg_snapshot_xmax(pg_current_snapshot())::text AS next
       FROM unnest(${categories}) AS c(category)
       CROSS JOIN LATERAL (
         SELECT e.tx FROM events AS e WHERE e.category = c.category AND e.epoch = (SELECT epoch FROM log_epoch)
         ORDER BY e.epoch DESC, e.tx DESC LIMIT 1
       ) AS newest
       WHERE newest.tx >= pg_snapshot_xmax(pg_current_snapshot()) ORDER BY newest.tx DESC LIMIT 1`
    )
    const foreign = decode(rows)[0]
    if (foreign === undefined) return
    return yield* new LogFromAnotherServer({ newestTransaction: foreign.newest, nextTransaction: foreign.next })
  })

const decodeEpoch = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ epoch: Schema.Int })]))

/**
 * Begins a new epoch, in which this server's transaction ids count from where they are; all that the log holds comes
 * before it. Returns its number, 0 to 63. Appends that are under way end first. Of a restored database it must be run
 * once; in another it does no harm.
 */
export const beginNewEpoch: Effect.Effect<number, StorageUnavailable, PgClient.PgClient> = Effect.gen(function* () {
  const client = yield* PgClient.PgClient
  return yield* Effect.gen(function* () {
    yield* query(client, "wait for appends", `SELECT pg_advisory_xact_lock(${lockClass}, ${locks.epoch})`)
    const rows = yield* query(client, "begin an epoch", "UPDATE log_epoch SET epoch = epoch + 1 RETURNING epoch")
    return decodeEpoch(rows)[0].epoch
  }).pipe(client.withTransaction, Effect.catchTag("SqlError", unavailable("begin an epoch")))
})

/** Refuses to build what reads the log before the check has passed. */
export const layer: Layer.Layer<never, StorageUnavailable | LogFromAnotherServer, PgClient.PgClient> =
  Layer.effectDiscard(checkRestored)
