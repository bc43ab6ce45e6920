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

/** Of two texts that mean the same the short one is looked for first: reading JSON takes longest. No text in JSON has a bare quote. */
const hasFingerprint = (event: string): string =>
  `(instr(${event}.data, '"fingerprint":"' || head.fingerprint || '"') > 0 OR
    CASE WHEN json_valid(${event}.data) THEN json_extract(${event}.data, '$.fingerprint') END IS head.fingerprint)`

/** Heads that do not say what the newest event makes of the product, or have not the fingerprint of its newest facts. */
const wrongHeadsSql = `
  SELECT head.product_id FROM product_heads AS head
  WHERE head.version IS NOT (SELECT max(stream_version) FROM events WHERE stream_id = 'product-' || head.product_id)
    OR NOT EXISTS (
      SELECT 1 FROM events AS last
      WHERE last.stream_id = 'product-' || head.product_id AND last.stream_version = head.version AND
        CASE WHEN last.type = 'ProductWithdrawn'
        THEN head.status IS 'withdrawn' AND EXISTS (
          SELECT 1 FROM events AS facts WHERE facts.stream_id = last.stream_id AND facts.stream_version = (
            SELECT max(stream_version) FROM events WHERE stream_id = last.stream_id AND type <> 'ProductWithdrawn'
          ) AND ${hasFingerprint("facts")}
        )
        ELSE head.status IS 'listed' AND ${hasFingerprint("last")} END
    )`

const lackingHeadsSql = `
  SELECT DISTINCT substr(stream_id, 9) AS product_id FROM events
  WHERE stream_id BETWEEN 'product-' AND 'product.' AND substr(stream_id, 9) NOT IN (SELECT product_id FROM product_heads)`

/** Product heads that do not say what the newest events say. Whatever the number of products, it takes the same memory. */
export const checkProductHeads = (db: SqliteDatabase): ReadonlyArray<Finding> =>
  [wrongHeadsSql, lackingHeadsSql]
    .flatMap((sql) => db.statement(sql).all())
    .map(({ product_id }) => ({
      place: `product_heads ${String(product_id)}`,
      problem: "it does not say what the product's events say"
    }))
