import { Schema } from "effect"
import { Cursor, type EventEnvelope, type Category } from "../domain/EventEnvelope.ts"
import type { NamingPage, UnreadableEvent } from "../domain/ports/EventLog.ts"

/** A stream of which a read model shows what it was before an event that cannot be read, and nothing later. */
export const ParkedStream = Schema.Struct({
  streamId: Schema.String,
  /** of the event that cannot be read */
  version: Schema.Int,
  cursor: Cursor,
  /** why it, or one after it, cannot be read */
  reason: Schema.String,
  /** ms since the epoch */
  since: Schema.Int
})
export type ParkedStream = typeof ParkedStream.Type

/** With more, the log is damaged as a whole, and a read model that goes on would mostly show what is old. */
export const parkedStreamsMax = 1_000

/** A schema error may be as long as the event. */
const reasonLengthMax = 500

/** So many events cannot be read that going on without their streams makes no sense. */
export class TooManyParked extends Schema.TaggedError<TooManyParked>()("TooManyParked", { last: Schema.String }) {
  override get message(): string {
    return (
      `more than ${parkedStreamsMax.toLocaleString("en")} streams would be parked: too much of the log cannot be read to go on ` +
      `(${this.last}); see fooddata log verify`
    )
  }
}

export const reasonOf = ({ message }: { readonly message: string }): string => message.slice(0, reasonLengthMax)

/** What a read model takes from a page, and the streams that it parks because of it. */
export interface Sifted<C extends Category> {
  readonly events: ReadonlyArray<EventEnvelope<C>>
  readonly parked: ReadonlyArray<ParkedStream>
}

/**
 * Leaves out the streams that are parked, and parks those with an event that cannot be read: what comes before it in the
 * page is taken, nothing after it. Pages must come in the order of the log, each with what those before it have parked.
 */
export const sift = <C extends Category>(
  { events, unreadable }: NamingPage<C>,
  isParked: (streamId: string) => boolean,
  now: number
): Sifted<C> => {
  const first = new Map<string, UnreadableEvent>()
  for (const event of unreadable) {
    const { streamId } = event.error
    if (!isParked(streamId) && !first.has(streamId)) first.set(streamId, event)
  }
  const isTaken = ({ streamId, streamVersion }: EventEnvelope): boolean =>
    !isParked(streamId) && streamVersion < (first.get(streamId)?.error.streamVersion ?? Infinity)
  return {
    events: events.filter(isTaken),
    parked: Array.from(first.values(), ({ cursor, error }) => ({
      streamId: error.streamId,
      version: error.streamVersion,
      cursor,
      reason: reasonOf(error),
      since: now
    }))
  }
}
