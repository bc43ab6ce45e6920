import { Clock, Effect, Layer, Option, Result } from "effect"
import { type Category, type Cursor, logStart } from "../../domain/EventEnvelope.ts"
import { CurrentOrigin } from "../../domain/ports/CommandOrigins.ts"
import { ConcurrencyConflict, EventLog } from "../../domain/ports/EventLog.ts"
import { logStreams } from "../event-log/ExportPages.ts"
import { writtenEvent } from "../event-log/LoggedRow.ts"
import { namingPage } from "../event-log/NamingPages.ts"
import { AppendSignal } from "../event-log/AppendSignal.ts"
import {
  cursorOfRow,
  endOfLog,
  eventColumns,
  isOfCategory,
  loggedColumns,
  toAnyEnvelope,
  toEnvelope,
  toLogged
} from "./EventRows.ts"
import { EventsDatabase } from "./Sqlite.ts"
import { namedEvent, positionSql } from "./NamedEvents.ts"
import { appendFrom } from "./SqliteCommandOrigins.ts"

/** Few, so that they die young: 1,000 of products are more than V8 keeps apart for what is new. */
const exportPageSize = 200

const make = Effect.gen(function* () {
  const db = yield* EventsDatabase
  const signal = yield* AppendSignal

  const append: EventLog["Service"]["append"] = Effect.fn("EventLog.append")(function* (streams, meta) {
    const now = yield* Clock.currentTimeMillis
    const origin = yield* CurrentOrigin
    const cursor = yield* db
      .write("append events", () => appendFrom(db, streams, meta, { now, origin }))
      .pipe(
        // a conflict is thrown so that it rolls the transaction back
        Effect.catchDefect((defect) =>
          defect instanceof ConcurrencyConflict ? Effect.fail(defect) : Effect.die(defect)
        )
      )
    yield* signal.notify
    return cursor
  })

  const readStream: EventLog["Service"]["readStream"] = Effect.fn("EventLog.readStream")(
    function* (category, streamId) {
      const rows = yield* db.read("read a stream", () =>
        db.statement(`SELECT ${eventColumns} FROM events WHERE stream_id = ? ORDER BY stream_version`).all(streamId)
      )
      return yield* Effect.fromResult(Result.all(rows.map((row) => toEnvelope(category, row))))
    }
  )

  const readAt: EventLog["Service"]["readAt"] = Effect.fn("EventLog.readAt")(function* (category, places) {
    const rows = yield* db.read("read events of streams", () => {
      const one = db.statement(`SELECT ${eventColumns} FROM events WHERE stream_id = ? AND stream_version = ?`)
      return places.map(({ streamId, version }) => one.get(streamId, version)).filter((row) => row !== undefined)
    })
    return yield* Effect.fromResult(Result.all(rows.map((row) => toEnvelope(category, row))))
  })

  const readWritten: EventLog["Service"]["readWritten"] = Effect.fn("EventLog.readWritten")(
    function* (streamId, version) {
      const row = yield* db.read("read an event as it was written", () =>
        db
          .statement(`SELECT ${eventColumns} FROM events WHERE stream_id = ? AND stream_version = ?`)
          .get(streamId, version)
      )
      if (row === undefined) return Option.none()
      return Option.some(yield* Effect.fromResult(writtenEvent(cursorOfRow(row), row)))
    }
  )

  const readRows = (category: Category, after: Cursor, limit: number) =>
    db.read("read the log", () => {
      // the end first: what is committed between the two statements is read again, never skipped
      const end = endOfLog(db)
      const rows = db
        .statement(
          `SELECT ${eventColumns} FROM events WHERE ${isOfCategory} AND position > ? AND position <= ?
           ORDER BY position LIMIT ?`
        )
        .all(category, after.position, end.position, limit)
      const last = rows.at(-1)
      return { rows, cursor: last !== undefined && rows.length === limit ? cursorOfRow(last) : end }
    })

  const read: EventLog["Service"]["read"] = Effect.fn("EventLog.read")(function* (category, after, limit) {
    const { cursor, rows } = yield* readRows(category, after, limit)
    return { events: yield* Effect.fromResult(Result.all(rows.map((row) => toEnvelope(category, row)))), cursor }
  })

  const readBack: EventLog["Service"]["readBack"] = Effect.fn("EventLog.readBack")(function* (category, before, limit) {
    const rows = yield* db.read("read the log backwards", () =>
      db
        .statement(
          `SELECT ${eventColumns} FROM events WHERE ${isOfCategory} AND position < ? ORDER BY position DESC LIMIT ?`
        )
        .all(category, before?.position ?? Number.MAX_SAFE_INTEGER, limit)
    )
    const last = rows.at(-1)
    return {
      events: yield* Effect.fromResult(Result.all(rows.map((row) => toEnvelope(category, row)))),
      cursor: last !== undefined && rows.length === limit ? cursorOfRow(last) : logStart
    }
  })

  const positionOf = (streamId: string, version: number) =>
    db.statement(positionSql).get(streamId, version)?.["position"]

  const readNaming: EventLog["Service"]["readNaming"] = Effect.fn("EventLog.readNaming")(function* <C extends Category>(
    category: C,
    after: Cursor,
    limit: number
  ) {
    const { cursor, rows } = yield* readRows(category, after, limit)
    const page = yield* db.read("name what cannot be read", () =>
      namingPage(rows, cursor, {
        toEnvelope: (row) => toEnvelope(category, row),
        name: (row, error) => namedEvent(category, row, error, positionOf)
      })
    )
    return yield* Effect.fromResult(page)
  })

  const pageOf = (columns: string) =>
    `SELECT ${columns} FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ${exportPageSize}`
  const [foundSql, loggedSql] = [pageOf(eventColumns), pageOf(loggedColumns)]

  /** One page of every category, up to the given end. */
  const foundPage = (after: Cursor, end: Cursor) =>
    db.read("export the log", () =>
      db
        .statement(foundSql)
        .all(after.position, end.position)
        .map((row) => ({ cursor: cursorOfRow(row), found: toAnyEnvelope(row) }))
    )

  const loggedPage = (after: Cursor, end: Cursor) =>
    db.read("look at the log", () => {
      const page = db.statement(loggedSql)
      page.setReturnArrays(true)
      return page.all(after.position, end.position).map(toLogged)
    })

  const end = db.read("find the end of the log", () => endOfLog(db))

  return EventLog.of({
    append,
    readStream,
    readAt,
    readWritten,
    read,
    readBack,
    readNaming,
    ...logStreams(end, foundPage, loggedPage),
    end,
    placeBefore: Effect.fn("EventLog.placeBefore")((time) =>
      db.read("find the place of a time", () => {
        const row = db
          .statement("SELECT position FROM events WHERE recorded_at < ? ORDER BY position DESC LIMIT 1")
          .get(time)
        return row === undefined ? logStart : cursorOfRow(row)
      })
    ),
    countAfter: Effect.fn("EventLog.countAfter")((category, after) =>
      db.read("count events", () => {
        const row = db
          .statement("SELECT count(*) AS count FROM events WHERE category = ? AND position > ?")
          .get(category, after.position)
        return Number(row?.["count"])
      })
    )
  })
})

/** The event log in `events.db`. */
export const layer: Layer.Layer<EventLog, never, EventsDatabase | AppendSignal> = Layer.effect(EventLog, make)
