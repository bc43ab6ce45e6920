import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import { Actor } from "../../domain/EventEnvelope.ts"
import { ConcurrencyConflict, EventLog } from "../../domain/ports/EventLog.ts"
import { PersonalData, pendingErasuresMax, type RecordOf } from "../../domain/ports/PersonalData.ts"
import { lockClass, locks } from "./migrations/EventLogTables.ts"
import { query, unavailable } from "./Postgres.ts"

/** Rows of a table that are erased together. */
interface Rows {
  readonly table: string
  readonly condition: string
  readonly parameter: string | number
}

const decodePending = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ account_id: AccountId, actor: Actor })))
const decodeCount = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ count: Schema.Int })]))

/** Commands that changed the account or one of its keys, by whomever they were given. */
const commandsOfAccount = `command_id IN (
  SELECT e.command_id FROM events AS e WHERE e.stream_id = 'account-' || $1::text
  UNION ALL
  SELECT e.command_id FROM key_directory AS k JOIN events AS e ON e.stream_id = 'key-' || k.key_id
  WHERE k.account_id = $1::text
)`
const keysOfAccount = "key_id IN (SELECT k.key_id FROM key_directory AS k WHERE k.account_id = $1::text)"

/** Personal data in the database of the log, erased in the transaction of the event that records it. */
export const layer: Layer.Layer<PersonalData, never, PgClient.PgClient | EventLog> = Layer.effect(
  PersonalData,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    const log = yield* EventLog

    const counted = Effect.fnUntraced(function* (operation: string, sql: string, parameter: string | number) {
      return decodeCount(yield* query(client, operation, sql, [parameter]))[0].count
    })
    const countOf = ({ condition, parameter, table }: Rows) =>
      counted("count personal data", `SELECT count(*)::float8 AS count FROM ${table} WHERE ${condition}`, parameter)
    const erase = ({ condition, parameter, table }: Rows) =>
      counted(
        "erase personal data",
        `WITH gone AS (DELETE FROM ${table} WHERE ${condition} RETURNING 1) SELECT count(*)::float8 AS count FROM gone`,
        parameter
      )

    /**
     * Counts the rows of each table, appends what records that they are gone, and erases them: an append must be the first to write
     * in its transaction. The lock of all changes of keys keeps new rows away. Where one came in between all the same,
     * it is a conflict, and all is done again.
     */
    const recorded = Effect.fnUntraced(function* (
      operation: string,
      rows: ReadonlyArray<Rows>,
      record: RecordOf<ReadonlyArray<number>>
    ) {
      return yield* Effect.gen(function* () {
        yield* query(client, operation, `SELECT pg_advisory_xact_lock(${lockClass}, ${locks.keyChanges})`)
        const counts = yield* Effect.forEach(rows, countOf)
        const { meta, streams } = record(counts)
        yield* log.append(streams, meta)
        const gone = yield* Effect.forEach(rows, erase)
        if (gone.some((count, i) => count !== counts[i])) {
          return yield* new ConcurrencyConflict({ streamId: streams[0]?.streamId ?? "" })
        }
        return counts
      }).pipe(client.withTransaction, Effect.catchTag("SqlError", unavailable(operation)))
    })

    return PersonalData.of({
      pending: Effect.map(
        query(
          client,
          "list pending erasures",
          `SELECT account_id, actor FROM pending_erasures ORDER BY account_id LIMIT ${pendingErasuresMax}`
        ),
        (rows) => decodePending(rows).map(({ account_id, actor }) => ({ accountId: account_id, actor }))
      ),
      eraseOf: Effect.fn("PersonalData.eraseOf")(function* (parameter, record) {
        const erasedOf = ([origins = 0, keyNames = 0, failedAuthentications = 0]: ReadonlyArray<number>) => ({
          origins,
          keyNames,
          failedAuthentications
        })
        const rows = [
          { table: "command_origins", condition: commandsOfAccount, parameter },
          { table: "key_names", condition: keysOfAccount, parameter },
          { table: "failed_authentications", condition: "account = $1", parameter },
          { table: "pending_erasures", condition: "account_id = $1", parameter }
        ]
        const operation = "erase what is personal of an account"
        return erasedOf(yield* recorded(operation, rows, (counts) => record(erasedOf(counts))))
      }),
      eraseBefore: Effect.fn("PersonalData.eraseBefore")(function* (parameter, record) {
        const rows = [
          { table: "command_origins", condition: "recorded_at < $1::bigint", parameter },
          { table: "failed_authentications", condition: "hour < $1::bigint", parameter }
        ]
        const [origins = 0] = yield* recorded("erase what was kept for long enough", rows, ([count = 0]) =>
          record(count)
        )
        return origins
      })
    })
  })
)
