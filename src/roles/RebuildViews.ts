import { Effect, Schedule } from "effect"
import { existsSync } from "node:fs"
import { logStart } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { DataDirectory, holdLock } from "../../infra/sqlite/DataDirectory.ts"
import { takeOverVectors } from "../../infra/sqlite/product-vectors/TakeOverVectors.ts"
import { bulkLoad } from "../../infra/sqlite/product-index/BulkLoad.ts"
import { EventsDatabase, pathOf, ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import { reportCheckpoint } from "../../infra/sqlite/usage-report/ReportSchema.ts"
import { finishBuild, viewsCheckpoint } from "../../infra/sqlite/ViewsFile.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { productSearch } from "../../projections/product-search/ProductSearch.ts"
import { usageReporting } from "../../projections/usage-report/UsageReporting.ts"
import { views, viewsBuiltAt } from "./EmbeddedViews.ts"
import { sayParked } from "./Parking.ts"
import { catchUp, ProjectorPace, unattendedPace } from "./Projector.ts"

/** How often it is looked whether the service has taken the rebuilt file over. */
const handOverPollInterval = "50 millis"

/**
 * Builds the read models anew from the whole log in a file beside the live one, and puts it in its place: by the running
 * service at its next tick, or here when none runs. Killed at any point, the live file is untouched.
 * `onProgress` is told the events of each batch and the share of the whole done so far; the answer counts product events.
 */
export const rebuildViews = Effect.fn("rebuildViews")(function* <E, R>(
  onProgress: (step: { readonly rows: number; readonly fraction: number }) => Effect.Effect<void, E, R>
) {
  const paths = yield* DataDirectory
  const log = yield* EventLog
  yield* holdLock(paths.rebuildLock)
  const all = (yield* log.countAfter("product", logStart)) + (yield* log.countAfter("usage", logStart))
  let done = 0
  let events = 0
  const advance = (rows: number) => {
    done += rows
    return onProgress({ rows, fraction: done / Math.max(all, done, 1) })
  }
  const load = loadViews((rows) => {
    events += rows
    return advance(rows)
  })
  const built = yield* inFileBeside(
    Effect.gen(function* () {
      yield* load
      yield* completeViews(advance)
      const parked = (yield* (yield* Checkpoints).parked(viewsCheckpoint)).length
      return { ...(yield* (yield* ProductIndex).digest), parked }
    })
  )
  yield* putInPlace
  return { ...built, events }
}, Effect.scoped)

/** Provides the read models of a new file beside the live one, which becomes the live one by `putInPlace`; the caller holds the lock of rebuilds. */
export const inFileBeside = <A, E, R>(build: Effect.Effect<A, E, R>) =>
  Effect.flatMap(DataDirectory, (paths) => Effect.provide(build, viewsBuiltAt(paths.viewsBuilding), { local: true }))

/** What a file needs beside its products: the usage so far, and the vectors of the live file. */
export const completeViews = Effect.fnUntraced(function* <E, R>(
  onProgress: (events: number) => Effect.Effect<void, E, R>
) {
  const paths = yield* DataDirectory
  const db = (yield* ViewsDatabase).current()
  yield* catchUp(usageReporting, reportCheckpoint, onProgress).pipe(
    Effect.provideService(ProjectorPace, unattendedPace)
  )
  yield* takeOverVectors(db, paths.views)
})

/** Projects the product events of the whole log into a file that is being built; `onProgress` is told the events of each batch. */
export const loadViews = Effect.fnUntraced(function* <E, R>(onProgress: (events: number) => Effect.Effect<void, E, R>) {
  const db = (yield* ViewsDatabase).current()
  const path = pathOf(yield* EventsDatabase)
  const end = yield* (yield* EventLog).end
  const parked = yield* bulkLoad(db, { path, end: end.position }, onProgress)
  yield* (yield* Checkpoints).save(viewsCheckpoint, end, parked)
  yield* sayParked(productSearch.name, parked)
  // what was written meanwhile
  yield* catchUp(productSearch, viewsCheckpoint, onProgress).pipe(Effect.provideService(ProjectorPace, unattendedPace))
})

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

/** Makes the file that was built last, and puts it in the place of the live one. */
export const putInPlace = Effect.gen(function* () {
  const paths = yield* DataDirectory
  yield* finishBuild(paths.viewsBuilding, paths.viewsNext)
  yield* handOver
})
