import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Result, Schema } from "effect"
import { type Category, Cursor, isAtOrPast, isStreamOf, logStart } from "../../domain/EventEnvelope.ts"
import { CurrentOrigin } from "../../domain/ports/CommandOrigins.ts"
import { ConcurrencyConflict, EventLog, type EventUndecodable } from "../../domain/ports/EventLog.ts"
import { logStreams } from "../event-log/ExportPages.ts"
import { writtenEvent } from "../event-log/LoggedRow.ts"
import { namingPage } from "../event-log/NamingPages.ts"
import { AppendSignal } from "../event-log/AppendSignal.ts"
import { appendRequest, appendStatement, appendWithOrigin } from "./AppendRequest.ts"
import {
  categories,
  cursorOfRow,
  eventColumns,
  namedEvent,
  toAnyEnvelope,
  toEnvelope,
  toLogged,
  toOrder
} from "./EventRows.ts"
import { query } from "./Postgres.ts"

const exportPageSize = 1_000

const cursorAt = (from: string): string =>
  `cursor_tx(${from}.epoch, ${from}.tx)::float8 AS end_tx, ${from}.position::float8 AS end_position`

/** Everything at or past the oldest open transaction stays unread: what it still writes would come before. */
const isReadable = "(e.epoch, e.tx) < ((SELECT l.epoch FROM log_epoch AS l), pg_snapshot_xmin(pg_current_snapshot()))"
const isAfter = (first: number): string =>
  `(e.epoch, e.tx, e.position) > ($${first}::smallint, $${first + 1}::text::xid8, $${first + 2}::bigint)`

/** One statement, so one snapshot: the horizon, the end of the log and the page belong together. */
const readPage = `
  SELECT page.*, ${cursorAt("last")}
  FROM log_end() AS last
  LEFT JOIN LATERAL (
    SELECT ${eventColumns} FROM events AS e
    WHERE e.category = $1 AND ${isAfter(2)} AND ${isReadable}
    ORDER BY e.epoch, e.tx, e.position LIMIT $5
  ) AS page ON true`

const pageBack = (bound: string): string => `
  SELECT ${eventColumns} FROM events AS e WHERE e.category = $1 AND ${isReadable} ${bound}
  ORDER BY e.epoch DESC, e.tx DESC, e.position DESC LIMIT $2`
const readBackFromEnd = pageBack("")
const readBackFrom = pageBack("AND (e.epoch, e.tx, e.position) < ($3::smallint, $4::text::xid8, $5::bigint)")

/** The categories are read each along its index, and merged. */
const exportPage = `
  SELECT page.* FROM unnest(${categories}) AS c(category)
  CROSS JOIN LATERAL (
    SELECT ${eventColumns} FROM events AS e
    WHERE e.category = c.category AND ${isAfter(1)} AND ${isReadable}
      AND (e.epoch, e.tx, e.position) <= ($4::smallint, $5::text::xid8, $6::bigint)
    ORDER BY e.epoch, e.tx, e.position LIMIT $7
  ) AS page
  ORDER BY page.tx, page.position LIMIT $7`

/** Of each category the last along its index. */
const lastBefore = `
  SELECT ${cursorAt("last")} FROM unnest(${categories}) AS c(category)
  CROSS JOIN LATERAL (
    SELECT e.epoch, e.tx, e.position FROM events AS e
    WHERE e.category = c.category AND e.recorded_at < $1::bigint AND ${isReadable}
    ORDER BY e.epoch DESC, e.tx DESC, e.position DESC LIMIT 1
  ) AS last
  ORDER BY last.epoch DESC, last.tx DESC, last.position DESC LIMIT 1`

const tellStream = `
  SELECT EXISTS (SELECT FROM stream_heads WHERE stream_id = $1 AND version >= $2::int)
    AND (SELECT count(*) FROM events WHERE stream_id = $1 AND stream_version = $2::int) = 1 AS told`

const AppendAnswer = Schema.Tuple([
  Schema.Struct({ answer: Schema.Union([Cursor, Schema.Struct({ conflict: Schema.String })]) })
])
const decodeAppended = Schema.decodeUnknownSync(AppendAnswer)
const decodeEnd = Schema.decodeUnknownSync(Schema.Struct({ end_tx: Schema.Int, end_position: Schema.Int }))
const decodeCount = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ count: Schema.Int })]))
const decodeTold = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ told: Schema.Boolean })]))
const hasEvent = Schema.is(Schema.Struct({ tx: Schema.Int }))

const endOf = (rows: ReadonlyArray<object>): Cursor => {
  if (rows[0] === undefined) return logStart
  const { end_position, end_tx } = decodeEnd(rows[0])
  return { tx: end_tx, position: end_position }
}

const later = (a: Cursor, b: Cursor): Cursor => (isAtOrPast(a, b) ? a : b)

