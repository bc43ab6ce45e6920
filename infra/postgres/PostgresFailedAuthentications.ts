import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { FailedAuthentications, FailureCount } from "../../domain/ports/FailedAuthentications.ts"
import { eraseRows } from "./EraseRows.ts"
import { query } from "./Postgres.ts"

const table = "failed_authentications"

const decodeRows = Schema.decodeUnknownSync(Schema.Array(FailureCount))

/** In one order of keys, so that two nodes that count the same never wait for each other in a circle. */
const addSql = `
  INSERT INTO failed_authentications AS f (hour, kind, prefix, address, count)
  SELECT hour, kind, prefix, address, count
  FROM json_to_recordset($1::json) AS c(hour bigint, kind text, prefix text, address text, count bigint)
  ORDER BY hour, kind, prefix, address
  ON CONFLICT (hour, kind, prefix, address) DO UPDATE SET count = f.count + excluded.count`

const listSql = `
  SELECT f.hour::float8 AS hour, f.kind, f.prefix, f.address, f.count::float8 AS count
  FROM failed_authentications AS f
  WHERE f.hour > $1::bigint - 3600000 AND f.hour < $2::bigint
    AND ($3::text IS NULL OR f.prefix = $3) AND ($4::text IS NULL OR f.address = $4)
  ORDER BY f.hour DESC, f.count DESC, f.kind, f.prefix, f.address LIMIT $5`

/** Counts of failed authentications, of all nodes together. */
export const layer: Layer.Layer<FailedAuthentications, never, PgClient.PgClient> = Layer.effect(
  FailedAuthentications,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    return FailedAuthentications.of({
      add: Effect.fn("FailedAuthentications.add")((counts) =>
        Effect.asVoid(query(client, "count failed authentications", addSql, [JSON.stringify(counts)]))
      ),
      list: Effect.fn("FailedAuthentications.list")(({ address, from, limit, prefix, to }) =>
        Effect.map(query(client, "list failed authentications", listSql, [from, to, prefix, address, limit]), (rows) =>
          decodeRows(rows)
        )
      ),
      eraseBefore: Effect.fn("FailedAuthentications.eraseBefore")((time) =>
        eraseRows(client, "forget failed authentications", { table, condition: "hour < $1::bigint" }, time)
      )
    })
  })
)
