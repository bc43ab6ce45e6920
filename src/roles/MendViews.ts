import { Effect, Layer, Schedule } from "effect"
import { ViewsDamage } from "../../infra/sqlite/ViewsDamage.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { rebuildViews } from "./RebuildViews.ts"

const reason = "views.db is damaged and is built again from the event log"

/** An operator may be rebuilding already; a full disk takes longer. */
const untilItIsDone = Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("30 seconds")])

/**
 * Builds `views.db` again when somebody met damage in it. Meanwhile the process is not ready, and data operations are 503,
 * uncounted: what the file still answers may be wrong.
 */
export const mendViews = Layer.effectDiscard(
  Effect.gen(function* () {
    const { noticed } = yield* ViewsDamage
    const lifecycle = yield* Lifecycle
    const mend = Effect.gen(function* () {
      yield* noticed.await
      yield* lifecycle.suspend(reason)
      yield* Effect.logError(reason)
      const { events } = yield* rebuildViews(() => Effect.void).pipe(
        Effect.tapError((error) => Effect.logError("views.db could not be built again; this is tried again", error)),
        Effect.retry(untilItIsDone)
      )
      // of the file that is gone
      yield* noticed.close
      yield* Effect.logInfo("views.db was built again").pipe(Effect.annotateLogs({ events }))
      yield* lifecycle.becomeReady
    })
    yield* Effect.forkScoped(Effect.forever(mend))
  })
)