const make = Effect.gen(function* () {
  const client = yield* PgClient.PgClient
  const signal = yield* AppendSignal

  const end = Effect.map(
    query(client, "find the end of the log", `SELECT ${cursorAt("last")} FROM log_end() AS last`),
    endOf
  )

  const append: EventLog["Service"]["append"] = Effect.fn("EventLog.append")(function* (streams, meta) {
    const request = yield* Effect.fromResult(appendRequest(streams))
    if (request === undefined) return yield* end
    const origin = yield* CurrentOrigin
    const parameters = [...request, meta.commandId, meta.actor]
    const [{ answer }] = decodeAppended(
      yield* origin === null
        ? query(client, "append events", appendStatement, parameters)
        : query(client, "append events", appendWithOrigin, [
            ...parameters,
            origin.address,
            origin.userAgent,
            origin.requestId
          ])
    )
    if ("conflict" in answer) return yield* new ConcurrencyConflict({ streamId: answer.conflict })
    yield* signal.notify
    return answer
  })

  const readStream: EventLog["Service"]["readStream"] = Effect.fn("EventLog.readStream")(
    function* (category, streamId) {
      const rows = yield* query(
        client,
        "read a stream",
        `SELECT ${eventColumns} FROM events AS e WHERE e.stream_id = $1 ORDER BY e.stream_version`,
        [streamId]
      )
      return yield* Effect.fromResult(Result.all(rows.map((row) => toEnvelope(category, row))))
    }
  )

  const readAt: EventLog["Service"]["readAt"] = Effect.fn("EventLog.readAt")(function* (category, places) {
    const rows = yield* query(
      client,
      "read events of streams",
      `SELECT ${eventColumns} FROM json_to_recordset($1::json) AS place("streamId" text, version int)
       JOIN events AS e ON e.stream_id = place."streamId" AND e.stream_version = place.version`,
      [JSON.stringify(places)]
    )
    return yield* Effect.fromResult(Result.all(rows.map((row) => toEnvelope(category, row))))
  })

  const readWritten: EventLog["Service"]["readWritten"] = Effect.fn("EventLog.readWritten")(
    function* (streamId, version) {
      const [row] = yield* query(
        client,
        "read an event as it was written",
        `SELECT ${eventColumns} FROM events AS e WHERE e.stream_id = $1 AND e.stream_version = $2`,
        [streamId, version]
      )
      if (row === undefined) return Option.none()
      return Option.some(yield* Effect.fromResult(writtenEvent(cursorOfRow(row), row)))
    }
  )

  const readRows = Effect.fnUntraced(function* (category: Category, after: Cursor, limit: number) {
    const answer = yield* query(client, "read the log", readPage, [category, ...toOrder(after), limit])
    const rows = answer.filter((row) => hasEvent(row))
    const last = rows.at(-1)
    const isFull = last !== undefined && rows.length === limit
    return { rows, cursor: isFull ? cursorOfRow(last) : later(endOf(answer), after) }
  })

  const read: EventLog["Service"]["read"] = Effect.fn("EventLog.read")(function* (category, after, limit) {
    const { cursor, rows } = yield* readRows(category, after, limit)
    return { events: yield* Effect.fromResult(Result.all(rows.map((row) => toEnvelope(category, row)))), cursor }
  })

  const readBack: EventLog["Service"]["readBack"] = Effect.fn("EventLog.readBack")(function* (category, before, limit) {
    const rows = yield* before === null
      ? query(client, "read the log backwards", readBackFromEnd, [category, limit])
      : query(client, "read the log backwards", readBackFrom, [category, limit, ...toOrder(before)])
    const last = rows.at(-1)
    return {
      events: yield* Effect.fromResult(Result.all(rows.map((row) => toEnvelope(category, row)))),
      cursor: last !== undefined && rows.length === limit ? cursorOfRow(last) : logStart
    }
  })

  /** Is it the only event of its name, and of a stream that has come so far? Heads are kept apart from events. */
  const isName = Effect.fnUntraced(function* (category: Category, { streamId, streamVersion }: EventUndecodable) {
    if (!isStreamOf(category)(streamId)) return false
    const rows = yield* query(client, "tell the stream of an event", tellStream, [streamId, streamVersion])
    return decodeTold(rows)[0].told
  })

  const readNaming: EventLog["Service"]["readNaming"] = Effect.fn("EventLog.readNaming")(function* <C extends Category>(
    category: C,
    after: Cursor,
    limit: number
  ) {
    const { cursor, rows } = yield* readRows(category, after, limit)
    const page = yield* Effect.fromResult(
      namingPage(rows, cursor, { toEnvelope: (row) => toEnvelope(category, row), name: namedEvent })
    )
    for (const { error } of page.unreadable) if (!(yield* isName(category, error))) return yield* error
    return page
  })

  const pageOf =
    <A>(from: (row: object) => A) =>
    (after: Cursor, last: Cursor) =>
      Effect.map(
        query(client, "export the log", exportPage, [...toOrder(after), ...toOrder(last), exportPageSize]),
        (rows) => rows.map(from)
      )

  const foundPage = pageOf((row) => ({ cursor: cursorOfRow(row), found: toAnyEnvelope(row) }))

  const countAfter = Effect.fn("EventLog.countAfter")(function* (category: Category, after: Cursor) {
    const rows = yield* query(
      client,
      "count events",
      `SELECT count(*)::float8 AS count FROM events AS e WHERE e.category = $1 AND ${isAfter(2)} AND ${isReadable}`,
      [category, ...toOrder(after)]
    )
    return decodeCount(rows)[0].count
  })

  const placeBefore = Effect.fn("EventLog.placeBefore")(function* (time: number) {
    return endOf(yield* query(client, "find the place of a time", lastBefore, [time]))
  })

  return EventLog.of({
    append,
    readStream,
    readAt,
    readWritten,
    read,
    readBack,
    readNaming,
    ...logStreams(end, foundPage, pageOf(toLogged)),
    end,
    placeBefore,
    countAfter
  })
})

/** The event log in Postgres. A page ends where the oldest open transaction began; what is past it comes later. */
export const layer: Layer.Layer<EventLog, never, PgClient.PgClient | AppendSignal> = Layer.effect(EventLog, make)
