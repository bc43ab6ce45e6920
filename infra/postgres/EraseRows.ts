import type { PgClient } from "@effect/sql-pg"
import { Effect, Schema } from "effect"
import { query } from "./Postgres.ts"

const decode = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ erased: Schema.Int })]))

/** Deletes the rows of a table that meet the condition; how many there were. */
export const eraseRows = Effect.fnUntraced(function* (
  client: PgClient.PgClient,
  operation: string,
  { condition, table }: { readonly table: string; readonly condition: string },
  parameter: string | number
) {
  const sql = `WITH gone AS (DELETE FROM ${table} WHERE ${condition} RETURNING 1) SELECT count(*)::float8 AS erased FROM gone`
  return decode(yield* query(client, operation, sql, [parameter]))[0].erased
})
