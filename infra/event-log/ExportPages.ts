import { Effect, Option, Result, Stream } from "effect"
import { type Cursor, isAtOrPast } from "../../domain/EventEnvelope.ts"
import type { EventLog, FoundEvent, LoggedEvent } from "../../domain/ports/EventLog.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"

/** Reads what lies after one cursor and up to another; an empty page ends the stream. */
type ReadPage<A> = (from: Cursor, end: Cursor) => Effect.Effect<ReadonlyArray<A>, StorageUnavailable>

/** Everything after a cursor, page by page, up to the end of the log as it is when the stream starts. */
export const logStreams = (
  end: Effect.Effect<Cursor, StorageUnavailable>,
  foundPage: ReadPage<FoundEvent>,
  loggedPage: ReadPage<LoggedEvent>
): Pick<EventLog["Service"], "export" | "scan" | "scanLogged"> => {
  const pagesAfter = <P extends { readonly cursor: Cursor }, A, E>(
    after: Cursor,
    page: ReadPage<P>,
    valuesOf: (page: ReadonlyArray<P>) => Effect.Effect<ReadonlyArray<A>, E>
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
    scan: (after) => pagesAfter(after, foundPage, Effect.succeed),
    scanLogged: (after) => pagesAfter(after, loggedPage, Effect.succeed),
    export: (after) =>
      pagesAfter(after, foundPage, (events) => Effect.fromResult(Result.all(events.map(({ found }) => found))))
  }
}
