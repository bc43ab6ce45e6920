import { PgClient } from "@effect/sql-pg"
import { Effect, Schema, Stream } from "effect"
import { ensurePartitions } from "../EventPartitions.ts"
import { query, unavailable } from "../Postgres.ts"
import { beginNewEpoch } from "../RestoreGuard.ts"
import { batchesOf, type Header, type Row, RowsUnreadable, tables, toUnreadable } from "./BackupRows.ts"
import { demandConsistent } from "./DemandConsistent.ts"

const decodeCount = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ count: Schema.Int })]))

/** One row stands in a new database: the epoch. */
const demandEmpty = Effect.fnUntraced(function* (client: PgClient.PgClient) {
  for (const table of tables.filter((name) => name !== "log_epoch")) {
    const found = yield* query(
      client,
      `look into ${table}`,
      `SELECT count(*)::int AS count FROM (SELECT FROM ${table} LIMIT 1) AS t`
    )
    if (decodeCount(found)[0].count === 0) continue
    return yield* new RowsUnreadable({
      reason: `the database has rows in ${table}: restore into a new one (createdb), and set DATABASE_URL to it`
    })
  }
  yield* query(client, "empty log_epoch", "DELETE FROM log_epoch")
})

/** The text of an array, see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO; the client sends none of nulls alone. */
const arrayText = (values: ReadonlyArray<string | null>): string =>
  `{${values.map((value) => (value === null ? "NULL" : `"${value.replaceAll(/["\\]/g, "\\$&")}"`)).join(",")}}`

const insertRows = (client: PgClient.PgClient, { columns, table }: Header, rows: ReadonlyArray<Row>) => {
  const written = columns.flatMap(({ generated, name, type }, at) => (generated ? [] : [{ name, type, at }]))
  const names = written.map(({ name }) => name).join(", ")
  const arrays = written.map((_, i) => `$${i + 1}::text::text[]`).join(", ")
  const values = written.map(({ name, type }) => `r.${name}::${type}`).join(", ")
  return query(
    client,
    `restore ${table}`,
    `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values} FROM unnest(${arrays}) AS r (${names})`,
    written.map(({ at }) => arrayText(rows.map((row) => row[at] ?? null)))
  )
}

/** Partitions are made up to where the sequence stands. */
const makeRoom = (client: PgClient.PgClient, end: number) =>
  Effect.andThen(
    query(
      client,
      "set the next position",
      "SELECT setval('events_position_seq', greatest($1::bigint, 1), $1::bigint > 0)",
      [end]
    ),
    ensurePartitions
  )

/**
 * Puts what `dumpTables` wrote into an empty database of the same schema, in one transaction, looks whether it is consistent,
 * and begins a new epoch: transaction ids of the server that the rows came from mean nothing on this one.
 */
export const loadTables = Effect.fn("Postgres.loadTables")(function* (file: string, end: number) {
  const client = yield* PgClient.PgClient
  yield* Effect.gen(function* () {
    yield* demandEmpty(client)
    yield* makeRoom(client, end)
    yield* Stream.fromAsyncIterable(batchesOf(file), toUnreadable).pipe(
      Stream.runForEach(([header, rows]) => insertRows(client, header, rows))
    )
    yield* beginNewEpoch
    yield* demandConsistent
  }).pipe(client.withTransaction, Effect.catchTag("SqlError", unavailable("restore the database")))
})
