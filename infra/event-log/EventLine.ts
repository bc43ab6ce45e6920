import { cursorText } from "../../domain/CursorText.ts"
import type { Cursor, EventEnvelope } from "../../domain/EventEnvelope.ts"
import { eventChecksum } from "../crypto/EventChecksum.ts"
import { eventId } from "../crypto/EventId.ts"

/** An event as it leaves the log, with what others need to check it. */
export interface ExportedEvent {
  readonly id: string
  readonly cursor: Cursor
  readonly stream: string
  readonly version: number
  readonly type: string
  /** ms since the epoch */
  readonly recordedAt: number
  readonly actor: string
  readonly command: string
  readonly checksum: string
  /** JSON */
  readonly data: string
}

export const exportedEvent = (envelope: EventEnvelope): ExportedEvent => {
  const { _tag: type, ...fields } = envelope.event
  const data = JSON.stringify(fields)
  return {
    id: eventId(envelope.streamId, envelope.streamVersion),
    cursor: envelope.cursor,
    stream: envelope.streamId,
    version: envelope.streamVersion,
    type,
    recordedAt: envelope.recordedAt,
    actor: envelope.actor,
    command: envelope.commandId,
    checksum: eventChecksum({ ...envelope, type, data }),
    data
  }
}

/** One event as a line of NDJSON. */
export const exportedLine = ({ data, ...event }: ExportedEvent): string => {
  const before = JSON.stringify({
    id: event.id,
    cursor: cursorText(event.cursor),
    stream: event.stream,
    version: event.version,
    type: event.type,
    time: new Date(event.recordedAt).toISOString(),
    actor: event.actor,
    command: event.command,
    checksum: event.checksum
  })
  return `${before.slice(0, -1)},"data":${data}}`
}

export const eventLine = (envelope: EventEnvelope): string => exportedLine(exportedEvent(envelope))
