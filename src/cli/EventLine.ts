import { Result, Schema } from "effect"
import type { Cursor, EventEnvelope } from "../../domain/EventEnvelope.ts"
import { eventChecksum } from "../../infra/crypto/EventChecksum.ts"
import { eventId } from "../../infra/crypto/EventId.ts"

/** A place in the log as people and scripts write it: `position`, or `tx:position` on a cluster. */
export const cursorText = ({ position, tx }: Cursor): string => (tx === 0 ? String(position) : `${tx}:${position}`)

export class CursorMalformed extends Schema.TaggedError<CursorMalformed>()("CursorMalformed", {
  text: Schema.String
}) {
  override get message(): string {
    return `"${this.text}" is no place in the log: use a position such as 1200, as "cursor" of an exported event says`
  }
}

const cursorPattern = /^(?:(\d{1,15}):)?(\d{1,15})$/

export const parseCursor = (text: string): Result.Result<Cursor, CursorMalformed> => {
  const match = cursorPattern.exec(text)
  if (match === null) return Result.fail(new CursorMalformed({ text }))
  return Result.succeed({ tx: Number(match[1] ?? 0), position: Number(match[2]) })
}

/** One event as a line of NDJSON. */
export const eventLine = (envelope: EventEnvelope): string => {
  const { _tag, ...data } = envelope.event
  const checksum = eventChecksum({ ...envelope, type: _tag, data: JSON.stringify(data) })
  return JSON.stringify({
    id: eventId(envelope.streamId, envelope.streamVersion),
    cursor: cursorText(envelope.cursor),
    stream: envelope.streamId,
    version: envelope.streamVersion,
    type: _tag,
    time: new Date(envelope.recordedAt).toISOString(),
    actor: envelope.actor,
    command: envelope.commandId,
    checksum,
    data
  })
}
