import { Clock, Effect } from "effect"
import type { Category } from "../../domain/EventEnvelope.ts"
import { type LogPage, type NamingPage, sizeOf } from "../../domain/ports/EventLog.ts"
import { type ParkedStream, parkedStreamsMax, sift, TooManyParked } from "../../projections/ParkedStreams.ts"
import type { Parking } from "../../projections/Projection.ts"

/** What a projection takes from a page. */
export interface SiftedPage<C extends Category> extends LogPage<C> {
  readonly parked: ReadonlyArray<ParkedStream>
  /** how much of the log it covers */
  readonly size: number
}

/**
 * Takes from each page what the projection can apply, as it comes; knows which streams are parked, and parks more. Where there is
 * no parking, or no room for more, an event that cannot be read is a failure, and nothing of its page is taken.
 */
export const makeSieve = Effect.fnUntraced(function* <E, R>(parking: Parking<E, R> | null) {
  const names = new Set(parking === null ? [] : (yield* parking.parked).map(({ streamId }) => streamId))
  return Effect.fnUntraced(function* <C extends Category>(page: NamingPage<C>) {
    const [first] = page.unreadable
    if (parking === null && first !== undefined) return yield* first.error
    const { events, parked } =
      names.size === 0 && first === undefined
        ? { events: page.events, parked: [] }
        : sift(page, (name) => names.has(name), yield* Clock.currentTimeMillis)
    const last = parked.at(-1)
    if (last !== undefined && names.size + parked.length > parkedStreamsMax) {
      return yield* new TooManyParked({ last: last.reason })
    }
    for (const { streamId } of parked) names.add(streamId)
    return { events, parked, cursor: page.cursor, size: sizeOf(page) } satisfies SiftedPage<C>
  })
})

/** Once for each stream, when it is certain that it is kept. */
export const sayParked = Effect.fnUntraced(function* (projection: string, parked: ReadonlyArray<ParkedStream>) {
  for (const { reason, streamId, version } of parked) {
    yield* Effect.logError(
      `${projection} parks ${streamId}: what it shows is of before version ${version}, which cannot be read`
    ).pipe(Effect.annotateLogs({ projection, stream: streamId, version, reason }))
  }
})
