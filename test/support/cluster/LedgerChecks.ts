import { PgClient } from "@effect/sql-pg"
import { Effect, Schema } from "effect"

/**
 * One query for each invariant of the ledger, which gives the subjects that break it: none, ever, whatever was killed.
 * `granted`, `uses`, `folded` are what the events alone say; the tables are what the syncs kept beside them.
 */
const invariants: Readonly<Record<string, string>> = {
  "I2 granted stays within the quota, by day":
    "SELECT key_id || ' ' || day FROM usage_days WHERE quota IS NOT NULL AND open + used + burnt > quota",
  "I2 granted stays within the quota, by hour":
    "SELECT key_id || ' ' || day || ' ' || hour FROM usage_hours WHERE open + used + burnt > quota",
  "I3 a day is the sum of its leases": `
    SELECT d.key_id || ' ' || d.day FROM usage_days AS d LEFT JOIN (
      SELECT key_id, day, sum(rest_open) AS open, sum(recorded) AS used, sum(rest_burnt) AS burnt
      FROM lease_units GROUP BY key_id, day) AS l USING (key_id, day)
    WHERE (d.open, d.used, d.burnt) IS DISTINCT FROM (l.open::integer, l.used::integer, l.burnt::integer)`,
  "I3 an hour is the sum of its leases": `
    SELECT h.key_id || ' ' || h.day || ' ' || h.hour FROM usage_hours AS h LEFT JOIN (
      SELECT key_id, day, hour, sum(rest_open) AS open, sum(recorded) AS used, sum(rest_burnt) AS burnt
      FROM lease_units GROUP BY key_id, day, hour) AS l USING (key_id, day, hour)
    WHERE (h.open, h.used, h.burnt) IS DISTINCT FROM (l.open::integer, l.used::integer, l.burnt::integer)`,
  "I4 each use once, from 1 to what is recorded": `
    SELECT l.lease FROM usage_leases AS l LEFT JOIN (
      SELECT lease, count(*) AS count, count(DISTINCT n) AS numbers, min(n) AS low, max(n) AS high
      FROM uses GROUP BY lease) AS u USING (lease)
    WHERE l.recorded > l.size OR coalesce(u.count, 0) <> l.recorded OR coalesce(u.numbers, 0) <> l.recorded
      OR u.low <> 1 OR u.high <> l.recorded`,
  "I7 the leases are the fold of the events": `
    SELECT coalesce(f.lease, l.lease) FROM folded AS f FULL JOIN usage_leases AS l USING (lease)
    WHERE (f.key_id, f.day, f.hour, f.node, f.size, f.recorded, f.status)
      IS DISTINCT FROM (l.key_id, l.day, l.hour, l.node, l.size, l.recorded, l.status)`,
  "I7 versions of a stream have no gap": `
    SELECT stream_id FROM events WHERE category = 'usage' GROUP BY stream_id
    HAVING min(stream_version) <> 1 OR max(stream_version) <> count(*) OR count(DISTINCT stream_version) <> count(*)`,
  "I8 a request is granted once": "SELECT data ->> 'request' FROM granted GROUP BY 1 HAVING count(*) > 1",
  "I8 a cancelled request is never granted":
    "SELECT request FROM usage_cancelled_requests AS c WHERE EXISTS (SELECT FROM granted WHERE lease = c.request)",
  "I8 a lease is closed once, and nothing follows": `
    SELECT e.lease FROM ledger_events AS e JOIN ledger_events AS s
      ON s.lease = e.lease AND s.type = 'LeaseSettled' AND s.stream_version < e.stream_version`,
  "I9 a use is of the key and day of its lease": `
    SELECT e.lease FROM ledger_events AS e LEFT JOIN granted AS g ON g.lease = e.lease
    WHERE e.type IN ('UsageRecorded', 'LeaseSettled', 'LeaseBurnt') AND g.stream_id IS DISTINCT FROM e.stream_id`,
  "I9 a use is of the hour of its lease": `
    SELECT u.lease FROM uses AS u JOIN granted AS g USING (lease)
    WHERE to_char(u.at_utc, 'YYYY-MM-DD') <> right(g.stream_id, 10)
      OR extract(hour FROM u.at_utc) <> (g.data ->> 'hour')::integer`
}

const views = `
  ledger_events AS (
    SELECT stream_id, stream_version, type, data::jsonb AS data, data ->> 'lease' AS lease
    FROM events WHERE category = 'usage'),
  granted AS (SELECT * FROM ledger_events WHERE type = 'LeaseGranted'),
  uses AS (
    SELECT lease, (entry ->> 'n')::integer AS n,
      to_timestamp((entry ->> 'at')::bigint / 1000.0) AT TIME ZONE 'UTC' AS at_utc
    FROM ledger_events, jsonb_array_elements(data -> 'entries') AS entry WHERE type = 'UsageRecorded'),
  folded AS (
    SELECT g.lease, substring(g.stream_id from 7 for length(g.stream_id) - 17) AS key_id,
      right(g.stream_id, 10) AS day, (g.data ->> 'hour')::integer AS hour, g.data ->> 'node' AS node,
      (g.data ->> 'size')::integer AS size, coalesce(e.recorded, 0) AS recorded,
      CASE WHEN e.burnt THEN 'burnt'
        WHEN e.settled OR e.recorded = (g.data ->> 'size')::integer THEN 'closed' ELSE 'open' END AS status
    FROM granted AS g LEFT JOIN LATERAL (
      SELECT max((data ->> 'to')::integer) AS recorded, bool_or(type = 'LeaseBurnt') AS burnt,
        bool_or(type = 'LeaseSettled') AS settled
      FROM ledger_events WHERE lease = g.lease) AS e ON true),
  lease_units AS (
    SELECT key_id, day, hour, recorded,
      CASE status WHEN 'open' THEN size - recorded ELSE 0 END AS rest_open,
      CASE status WHEN 'burnt' THEN size - recorded ELSE 0 END AS rest_burnt
    FROM usage_leases)`

const decode = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ invariant: Schema.String, subject: Schema.String }))
)

/** What in the whole ledger breaks an invariant; valid while nothing of it is older than two days, when rows go. */
export const brokenInvariants = Effect.gen(function* () {
  const client = yield* PgClient.PgClient
  const checks = Object.entries(invariants).map(
    ([name, query]) => `SELECT '${name}' AS invariant, x.subject FROM (${query}) AS x(subject)`
  )
  return decode(yield* client.unsafe(`WITH ${views} ${checks.join(" UNION ALL ")}`))
})

const Totals = Schema.Struct({
  keyId: Schema.String,
  /** recorded over all days */
  used: Schema.Int,
  open: Schema.Int,
  burnt: Schema.Int,
  /** recorded on the last day, and in the last hour, that the key was used in */
  usedLastDay: Schema.Int,
  usedLastHour: Schema.Int
})
const decodeTotals = Schema.decodeUnknownSync(Schema.Array(Totals))

/** What the ledger has recorded of each key. */
export const recordedOf = Effect.gen(function* () {
  const client = yield* PgClient.PgClient
  return decodeTotals(
    yield* client.unsafe(`
      SELECT key_id AS "keyId", sum(used)::integer AS used, sum(open)::integer AS open, sum(burnt)::integer AS burnt,
        (SELECT used FROM usage_days AS d WHERE d.key_id = h.key_id ORDER BY day DESC LIMIT 1) AS "usedLastDay",
        (array_agg(used ORDER BY day DESC, hour DESC))[1] AS "usedLastHour"
      FROM usage_hours AS h GROUP BY key_id ORDER BY key_id`)
  )
})
