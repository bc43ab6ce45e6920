import type { Finding } from "../../../domain/ports/LogInspection.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

const gapsSql = `
  SELECT stream_id, count(*) AS events, max(stream_version) AS version FROM events
  GROUP BY stream_id HAVING count(*) <> max(stream_version) OR min(stream_version) <> 1`

/** Positions are given once, so the one that was given last is that of the last event. */
const lastSql = `
  SELECT coalesce(max(position), 0) AS found,
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0) AS given FROM events`

/** Streams of which versions are missing, and events that are missing at the end of the log. */
export const checkStreams = (db: SqliteDatabase): ReadonlyArray<Finding> => {
  const gaps = db.statement(gapsSql).all()
  const last = db.statement(lastSql).get()
  return [
    ...gaps.map(({ events, stream_id, version }) => ({
      place: String(stream_id),
      problem: `it has ${Number(events)} events up to version ${Number(version)}`
    })),
    ...(last?.["found"] === last?.["given"]
      ? []
      : [
          {
            place: "the end of the log",
            problem: `the last event is at position ${Number(last?.["found"])}, but position ${Number(last?.["given"])} was given`
          }
        ])
  ]
}

/** The fingerprint of the newest facts, and what the newest event makes of the product. */
const headsSql = `
  WITH newest AS (
    SELECT substr(stream_id, 9) AS product_id, max(stream_version) AS version FROM events
    WHERE stream_id BETWEEN 'product-' AND 'product.' GROUP BY stream_id
  ), expected AS (
    SELECT newest.product_id, newest.version,
      CASE WHEN last.type = 'ProductWithdrawn' THEN 'withdrawn' ELSE 'listed' END AS status,
      (SELECT CASE WHEN json_valid(facts.data) THEN json_extract(facts.data, '$.fingerprint') END FROM events AS facts
       WHERE facts.stream_id = last.stream_id AND facts.type <> 'ProductWithdrawn'
       ORDER BY facts.stream_version DESC LIMIT 1) AS fingerprint
    FROM newest JOIN events AS last
      ON last.stream_id = 'product-' || newest.product_id AND last.stream_version = newest.version
  )
  SELECT coalesce(expected.product_id, head.product_id) AS product_id
  FROM expected FULL JOIN product_heads AS head USING (product_id)
  WHERE expected.version IS NOT head.version OR expected.status IS NOT head.status
    OR expected.fingerprint IS NOT head.fingerprint`

/** Product heads that do not say what the newest events say. */
export const checkProductHeads = (db: SqliteDatabase): ReadonlyArray<Finding> =>
  db
    .statement(headsSql)
    .all()
    .map(({ product_id }) => ({
      place: `product_heads ${String(product_id)}`,
      problem: "it does not say what the product's events say"
    }))
