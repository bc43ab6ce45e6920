import { Array as Arr, Context, Effect, Layer, Schedule, Stream } from "effect"
import { EventFeed } from "../../domain/ports/EventFeed.ts"
import type { LogPage } from "../../domain/ports/EventLog.ts"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import { makeFailureLog } from "../../infra/logging/FailureLog.ts"
import { changeOf, newestOf } from "../../projections/product-search/ProductSearchProjection.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { LiveReadModel } from "../../projections/ports/LiveReadModel.ts"
import { type ProductChange, ProductIndex } from "../../projections/ports/ProductIndex.ts"

/** What suits the store that is projected into. */
export class ProjectorPace extends Context.Reference<{
  /** how many events are projected in one step */
  readonly batchSizeMax: number
  /**
   * how many steps are on their way at a time: with two, one is described and sent while a server still writes the one
   * before. Changes may be applied in any order, because each carries its version; places are kept in the log's order.
   */
  readonly concurrency: number
  /** while it catches up, what is written is shown and the place kept once in so many steps */
  readonly stepsPerShow: number
}>("fooddata/src/roles/ProjectorPace", {
  // small enough that a batch does not hold up the requests between two turns of the event loop
  defaultValue: () => ({ batchSizeMax: 200, concurrency: 1, stepsPerShow: 1 })
}) {}

/**
 * For a process in which no request waits for its turn: the more events a step takes, the fewer segments the index has to
 * bring together, and the fewer pages are written twice.
 */
export const unattendedPace: Context.Service.Shape<typeof ProjectorPace> = {
  batchSizeMax: 2_000,
  concurrency: 1,
  stepsPerShow: 1
}

/** How soon another build of the read model is taken over. */
const swapPollInterval = "250 millis"

/** A store that is down is tried again for as long as it takes. */
const retrySchedule = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

/** How many events are described between two turns of the requests. */
const eventsPerTurn = 200

const describe = Effect.fnUntraced(function* (events: LogPage<"product">["events"]) {
  const changes: Array<ProductChange> = []
  for (const some of Arr.chunksOf(newestOf(events), eventsPerTurn)) {
    changes.push(...some.map(changeOf))
    yield* Effect.yieldNow
  }
  return changes
})

/** The pages after the place that the name stands for, projected; each says whether it caught up with the log. */
const projected = (checkpoint: string) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const feed = yield* EventFeed
      const index = yield* ProductIndex
      const checkpoints = yield* Checkpoints
      const { batchSizeMax, concurrency, stepsPerShow } = yield* ProjectorPace
      const deferred = stepsPerShow > 1
      const place = yield* checkpoints.load(checkpoint)
      const write = Effect.fnUntraced(function* ({ cursor, events }: LogPage<"product">) {
        if (events.length > 0) yield* index.apply(yield* describe(events), { deferred })
        return { cursor, events: events.length, caughtUp: events.length < batchSizeMax }
      })
      let unshown = 0
      const keepPlace = Effect.fnUntraced(function* (step: Effect.Success<ReturnType<typeof write>>) {
        if (step.events > 0) unshown++
        if (!step.caughtUp && unshown < stepsPerShow) return
        // who waits for the place looks for what it stands for
        if (deferred && unshown > 0) yield* index.apply([])
        unshown = 0
        yield* checkpoints.save(checkpoint, step.cursor)
      })
      return feed
        .from("product", place, batchSizeMax)
        .pipe(Stream.mapEffect(write, { concurrency }), Stream.tap(keepPlace))
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

const projectionStopped = makeFailureLog(Effect.logError, "the product projection stopped and will be tried again")
const cannotLead = makeFailureLog(Effect.logError, "cannot lead the product projection; tried again")

const keepFollowing = followUntilRebuilt.pipe(
  Effect.tapError((error) => projectionStopped(error)),
  Effect.retry(retrySchedule),
  Effect.forever
)

/** Follows the log in the background for as long as the process lives and leads the projection. */
export const layer: Layer.Layer<never, never, EventFeed | Checkpoints | ProductIndex | LiveReadModel | LeaderLock> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const lock = yield* LeaderLock
      yield* lock.whileLeader("product-search", keepFollowing).pipe(
        Effect.tapError((error) => cannotLead(error)),
        Effect.retry(retrySchedule),
        Effect.forkScoped
      )
    })
  )
