import { Context, Effect, Layer, Schedule, Stream } from "effect"
import { EventFeed } from "../../domain/ports/EventFeed.ts"
import type { LogPage } from "../../domain/ports/EventLog.ts"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import { changesOf } from "../../projections/product-search/ProductSearchProjection.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { LiveReadModel } from "../../projections/ports/LiveReadModel.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"

/** How many events are projected in one step. */
export class ProjectorBatch extends Context.Reference<number>("fooddata/src/roles/ProjectorBatch", {
  // small enough that a batch does not hold up the requests between two turns of the event loop
  defaultValue: () => 200
}) {}

/** How soon another build of the read model is taken over. */
const swapPollInterval = "250 millis"

/** A store that is down is tried again for as long as it takes. */
const retrySchedule = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

const projectPage = Effect.fnUntraced(function* (page: LogPage<"product">, checkpoint: string) {
  const index = yield* ProductIndex
  const checkpoints = yield* Checkpoints
  if (page.events.length > 0) yield* index.apply(changesOf(page.events))
  yield* checkpoints.save(checkpoint, page.cursor)
})

/** The pages after the place that the name stands for, projected; each says whether it caught up with the log. */
const projected = (checkpoint: string) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const feed = yield* EventFeed
      const batchSizeMax = yield* ProjectorBatch
      const place = yield* (yield* Checkpoints).load(checkpoint)
      return feed.from("product", place, batchSizeMax).pipe(
        Stream.tap((page) => projectPage(page, checkpoint)),
        // between two batches the requests have their turn
        Stream.tap(() => Effect.yieldNow),
        Stream.map(({ events }) => ({ events: events.length, caughtUp: events.length < batchSizeMax }))
      )
    })
  )

/** Projects what the log holds and ends; `onProgress` is told the number of events of each batch. */
export const catchUp = <E, R>(checkpoint: string, onProgress: (events: number) => Effect.Effect<void, E, R>) =>
  projected(checkpoint).pipe(
    Stream.tap(({ events }) => onProgress(events)),
    Stream.takeUntil(({ caughtUp }) => caughtUp),
    Stream.runDrain
  )

/** Projects until another build takes over; begins by following one that waits. */
const followUntilRebuilt = Effect.gen(function* () {
  const live = yield* LiveReadModel
  yield* live.adopt
  const checkpoint = yield* live.checkpoint
  const anotherWaits = live.isPending.pipe(
    Effect.delay(swapPollInterval),
    Effect.repeat({ until: (pending) => pending })
  )
  yield* Effect.raceFirst(Stream.runDrain(projected(checkpoint)), anotherWaits)
})

const keepFollowing = followUntilRebuilt.pipe(
  Effect.tapError((error) => Effect.logError("the product projection stopped and will be tried again", error)),
  Effect.retry(retrySchedule),
  Effect.forever
)

/** Follows the log in the background for as long as the process lives and leads the projection. */
export const layer: Layer.Layer<never, never, EventFeed | Checkpoints | ProductIndex | LiveReadModel | LeaderLock> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const lock = yield* LeaderLock
      yield* lock.whileLeader("product-search", keepFollowing).pipe(
        Effect.tapError((error) => Effect.logError("cannot lead the product projection; tried again", error)),
        Effect.retry(retrySchedule),
        Effect.forkScoped
      )
    })
  )
