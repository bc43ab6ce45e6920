import { PgClient } from "@effect/sql-pg"
import { Effect, Schema } from "effect"
import { open } from "node:fs/promises"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { writeAll } from "../../backup/DurableFiles.ts"
import { query, unavailable } from "../Postgres.ts"
import { Column, Row, rowsAtOnce, type TableName, tables } from "./BackupRows.ts"
import { demandConsistent } from "./DemandConsistent.ts"

const columnsSql = `
  SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attgenerated <> '' AS generated
  FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`

const decodeColumns = Schema.decodeUnknownSync(Schema.NonEmptyArray(Column))
const decodeRows = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ row: Row })))

/** The order of their places, so that a restore writes each partition once. */
const orderOf = (table: TableName): string => (table === "events" ? "ORDER BY category, epoch, tx, position" : "")

const selectSql = (table: TableName, columns: ReadonlyArray<Column>): string =>
  `SELECT ARRAY[${columns.map(({ name }) => `${name}::text`).join(", ")}] AS row FROM ${table} ${orderOf(table)}`

const dumpTable = Effect.fnUntraced(function* (
  client: PgClient.PgClient,
  table: TableName,
  write: (line: unknown) => Effect.Effect<void, StorageUnavailable>
) {
  const operation = `back up ${table}`
  const columns = decodeColumns(yield* query(client, operation, columnsSql, [table]))
  yield* write({ table, columns })
  yield* query(client, operation, `DECLARE backed_up NO SCROLL CURSOR FOR ${selectSql(table, columns)}`)
  while (true) {
    const rows = decodeRows(yield* query(client, operation, `FETCH ${rowsAtOnce} FROM backed_up`))
    for (const { row } of rows) yield* write(row)
    if (rows.length < rowsAtOnce) break
  }
  yield* query(client, operation, "CLOSE backed_up")
})

/**
 * Writes the log, what is kept with it and the usage ledger into a file that is not there: all of one moment, while others
 * write. Fails where the database is not consistent in itself.
 */
export const dumpTables = (file: string) =>
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    const handle = yield* Effect.acquireRelease(
      writing(() => open(file, "wx", 0o600)),
      (opened) => Effect.promise(() => opened.close())
    )
    const held: Array<string> = []
    const flush = Effect.suspend(() => writing(() => writeAll(handle, Buffer.from(held.splice(0).join("")))))
    const write = (line: unknown) => {
      held.push(`${JSON.stringify(line)}\n`)
      return held.length < rowsAtOnce ? Effect.void : flush
    }
    yield* Effect.gen(function* () {
      yield* query(client, "begin a backup", "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
      yield* Effect.forEach(tables, (table) => dumpTable(client, table, write), { discard: true })
      yield* flush
      yield* demandConsistent
    }).pipe(client.withTransaction, Effect.catchTag("SqlError", unavailable("back up the database")))
    yield* writing(() => handle.sync())
  }).pipe(Effect.scoped)

const writing = <A>(step: () => Promise<A>) =>
  Effect.tryPromise({ try: step, catch: (cause) => new StorageUnavailable({ operation: "write a backup", cause }) })
