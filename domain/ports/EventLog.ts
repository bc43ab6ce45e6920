import { Context, type Effect, type Option, type Result, Schema, type Stream } from "effect"
import type { Actor, Category, Cursor, EventEnvelope, EventOf, StreamId } from "../EventEnvelope.ts"
import type { KeyName } from "../key/KeyEvent.ts"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** Another writer was first: the stream is no longer at the expected version. Load, decide and append again. */
export class ConcurrencyConflict extends Schema.TaggedError<ConcurrencyConflict>()("ConcurrencyConflict", {
  streamId: Schema.String
}) {}

/** An event in the log is damaged, or does not decode: never skipped, because a read model without it would be silently wrong. */
export class EventUndecodable extends Schema.TaggedError<EventUndecodable>()("EventUndecodable", {
  type: Schema.String,
  streamId: Schema.String,
  streamVersion: Schema.Int,
  issues: Schema.String
}) {
  override get message(): string {
    return `cannot read ${this.type} of ${this.streamId} version ${this.streamVersion}: ${this.issues}`
  }
}

export interface StreamAppend<C extends Category = Category> {
  readonly streamId: StreamId<C>
  /** the version the decision was made on; 0 for a new stream */
  readonly expectedVersion: number
  readonly events: ReadonlyArray<EventOf[C]>
  /**
   * Of a stream of a key: what its owner calls the key from these events on; `""`: nothing any more. Kept beside the log, in the
   * append's own transaction, because it can be erased there.
   */
  readonly keyName?: KeyName
}

/** One event of a stream. */
export interface StreamPlace<C extends Category = Category> {
  readonly streamId: StreamId<C>
  readonly version: number
}

export interface AppendMeta {
  readonly commandId: string
  readonly actor: Actor
}

/** An event of the log as it stands there, by a hash of what it says: what a decoder makes of it may change, this may not. */
export interface LoggedEvent {
  readonly cursor: Cursor
  readonly streamId: string
  readonly streamVersion: number
  readonly type: string
  /** ms since the epoch */
  readonly recordedAt: number
  readonly actor: string
  /** of all that it says, SHA-256 in hex */
  readonly digest: string
  /** none: it is what was written, by its checksum */
  readonly damage: EventUndecodable | undefined
}

/** An event of the log in the very words that stand there: what its digest is made of. */
export interface WrittenEvent {
  readonly cursor: Cursor
  readonly streamId: string
  readonly streamVersion: number
  readonly type: string
  /** the JSON text of its fields */
  readonly data: string
  readonly commandId: string
  readonly actor: string
  /** ms since the epoch */
  readonly recordedAt: number
}

/** An event of the log as it was found there. */
export interface FoundEvent {
  readonly cursor: Cursor
  readonly found: Result.Result<EventEnvelope, EventUndecodable>
}

export interface LogPage<C extends Category = Category> {
  readonly events: ReadonlyArray<EventEnvelope<C>>
  /** everything of the category up to here has been read; where the next page starts */
  readonly cursor: Cursor
}

/** An event that is damaged or does not decode, and whose stream can be told all the same. */
export interface UnreadableEvent {
  readonly cursor: Cursor
  /** names the event */
  readonly error: EventUndecodable
}

/** A page that leaves nothing out: what of it cannot be read is named. */
export interface NamingPage<C extends Category = Category> extends LogPage<C> {
  /** in the order of the log */
  readonly unreadable: ReadonlyArray<UnreadableEvent>
}

/** How much of the log a page covers; one with less than was asked for ends at the log's end. */
export const sizeOf = ({ events, unreadable }: NamingPage): number => events.length + unreadable.length

/**
 * The append-only log of all events, the one source of truth. What must be true the instant a command returns (key
 * directory, product heads) the adapter writes in the append's own transaction, or reads from the log.
 */
export class EventLog extends Context.Service<
  EventLog,
  {
    /** Appends to all the streams or to none; the cursor is that of the last event. No events: the log's end. */
    readonly append: <C extends Category>(
      streams: ReadonlyArray<StreamAppend<C>>,
      meta: AppendMeta
    ) => Effect.Effect<Cursor, ConcurrencyConflict | StorageUnavailable>
    /** All events of one stream, oldest first; empty when there is no such stream. */
    readonly readStream: <C extends Category>(
      category: C,
      streamId: StreamId<C>
    ) => Effect.Effect<ReadonlyArray<EventEnvelope<C>>, StorageUnavailable | EventUndecodable>
    /** The events at these versions of their streams, in any order; what is not there is left out. */
    readonly readAt: <C extends Category>(
      category: C,
      places: ReadonlyArray<StreamPlace<C>>
    ) => Effect.Effect<ReadonlyArray<EventEnvelope<C>>, StorageUnavailable | EventUndecodable>
    /** The event as it was written, once its checksum fits; none: it is not there. Today's schema need not read it. */
    readonly readWritten: (
      streamId: string,
      version: number
    ) => Effect.Effect<Option.Option<WrittenEvent>, StorageUnavailable | EventUndecodable>
    /** At most `limit` events of one category after the cursor, in the order of the log. */
    readonly read: <C extends Category>(
      category: C,
      after: Cursor,
      limit: number
    ) => Effect.Effect<LogPage<C>, StorageUnavailable | EventUndecodable>
    /**
     * At most `limit` events of one category before the cursor, newest first; `null`: before the end. The cursor of the page is where the
     * next one ends: `logStart`, when the beginning was reached.
     */
    readonly readBack: <C extends Category>(
      category: C,
      before: Cursor | null,
      limit: number
    ) => Effect.Effect<LogPage<C>, StorageUnavailable | EventUndecodable>
    /**
     * The same as `read` for a reader that leaves only the streams of unreadable events behind: those are named, each at its place. Fails
     * where the stream of one cannot be told, because then nobody knows what to leave behind.
     */
    readonly readNaming: <C extends Category>(
      category: C,
      after: Cursor,
      limit: number
    ) => Effect.Effect<NamingPage<C>, StorageUnavailable | EventUndecodable>
    /** Events of every category after the cursor, up to the end as it was when the stream started. */
    readonly export: (after: Cursor) => Stream.Stream<EventEnvelope, StorageUnavailable | EventUndecodable>
    /** The same, with the events that are damaged or do not decode, each at its place: for whoever looks for them. */
    readonly scan: (after: Cursor) => Stream.Stream<FoundEvent, StorageUnavailable>
    /**
     * The same, checked against their checksums and not decoded: ten times as fast. An event that is intact and that today's schema
     * cannot read is no damage here.
     */
    readonly scanLogged: (after: Cursor) => Stream.Stream<LoggedEvent, StorageUnavailable>
    /** The end of the log. */
    readonly end: Effect.Effect<Cursor, StorageUnavailable>
    /**
     * The place of the last event that was recorded before this time, ms since the epoch. Clocks are not log order: what stands
     * before it may have been recorded later, nothing after it was recorded sooner.
     */
    readonly placeBefore: (time: number) => Effect.Effect<Cursor, StorageUnavailable>
    /** How many events of the category stand after the cursor. */
    readonly countAfter: (category: Category, after: Cursor) => Effect.Effect<number, StorageUnavailable>
  }
>()("fooddata/domain/ports/EventLog") {}
