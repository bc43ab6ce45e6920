import { Predicate, Result, Schema } from "effect"
import { Category, type Cursor, type EventEnvelope, eventDecoders } from "../../domain/EventEnvelope.ts"
import { EventUndecodable, type LoggedEvent, type UnreadableEvent } from "../../domain/ports/EventLog.ts"
import { damaged, eventChecksum } from "../crypto/EventChecksum.ts"
import { loggedEvent } from "../event-log/LoggedRow.ts"

/** Transaction ids below this; what is above in a cursor's `tx` is the epoch. As in the function `cursor_tx`. */
const epochUnit = 2 ** 47

/** The cursor as SQL compares it: `(epoch, tx, position)`. */
export const toOrder = ({ position, tx }: Cursor): readonly [epoch: number, tx: string, position: number] => [
  Math.floor(tx / epochUnit),
  String(tx % epochUnit),
  position
]

/** All categories, as an array of SQL: each is read along its own index. */
export const categories = `ARRAY[${Category.literals.map((name) => `'${name}'`).join(", ")}]`

// float8 holds every integer below 2^53, and unlike int8 arrives as a number
export const eventColumns = `e.category, cursor_tx(e.epoch, e.tx)::float8 AS tx, e.position::float8 AS position,
  e.stream_id, e.stream_version, e.type, e.data::text AS data, e.command_id, e.actor,
  e.recorded_at::float8 AS recorded_at, e.checksum`

const EventRow = Schema.Struct({
  category: Category,
  tx: Schema.Int,
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
const decodeRow = Schema.decodeUnknownSync(EventRow)

/** What the checksum of a row is made of. */
export type ChecksummedRow = Omit<typeof EventRow.Type, "category" | "tx" | "position" | "checksum">

/** The checksum that a row should have. */
export const checksumOf = (row: ChecksummedRow): string =>
  eventChecksum({
    streamId: row.stream_id,
    streamVersion: row.stream_version,
    type: row.type,
    data: row.data,
    commandId: row.command_id,
    actor: row.actor,
    recordedAt: row.recorded_at
  })

/** Where a row of `eventColumns` stands. */
export const cursorOfRow = (row: object): Cursor => {
  const { position, tx } = decodeRow(row)
  return { tx, position }
}

const decodeCursor = Schema.decodeUnknownSync(Schema.Struct({ tx: Schema.Int, position: Schema.Int }))

/** A row of `eventColumns` as it stands. */
export const toLogged = (row: object): LoggedEvent => loggedEvent(decodeCursor(row), { ...row })

/** The event as its decoder takes it. Whatever else stands there, the decoder refuses. */
const taggedEvent = (type: string, data: string): unknown => {
  const fields: unknown = JSON.parse(data)
  return Predicate.isObject(fields) ? { ...fields, _tag: type } : fields
}

/** The envelope of a row of `eventColumns`; a failure names the event that is damaged, or that today's schema cannot read. */
export const toEnvelope = <C extends Category>(
  category: C,
  row: unknown
): Result.Result<EventEnvelope<C>, EventUndecodable> => {
  const decoded = decodeRow(row)
  const { actor, command_id, data, position, recorded_at, stream_id, stream_version, tx, type } = decoded
  const failed = (issues: string) =>
    new EventUndecodable({ type, streamId: stream_id, streamVersion: stream_version, issues })
  if (!stream_id.startsWith(`${category}-`) || checksumOf(decoded) !== decoded.checksum) {
    return Result.fail(failed(damaged))
  }
  return Result.mapBoth(eventDecoders[category](taggedEvent(type, data)), {
    onFailure: (error) => failed(String(error)),
    onSuccess: (event) => ({
      cursor: { tx, position },
      streamId: stream_id,
      streamVersion: stream_version,
      recordedAt: recorded_at,
      commandId: command_id,
      actor,
      event
    })
  })
}

/** What an event that cannot be read is called by its row. */
export const namedEvent = (row: unknown, { issues }: EventUndecodable): UnreadableEvent => {
  const { position, stream_id: streamId, stream_version: streamVersion, tx, type } = decodeRow(row)
  return { cursor: { tx, position }, error: new EventUndecodable({ type, streamId, streamVersion, issues }) }
}

/** The same for a row of any category. */
export const toAnyEnvelope = (row: object): Result.Result<EventEnvelope, EventUndecodable> =>
  toEnvelope(decodeRow(row).category, row)
