import { Option, Schema } from "effect"
import { type Category, isStreamOf } from "../../domain/EventEnvelope.ts"
import { EventUndecodable, type UnreadableEvent } from "../../domain/ports/EventLog.ts"

const NamedRow = Schema.Struct({
  position: Schema.Int,
  stream_id: Schema.String,
  stream_version: Schema.Int,
  type: Schema.String
})
const decodeNamedRow = Schema.decodeUnknownOption(NamedRow)

/** Finds the position of an event by its stream and version. The index answers, which is a copy of the two on other pages. */
export const positionSql = "SELECT position FROM events WHERE stream_id = ? AND stream_version = ?"

/**
 * The name of an event that cannot be read, where it can be believed: of the category that was asked for, and the same in the index.
 * `positionOf` runs `positionSql`.
 */
export const namedEvent = (
  category: Category,
  row: unknown,
  error: EventUndecodable,
  positionOf: (streamId: string, version: number) => unknown
): UnreadableEvent | null => {
  const named = decodeNamedRow(row)
  if (Option.isNone(named)) return null
  const { position, stream_id: streamId, stream_version: streamVersion, type } = named.value
  if (!isStreamOf(category)(streamId) || positionOf(streamId, streamVersion) !== position) return null
  const { issues } = error
  return {
    cursor: { tx: 0, position },
    error: new EventUndecodable({ type, streamId, streamVersion, issues })
  }
}
