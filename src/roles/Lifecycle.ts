import { Context, Effect, Layer, Ref } from "effect"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { Readiness, type ReadinessState } from "../http/Readiness.ts"
import { productSearch } from "./Projector.ts"

const pollInterval = "20 millis"

const starting: ReadinessState = { ready: false, reason: "the read model is catching up with the event log" }
const stopping: ReadinessState = { ready: false, reason: "the service is stopping" }

/** The stages of a process's life, which `Readiness` shows to the world. */
export class Lifecycle extends Context.Service<
  Lifecycle,
  {
    /** To be called once everything that a start brings in is in the log: ready when the read model shows it all. */
    readonly becomeReady: Effect.Effect<void>
    /** No longer ready: whoever spreads the load sends nothing more here. */
    readonly stop: Effect.Effect<void>
  }
>()("fooddata/src/roles/Lifecycle") {}

export const layer: Layer.Layer<Lifecycle | Readiness, never, EventLog | Checkpoints> = Layer.effectContext(
  Effect.gen(function* () {
    const log = yield* EventLog
    const checkpoints = yield* Checkpoints
    const state = yield* Ref.make(starting)
    const unseen = Effect.flatMap(checkpoints.load(productSearch), (seen) => log.countAfter("product", seen)).pipe(
      Effect.tapError((error) => Effect.logError("cannot tell how far the read model is", error)),
      Effect.orElseSucceed(() => 1)
    )
    const caughtUp = unseen.pipe(
      Effect.tap((events) => (events > 0 ? Effect.sleep(pollInterval) : Effect.void)),
      Effect.repeat({ until: (events) => events === 0 })
    )
    return Context.make(Lifecycle, {
      becomeReady: Effect.andThen(caughtUp, Ref.set(state, { ready: true })),
      stop: Ref.set(state, stopping)
    }).pipe(Context.add(Readiness, { state: Ref.get(state) }))
  })
)
