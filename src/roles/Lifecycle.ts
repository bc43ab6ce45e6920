import { Context, Effect, Layer, Ref, Schedule } from "effect"
import { makeFailureLog } from "../../infra/logging/FailureLog.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import type { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import type { LiveReadModel } from "../../projections/ports/LiveReadModel.ts"
import { hasSeen } from "./ProjectionPlace.ts"
import { Readiness, type ReadinessState } from "../api/admission/Readiness.ts"

const pollInterval = "20 millis"
/** A store that is down is asked again for as long as it takes. */
const retrySchedule = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

const starting: ReadinessState = { ready: false, reason: "the read model is catching up with the event log" }
const stopping: ReadinessState = { ready: false, reason: "the service is stopping" }

/** The stages of a process's life, which `Readiness` shows to the world. */
export class Lifecycle extends Context.Service<
  Lifecycle,
  {
    /** To be called once everything that a start brings in is in the log: ready when the read model shows it all. */
    readonly becomeReady: Effect.Effect<void>
    /** Not ready until `becomeReady`, for the reason. */
    readonly suspend: (reason: string) => Effect.Effect<void>
    /** No longer ready: whoever spreads the load sends nothing more here. */
    readonly stop: Effect.Effect<void>
  }
>()("fooddata/src/roles/Lifecycle") {}

const undecided = makeFailureLog(Effect.logError, "cannot tell how far the read model is")

export const layer: Layer.Layer<Lifecycle | Readiness, never, EventLog | Checkpoints | LiveReadModel> =
  Layer.effectContext(
    Effect.gen(function* () {
      const context = yield* Effect.context<EventLog | Checkpoints | LiveReadModel>()
      const state = yield* Ref.make(starting)
      const catchesUp = Effect.gen(function* () {
        const target = yield* (yield* EventLog).end
        yield* hasSeen(target).pipe(
          Effect.tap((seen) => (seen ? Effect.void : Effect.sleep(pollInterval))),
          Effect.repeat({ until: (seen) => seen })
        )
      }).pipe(
        Effect.provide(context),
        Effect.tapError((error) => undecided(error)),
        Effect.retry(retrySchedule),
        Effect.orDie
      )
      // who stops stays so
      const become = (next: ReadinessState) => Ref.update(state, (now) => (now === stopping ? now : next))
      return Context.make(Lifecycle, {
        becomeReady: Effect.andThen(catchesUp, become({ ready: true })),
        suspend: (reason) => become({ ready: false, reason }),
        stop: Ref.set(state, stopping)
      }).pipe(Context.add(Readiness, { state: Ref.get(state) }))
    })
  )
