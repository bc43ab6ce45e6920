import { Predicate, Result, Schema, Struct } from "effect"
import {
  Category as Categories,
  type Category,
  type Cursor,
  type EventEnvelope,
  eventDecoders,
  logStart,
  type StreamId
} from "../../domain/EventEnvelope.ts"
import {
  type AppendMeta,
  ConcurrencyConflict,
  EventUndecodable,
  type LoggedEvent,
  type StreamAppend
} from "../../domain/ports/EventLog.ts"
import { damaged, eventChecksum } from "../crypto/EventChecksum.ts"
import { loggedEvent } from "../event-log/LoggedRow.ts"
import { projectInline } from "./InlineProjections.ts"
import type { SqliteDatabase } from "./Sqlite.ts"

/** Creates the log's table. One writer at a time, so the order of positions is the order of commits. */
export const eventsSchema = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    category TEXT NOT NULL,
    stream_id TEXT NOT NULL,
    stream_version INTEGER NOT NULL CHECK (stream_version > 0),
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    command_id TEXT NOT NULL,
    actor TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    UNIQUE (stream_id, stream_version)
  );
`

/** The version of a stream's newest event; 0 when there is none. */
export const headVersion = (db: SqliteDatabase, streamId: StreamId): number => {
  const row = db.statement("SELECT max(stream_version) AS version FROM events WHERE stream_id = ?").get(streamId)
  return typeof row?.["version"] === "number" ? row["version"] : 0
}

/** The end of the log. */
export const endOfLog = (db: SqliteDatabase): Cursor => {
  const row = db.statement("SELECT max(position) AS position FROM events").get()
  return typeof row?.["position"] === "number" ? { tx: 0, position: row["position"] } : logStart
}

/**
 * Appends to all the streams and projects inline; to be called inside a write transaction. Throws
 * `ConcurrencyConflict` when a stream is not at its expected version, which rolls the transaction back.
 */
export const appendEvents = <C extends Category>(
  db: SqliteDatabase,
  streams: ReadonlyArray<StreamAppend<C>>,
  meta: AppendMeta,
  now: number
): Cursor => {
  let cursor: Cursor | undefined
  for (const stream of streams) {
    const { events, expectedVersion, streamId } = stream
    if (events.length === 0) continue
    // whether a stream is new, the insert tells
    if (expectedVersion > 0 && headVersion(db, streamId) !== expectedVersion)
      throw new ConcurrencyConflict({ streamId })
    cursor = insertEvents(db, stream, meta, now) ?? cursor
  }
  return cursor ?? endOfLog(db)
}

/** The same for one stream whose version was read in this very transaction; nothing where there is no event. */
export const insertEvents = <C extends Category>(
  db: SqliteDatabase,
  { events, expectedVersion, streamId }: StreamAppend<C>,
  meta: AppendMeta,
  now: number
): Cursor | undefined => {
  const insert = db.statement(
    `INSERT INTO events (category, stream_id, stream_version, type, data, command_id, actor, recorded_at, checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (stream_id, stream_version) DO NOTHING`
  )
  let cursor: Cursor | undefined
  let version = expectedVersion
  for (const event of events) {
    version++
    const { _tag: type, ...fields } = event
    const data = JSON.stringify(fields)
    const { actor, commandId } = meta
    const checksum = eventChecksum({ streamId, streamVersion: version, type, data, commandId, actor, recordedAt: now })
    const { changes, lastInsertRowid } = insert.run(
      categoryOf(streamId),
      streamId,
      version,
      type,
      data,
      commandId,
      actor,
      now,
      checksum
    )
    if (changes === 0) throw new ConcurrencyConflict({ streamId })
    cursor = { tx: 0, position: Number(lastInsertRowid) }
    projectInline(db, { cursor, streamId, streamVersion: version, recordedAt: now, event })
  }
  return cursor
}

const categoryOf = (streamId: StreamId): string => streamId.slice(0, streamId.indexOf("-"))

export const eventColumns =
  "category, position, stream_id, stream_version, type, data, command_id, actor, recorded_at, checksum"

/** The rows of a category, and those whose category is damaged: they must not be passed over. */
export const isOfCategory = `(category = ? OR category NOT IN (${Categories.literals.map((name) => `'${name}'`).join(", ")}))`

const EventRow = Schema.Struct({
  category: Categories,
  position: Schema.Int,
  stream_id: Schema.String,
  stream_version: Schema.Int,
  type: Schema.String,
  data: Schema.String,
  command_id: Schema.String,
  actor: Schema.String,
  recorded_at: Schema.Int,
  checksum: Schema.String
})
const decodeRow = Schema.decodeUnknownResult(EventRow)

const decodePosition = Schema.decodeUnknownSync(Schema.Struct({ position: Schema.Int }))

/** Where a row of `eventColumns` stands. */
export const cursorOfRow = (row: unknown): Cursor => ({ tx: 0, position: decodePosition(row).position })

/** For rows as arrays: as objects they take twice as long to read. The data as bytes, which is what is hashed, and whether they are a text. */
export const loggedColumns =
  "position, category, stream_id, stream_version, type, CAST(data AS BLOB), typeof(data) = 'text', command_id, actor, recorded_at, checksum"

const isArray = (row: unknown): row is ReadonlyArray<unknown> => Array.isArray(row)

/** A row of `loggedColumns` as it stands. */
export const toLogged = (row: unknown): LoggedEvent => {
  if (!isArray(row)) throw new TypeError("a row of the log is no array")
  const [position, category, stream_id, stream_version, type, bytes, isText, command_id, actor, recorded_at, checksum] =
    row
  if (!Predicate.isNumber(position)) throw new TypeError("a row of the log has no position")
  const data = isText === 1 ? bytes : undefined
  const columns = { category, stream_id, stream_version, type, data, command_id, actor, recorded_at, checksum }
  return loggedEvent({ tx: 0, position }, columns)
}

/** The checksum that a row of `eventColumns` should have. */
const checksumOf = (row: Omit<typeof EventRow.Type, "checksum">): string =>
  eventChecksum({
    streamId: row.stream_id,
    streamVersion: row.stream_version,
    type: row.type,
    data: row.data,
    commandId: row.command_id,
    actor: row.actor,
    recordedAt: row.recorded_at
  })

const decodeUnchecked = Schema.decodeUnknownSync(EventRow.mapFields(Struct.omit(["checksum"])))

/** The same for a row that has none yet. */
export const checksumOfRow = (row: unknown): string => checksumOf(decodeUnchecked(row))

/** The row, if it is what was written; no field of a damaged one is believed. */
const verifiedRow = (row: unknown): Result.Result<typeof EventRow.Type, EventUndecodable> => {
  const decoded = decodeRow(row)
  if (Result.isFailure(decoded)) {
    const { position } = cursorOfRow(row)
    return Result.fail(
      new EventUndecodable({ type: "the event", streamId: `position ${position}`, streamVersion: 0, issues: damaged })
    )
  }
  const { category, checksum, stream_id, stream_version, type } = decoded.success
  const isIntact = stream_id.startsWith(`${category}-`) && checksumOf(decoded.success) === checksum
  return isIntact
    ? Result.succeed(decoded.success)
    : Result.fail(new EventUndecodable({ type, streamId: stream_id, streamVersion: stream_version, issues: damaged }))
}

/** The event as its decoder takes it. Whatever else stands there, the decoder refuses. */
const taggedEvent = (type: string, data: string): unknown => {
  const fields: unknown = JSON.parse(data)
  return Predicate.isObject(fields) ? { ...fields, _tag: type } : fields
}

/** The envelope of a row of `eventColumns`; a failure names the event that is damaged, or that today's schema cannot read. */
export const toEnvelope = <C extends Category>(
  category: C,
  row: unknown
): Result.Result<EventEnvelope<C>, EventUndecodable> =>
  Result.flatMap(verifiedRow(row), (verified) => envelopeOf(category, verified))

/** The same for a row of any category. */
export const toAnyEnvelope = (row: unknown): Result.Result<EventEnvelope, EventUndecodable> =>
  Result.flatMap(verifiedRow(row), (verified) => envelopeOf(verified.category, verified))

const envelopeOf = <C extends Category>(
  category: C,
  { actor, command_id, data, position, recorded_at, stream_id, stream_version, type }: typeof EventRow.Type
): Result.Result<EventEnvelope<C>, EventUndecodable> =>
  Result.mapBoth(eventDecoders[category](taggedEvent(type, data)), {
    onFailure: (error) =>
      new EventUndecodable({ type, streamId: stream_id, streamVersion: stream_version, issues: String(error) }),
    onSuccess: (event) => ({
      cursor: { tx: 0, position },
      streamId: stream_id,
      streamVersion: stream_version,
      recordedAt: recorded_at,
      commandId: command_id,
      actor,
      event
    })
  })
