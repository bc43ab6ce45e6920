/**
 * What stands in the tree of an event: enough to name it, and a commitment to what it says, which gives away nothing of it.
 */
export interface LogEntry {
  /** of the event, as exports and topics have it */
  readonly id: string
  readonly stream: string
  readonly version: number
  readonly type: string
  /** RFC 3339, UTC */
  readonly time: string
  /** who caused it, by a pseudonym */
  readonly actor: string
  /** commitment to the event's data, hex */
  readonly data: string
}

/** The bytes that are hashed: JSON without spaces, the fields in this order. */
export const entryText = ({ actor, data, id, stream, time, type, version }: LogEntry): string =>
  JSON.stringify({ id, stream, version, type, time, actor, data })
