import { Effect, Layer, Schedule, Stream } from "effect"
import type { LogPage } from "../../domain/ports/EventLog.ts"
import { EventFeed } from "../../domain/ports/EventFeed.ts"
import { changesOf } from "../../projections/product-search/ProductSearchProjection.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { ViewsSwap } from "../../infra/sqlite/ViewsFile.ts"

/** The name under which the projection keeps its place. */
export const productSearch = "product-search"

/** Small enough that a batch does not hold up the requests between two turns of the event loop. */
const batchSizeMax = 200

/** How soon a finished rebuild of another process is taken over. */
const swapPollInterval = "250 millis"

/** A store that is down is tried again for as long as it takes. */
const retrySchedule = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

const projectPage = Effect.fnUntraced(function* (page: LogPage<"product">) {
  const index = yield* ProductIndex
  const checkpoints = yield* Checkpoints
  if (page.events.length > 0) yield* index.apply(changesOf(page.events))
  yield* checkpoints.save(productSearch, page.cursor)
  return page.events.length < batchSizeMax
})

/** The pages from the projection's place on, projected; each says whether it caught up with the log. */
const projected = Stream.unwrap(
  Effect.gen(function* () {
    const feed = yield* EventFeed
    const place = yield* (yield* Checkpoints).load(productSearch)
    return feed.from("product", place, batchSizeMax).pipe(
      Stream.mapEffect((page) =>
        Effect.map(projectPage(page), (caughtUp) => ({ caughtUp, events: page.events.length }))
      ),
      // between two batches the requests have their turn
      Stream.tap(() => Effect.yieldNow)
    )
  })
)

/** Projects what the log holds and ends; `onProgress` is told the number of events of each batch. */
export const catchUp = <E, R>(onProgress: (events: number) => Effect.Effect<void, E, R>) =>
  projected.pipe(
    Stream.tap(({ events }) => onProgress(events)),
    Stream.takeUntil(({ caughtUp }) => caughtUp),
    Stream.runDrain
  )

/** Projects until a finished rebuild appears; begins by taking over one that waits. */
const followUntilRebuilt = Effect.gen(function* () {
  const swap = yield* ViewsSwap
  yield* swap.adopt
  const rebuildWaits = swap.isPending.pipe(
    Effect.delay(swapPollInterval),
    Effect.repeat({ until: (pending) => pending })
  )
  yield* Effect.raceFirst(Stream.runDrain(projected), rebuildWaits)
})

/** Follows the log in the background for as long as the process lives. */
export const layer: Layer.Layer<never, never, EventFeed | Checkpoints | ProductIndex | ViewsSwap> = Layer.effectDiscard(
  followUntilRebuilt.pipe(
    Effect.tapError((error) => Effect.logError("the product projection stopped and will be tried again", error)),
    Effect.retry(retrySchedule),
    Effect.forever,
    Effect.forkScoped
  )
)
