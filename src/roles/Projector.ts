import { Context, Effect, Layer, Schedule, Stream } from "effect"
import type { Category } from "../../domain/EventEnvelope.ts"
import { EventFeed } from "../../domain/ports/EventFeed.ts"
import type { EventLog } from "../../domain/ports/EventLog.ts"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import { makeFailureLog } from "../../infra/logging/FailureLog.ts"
import type { ParkedStream } from "../../projections/ParkedStreams.ts"
import { UnparkRequests } from "../../projections/ports/UnparkRequests.ts"
import type { Projection } from "../../projections/Projection.ts"
import { makeSieve, sayParked, type SiftedPage } from "./Parking.ts"
import { retryParked } from "./RetryParked.ts"

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

/** How soon an operator's wish to read the parked streams again is noticed. */
const unparkPollInterval = "1 second"

/** A store that is down is tried again for as long as it takes. */
const retrySchedule = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

/** Of what can fail in a projection, what its log line tells. */
interface Failure {
  readonly _tag: string
  readonly message: string
}

/** The pages after the place that the name stands for, projected; each says whether it caught up with the log. */
const projected = <C extends Category, E, R, L>(projection: Projection<C, E, R, L>, checkpoint: string) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { category, name, order, writer } = projection
      const feed = yield* EventFeed
      const { batchSizeMax, concurrency, stepsPerShow } = yield* ProjectorPace
      const deferred = stepsPerShow > 1
      const build = writer(checkpoint)
      const sieve = yield* makeSieve(build.parking)
      const place = yield* build.place
      let after = place
      const write = Effect.fnUntraced(function* (page: SiftedPage<C>) {
        const step = { after, deferred }
        after = page.cursor
        yield* build.write(page, step)
        return { cursor: page.cursor, events: page.size, parked: page.parked, caughtUp: page.size < batchSizeMax }
      })
      let unshown = 0
      let unkept: ReadonlyArray<ParkedStream> = []
      const keepPlace = Effect.fnUntraced(function* (step: Effect.Success<ReturnType<typeof write>>) {
        if (step.events > 0) unshown++
        unkept = [...unkept, ...step.parked]
        if (!step.caughtUp && unshown < stepsPerShow) return
        yield* build.keep(step.cursor, deferred && unshown > 0, unkept)
        yield* sayParked(name, unkept)
        unshown = 0
        unkept = []
      })
      return feed.from(category, place, batchSizeMax).pipe(
        // one after the other: a page goes by what those before it have parked
        Stream.mapEffect(sieve),
        Stream.mapEffect(write, { concurrency: order === "log" ? 1 : concurrency }),
        Stream.tap(keepPlace)
      )
    })
  )

/** Projects what the log holds and ends; `onProgress` is told the number of events of each batch. */
export const catchUp = Effect.fnUntraced(function* <C extends Category, E, R, L, EP, RP>(
  projection: Projection<C, E, R, L>,
  checkpoint: string,
  onProgress: (events: number) => Effect.Effect<void, EP, RP>
) {
  yield* retryParked(projection, checkpoint)
  yield* projected(projection, checkpoint).pipe(
    Stream.tap(({ events }) => onProgress(events)),
    Stream.takeUntil(({ caughtUp }) => caughtUp),
    Stream.runDrain
  )
})

/**
 * Projects until another build takes over, or an operator asks for the parked streams; begins by following a build that waits, and
 * by reading them again.
 */
const followUntilRebuilt = Effect.fnUntraced(function* <C extends Category, E, R, L>(
  projection: Projection<C, E, R, L>
) {
  const live = yield* projection.live
  const requests = yield* UnparkRequests
  yield* live.adopt
  const checkpoint = yield* live.checkpoint
  const anotherWaits = live.isPending.pipe(
    Effect.delay(swapPollInterval),
    Effect.repeat({ until: (pending) => pending })
  )
  if (projection.writer(checkpoint).parking === null) {
    return yield* Effect.raceFirst(Stream.runDrain(projected(projection, checkpoint)), anotherWaits)
  }
  // who asks while they are read is answered by the next turn
  const wasAsked = yield* requests.isAsked
  yield* retryParked(projection, checkpoint)
  if (wasAsked) yield* requests.done
  const isAsked = requests.isAsked.pipe(Effect.delay(unparkPollInterval), Effect.repeat({ until: (asked) => asked }))
  yield* Effect.raceAllFirst([Stream.runDrain(projected(projection, checkpoint)), anotherWaits, isAsked])
})

/** Follows the log in the background for as long as the process lives and leads the projection. */
export const layer = <C extends Category, E extends Failure, R, L>(
  projection: Projection<C, E, R, L>
): Layer.Layer<never, never, EventFeed | EventLog | LeaderLock | UnparkRequests | R | L> => {
  const stopped = `the projection ${projection.name} stopped and will be tried again`
  // a store comes back by itself, an event that cannot be read does not
  const away = makeFailureLog(Effect.logWarning, stopped)
  const broken = makeFailureLog(Effect.logError, stopped)
  const cannotLead = makeFailureLog(Effect.logError, `cannot lead the projection ${projection.name}; tried again`)
  const keepFollowing = followUntilRebuilt(projection).pipe(
    Effect.tapError((error) => (error._tag === "StorageUnavailable" ? away(error) : broken(error))),
    Effect.retry(retrySchedule),
    Effect.forever
  )
  return Layer.effectDiscard(
    Effect.gen(function* () {
      const lock = yield* LeaderLock
      yield* lock.whileLeader(projection.name, keepFollowing).pipe(
        Effect.tapError((error) => cannotLead(error)),
        Effect.retry(retrySchedule),
        Effect.forkScoped
      )
    })
  )
}
