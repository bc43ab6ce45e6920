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
  /** commitment to all that the event says, hex */
  readonly data: string
}

/** Names of which nearly all are: JSON has them as they are. */
const plain = /^[\w.:-]*$/

const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text))

/** What is hashed, in UTF-8: JSON without spaces, the fields in this order. */
export const entryText = ({ actor, data, id, stream, time, type, version }: LogEntry): string =>
  `{"id":"${id}","stream":${quoted(stream)},"version":${version},"type":${quoted(type)},"time":"${time}","actor":${quoted(actor)},"data":"${data}"}`
