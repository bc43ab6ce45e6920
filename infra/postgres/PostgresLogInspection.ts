import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema, Stream } from "effect"
import { KeyId } from "../../domain/key/KeyEvent.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { type Finding, LogInspection } from "../../domain/ports/LogInspection.ts"
import { emptyLedger, evolve } from "../../domain/usage/LedgerState.ts"
import { UsageDay } from "../../domain/usage/UsageEvent.ts"
import { usageStream } from "../../domain/EventEnvelope.ts"
import { query, unavailable } from "./Postgres.ts"

const gapsSql = `
  SELECT stream_id AS place, 'it has ' || count(*) || ' events up to version ' || max(stream_version) AS problem
  FROM events GROUP BY stream_id HAVING count(*) <> max(stream_version) OR min(stream_version) <> 1
  ORDER BY stream_id LIMIT 1000`

// read as text: where a name holds U+0000, no function of Postgres reads the JSON
const headsSql = `
  WITH expected AS (
    SELECT stream_id, max(stream_version) AS version,
      CASE WHEN min(category) = 'product' THEN
        CASE (array_agg(type ORDER BY stream_version DESC))[1] WHEN 'ProductWithdrawn' THEN 'withdrawn' ELSE 'listed' END
      END AS status,
      (array_agg(substring(data::text FROM '"fingerprint":"([^"]*)"') ORDER BY stream_version DESC)
        FILTER (WHERE category = 'product' AND type <> 'ProductWithdrawn'))[1] AS fingerprint
    FROM events GROUP BY stream_id
  )
  SELECT 'stream_heads ' || coalesce(expected.stream_id, head.stream_id) AS place,
    'it does not say what the events of the stream say' AS problem
  FROM expected FULL JOIN stream_heads AS head USING (stream_id)
  WHERE expected.version IS DISTINCT FROM head.version OR expected.status IS DISTINCT FROM head.status
    OR expected.fingerprint IS DISTINCT FROM head.fingerprint
  LIMIT 1000`

/** The newest value that the events of those types have. */
const newest = (value: string, ...types: ReadonlyArray<string>): string =>
  `(array_agg(${value} ORDER BY stream_version DESC) FILTER (WHERE type IN (${types.map((type) => `'${type}'`).join(", ")})))[1]`

const keysSql = `
  WITH expected AS (
    SELECT substr(stream_id, 5) AS key_id, max(stream_version) AS version,
      ${newest("data->>'digest'", "KeyIssued", "KeyRotated")} AS digest,
      ${newest("data->>'prefix'", "KeyIssued", "KeyRotated")} AS prefix,
      ${newest("data->>'plan'", "KeyIssued", "KeyPlanChanged")} AS plan,
      ${newest("type <> 'KeyDeactivated'", "KeyIssued", "KeyActivated", "KeyDeactivated")} AS active,
      ${newest("data->>'accountId'", "KeyIssued")} AS account_id,
      ${newest("coalesce(data->>'role', 'client')", "KeyIssued")} AS role
    FROM events WHERE category = 'key' GROUP BY stream_id
  )
  SELECT 'key_directory ' || coalesce(expected.key_id, kept.key_id) AS place,
    'it does not say what the key''s events say' AS problem
  FROM expected FULL JOIN key_directory AS kept USING (key_id)
  WHERE (expected.version, expected.digest, expected.prefix, expected.plan, expected.active, expected.account_id, expected.role)
    IS DISTINCT FROM (kept.version, kept.digest, kept.prefix, kept.plan, kept.active, kept.account_id, kept.role)
  LIMIT 1000`

/** All events are read; a transaction that only reads holds nobody up. */
const patience = "SELECT set_config('statement_timeout', '1h', true), set_config('enable_seqscan', 'on', true)"

const daysSql = "SELECT key_id, day::text AS day, open, used, burnt FROM usage_days"

const decodeFindings = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ place: Schema.String, problem: Schema.String }))
)
const decodeDays = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ key_id: KeyId, day: UsageDay, open: Schema.Int, used: Schema.Int, burnt: Schema.Int }))
)

/** Damage in the database that reading events does not show. What Postgres can find itself, `pg_amcheck` finds. */
export const layer: Layer.Layer<LogInspection, never, PgClient.PgClient | EventLog> = Layer.effect(
  LogInspection,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    const log = yield* EventLog
    const found = (part: string, sql: string) =>
      query(client, "prepare an inspection", patience).pipe(
        Effect.andThen(query(client, `inspect ${part}`, sql)),
        client.withTransaction,
        Effect.map(decodeFindings),
        Effect.catchTag("SqlError", unavailable(`inspect ${part}`))
      )

    const isAsFolded = ({ burnt, day, key_id, open, used }: ReturnType<typeof decodeDays>[number]) =>
      log.readStream("usage", usageStream(key_id, day)).pipe(
        Effect.map((events) => events.map(({ event }) => event).reduce(evolve, emptyLedger).day),
        Effect.map((fold) => fold.open === open && fold.used === used && fold.burnt === burnt),
        // a damaged event is found where it stands
        Effect.catchTag("EventUndecodable", () => Effect.succeed(true))
      )

    const usage = Effect.gen(function* () {
      const days = decodeDays(yield* query(client, "inspect the usage ledger", daysSql))
      const different = yield* Effect.filter(days, (day) => Effect.map(isAsFolded(day), (same) => !same))
      return different.map(({ day, key_id }): Finding => ({
        place: `usage_days ${key_id} ${day}`,
        problem: "the ledger does not say what the events of its stream say"
      }))
    })

    return LogInspection.of({
      findings: Stream.fromIterable([
        found("streams", gapsSql),
        found("stream heads", headsSql),
        found("the key directory", keysSql),
        usage
      ]).pipe(
        Stream.mapEffect((findings) => findings),
        Stream.flattenIterable
      )
    })
  })
)
