import { Effect, Option, Stream } from "effect"
import { type Cursor, type EventEnvelope, isAtOrPast } from "../../domain/EventEnvelope.ts"

/**
 * Everything after the cursor, page by page, up to the end of the log as it is when the stream starts. `page` reads what
 * lies after one cursor and up to another; an empty page ends the stream.
 */
export const exportPages = <E, R>(
  after: Cursor,
  end: Effect.Effect<Cursor, E, R>,
  page: (from: Cursor, end: Cursor) => Effect.Effect<ReadonlyArray<EventEnvelope>, E, R>
): Stream.Stream<EventEnvelope, E, R> =>
  Stream.unwrap(
    Effect.map(end, (last) =>
      Stream.paginate(after, (from) =>
        Effect.map(page(from, last), (events) => {
          const next = events.at(-1)?.cursor
          const more = next !== undefined && !isAtOrPast(next, last)
          return [events, more ? Option.some(next) : Option.none()] as const
        })
      )
    )
  )
