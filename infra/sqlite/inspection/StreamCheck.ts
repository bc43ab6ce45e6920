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
