import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { FailedAuthentications, FailureCount } from "../../domain/ports/FailedAuthentications.ts"
import { query } from "./Postgres.ts"

const decodeRows = Schema.decodeUnknownSync(Schema.Array(FailureCount))

/** An account that is not there any more is not named. In one order of keys, so that two nodes that count the same never wait for each other in a circle. */
const addSql = `
  INSERT INTO failed_authentications AS f (hour, kind, prefix, address, account, count)
  SELECT c.hour, c.kind, c.prefix, c.address, coalesce(a.account_id, '') AS known, sum(c.count)::bigint
  FROM json_to_recordset($1::json)
    AS c(hour bigint, kind text, prefix text, address text, account text, count bigint)
  LEFT JOIN accounts AS a ON a.account_id = c.account
  GROUP BY c.hour, c.kind, c.prefix, c.address, known
  ORDER BY c.hour, c.kind, c.prefix, c.address, known
  ON CONFLICT (hour, kind, prefix, address, account) DO UPDATE SET count = f.count + excluded.count`

const listSql = `
  SELECT f.hour::float8 AS hour, f.kind, f.prefix, f.address, f.account, f.count::float8 AS count
  FROM failed_authentications AS f
  WHERE f.hour > $1::bigint - 3600000 AND f.hour < $2::bigint
    AND ($3::text IS NULL OR f.prefix = $3) AND ($4::text IS NULL OR f.address = $4)
    AND ($5::text IS NULL OR f.account = $5)
  ORDER BY f.hour DESC, f.count DESC, f.kind, f.prefix, f.address, f.account LIMIT $6`

/** Counts of failed authentications, of all nodes together. */
export const layer: Layer.Layer<FailedAuthentications, never, PgClient.PgClient> = Layer.effect(
  FailedAuthentications,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    return FailedAuthentications.of({
      add: Effect.fn("FailedAuthentications.add")((counts) =>
        Effect.asVoid(query(client, "count failed authentications", addSql, [JSON.stringify(counts)]))
      ),
      list: Effect.fn("FailedAuthentications.list")(({ account, address, from, limit, prefix, to }) =>
        Effect.map(
          query(client, "list failed authentications", listSql, [from, to, prefix, address, account, limit]),
          (rows) => decodeRows(rows)
        )
      )
    })
  })
)
