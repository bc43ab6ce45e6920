import { Result, Schema } from "effect"
import { Category, type Cursor, type EventEnvelope, type EventOf } from "../../domain/EventEnvelope.ts"
import { KeyEvent } from "../../domain/key/KeyEvent.ts"
import { EventUndecodable } from "../../domain/ports/EventLog.ts"
import { ProductEvent } from "../../domain/product/ProductEvent.ts"
import { UsageEvent } from "../../domain/usage/UsageEvent.ts"

/** Transaction ids below this; what is above in a cursor's `tx` is the epoch. As in the function `cursor_tx`. */
const epochUnit = 2 ** 47

/** The cursor as SQL compares it: `(epoch, tx, position)`. */
export const toOrder = ({ position, tx }: Cursor): readonly [epoch: number, tx: string, position: number] => [
  Math.floor(tx / epochUnit),
  String(tx % epochUnit),
  position
]

// float8 holds every integer below 2^53, and unlike int8 arrives as a number
export const eventColumns = `e.category, cursor_tx(e.epoch, e.tx)::float8 AS tx, e.position::float8 AS position,
  e.stream_id, e.stream_version, e.type, e.data, e.command_id, e.actor, e.recorded_at::float8 AS recorded_at`

const EventRow = Schema.Struct({
  category: Category,
  tx: Schema.Int,
  position: Schema.Int,
  stream_id: Schema.String,
  stream_version: Schema.Int,
  type: Schema.String,
  data: Schema.Record(Schema.String, Schema.Unknown),
  command_id: Schema.String,
  actor: Schema.String,
  recorded_at: Schema.Int
})
const decodeRow = Schema.decodeUnknownSync(EventRow)

type Decoders = { readonly [C in Category]: (data: unknown) => Result.Result<EventOf[C], Schema.SchemaError> }

const decoders: Decoders = {
  product: Schema.decodeUnknownResult(ProductEvent),
  key: Schema.decodeUnknownResult(KeyEvent),
  usage: Schema.decodeUnknownResult(UsageEvent)
}

/** The envelope of a row of `eventColumns`; a failure names the event that today's schema cannot read. */
export const toEnvelope = <C extends Category>(
  category: C,
  row: unknown
): Result.Result<EventEnvelope<C>, EventUndecodable> => {
  const { actor, command_id, data, position, recorded_at, stream_id, stream_version, tx, type } = decodeRow(row)
  return Result.mapBoth(decoders[category]({ _tag: type, ...data }), {
    onFailure: (error) =>
      new EventUndecodable({ type, streamId: stream_id, streamVersion: stream_version, issues: String(error) }),
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

/** The same for a row of any category. */
export const toAnyEnvelope = (row: object): Result.Result<EventEnvelope, EventUndecodable> =>
  toEnvelope(decodeRow(row).category, row)
