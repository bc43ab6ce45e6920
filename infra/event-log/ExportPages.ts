import { Effect, Option, Result, Stream } from "effect"
import { type Cursor, isAtOrPast } from "../../domain/EventEnvelope.ts"
import type { EventLog, FoundEvent } from "../../domain/ports/EventLog.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"

/**
 * Everything after a cursor, page by page, up to the end of the log as it is when the stream starts. `page` reads what
 * lies after one cursor and up to another; an empty page ends the stream.
 */
export const logStreams = (
  end: Effect.Effect<Cursor, StorageUnavailable>,
  page: (from: Cursor, end: Cursor) => Effect.Effect<ReadonlyArray<FoundEvent>, StorageUnavailable>
): Pick<EventLog["Service"], "export" | "scan"> => {
  const pagesAfter = <A, E>(
    after: Cursor,
    valuesOf: (page: ReadonlyArray<FoundEvent>) => Effect.Effect<ReadonlyArray<A>, E>
  ) =>
    Stream.unwrap(
      Effect.map(end, (last) =>
        Stream.paginate(
          after,
          Effect.fnUntraced(function* (from: Cursor) {
            const found = yield* page(from, last)
            const next = found.at(-1)?.cursor
            const more = next !== undefined && !isAtOrPast(next, last)
            return [yield* valuesOf(found), more ? Option.some(next) : Option.none<Cursor>()] as const
          })
        )
      )
    )
  return {
    scan: (after) => pagesAfter(after, Effect.succeed),
    export: (after) => pagesAfter(after, (events) => Effect.fromResult(Result.all(events.map(({ found }) => found))))
  }
}
