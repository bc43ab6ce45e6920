import { Effect, Schedule } from "effect"
import { existsSync, renameSync } from "node:fs"
import { logStart } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { DataDirectory, holdLock } from "../../infra/sqlite/DataDirectory.ts"
import { takeOverVectors } from "../../infra/sqlite/product-vectors/TakeOverVectors.ts"
import { ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import { discard, viewsCheckpoint } from "../../infra/sqlite/ViewsFile.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { views, viewsAt } from "./EmbeddedTier.ts"
import { catchUp } from "./Projector.ts"

/** How often it is looked whether the service has taken the rebuilt file over. */
const handOverPollInterval = "50 millis"

/**
 * Builds the read models anew from the whole log in a file beside the live one, and puts it in its place: by the running
 * service at its next tick, or here when none runs. Killed at any point, the live file is untouched.
 * `onProgress` is told the events of each batch and the share of the whole done so far.
 */
export const rebuildViews = Effect.fn("rebuildViews")(function* <E, R>(
  onProgress: (step: { readonly rows: number; readonly fraction: number }) => Effect.Effect<void, E, R>
) {
  const paths = yield* DataDirectory
  const log = yield* EventLog
  yield* holdLock(paths.rebuildLock)
  discard(paths.viewsBuilding)
  const all = yield* log.countAfter("product", logStart)
  let done = 0
  const digest = yield* Effect.gen(function* () {
    yield* catchUp(viewsCheckpoint, (rows) => {
      done += rows
      return onProgress({ rows, fraction: done / Math.max(all, done, 1) })
    })
    yield* takeOverVectors((yield* ViewsDatabase).current(), paths.views)
    return yield* (yield* ProductIndex).digest
  }).pipe(Effect.provide(viewsAt(paths.viewsBuilding), { local: true }))
  yield* Effect.sync(() => renameSync(paths.viewsBuilding, paths.viewsNext))
  yield* handOver
  return { ...digest, events: done }
}, Effect.scoped)

/** Opening the views takes a waiting rebuild over; while a service runs, only the service may do so. */
const handOver = Effect.gen(function* () {
  const paths = yield* DataDirectory
  const openHere = Effect.scoped(
    Effect.andThen(holdLock(paths.serveLock), Effect.provide(Effect.void, views, { local: true }))
  )
  const isTaken = Effect.sync(() => !existsSync(paths.viewsNext))
  yield* openHere.pipe(
    Effect.catchTag("LockHeld", () => Effect.void),
    Effect.andThen(isTaken),
    Effect.repeat({ until: (taken) => taken, schedule: Schedule.spaced(handOverPollInterval) })
  )
})
