import { Effect, Layer, Schedule } from "effect"
import { existsSync, renameSync } from "node:fs"
import { logStart } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { DataDirectory, holdLock } from "../../infra/sqlite/DataDirectory.ts"
import { discard } from "../../infra/sqlite/ViewsFile.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { buildingViews } from "./EmbeddedTier.ts"
import { catchUp } from "./Projector.ts"

/** How often it is looked whether the service has taken the rebuilt file over. */
const handOverPollInterval = "100 millis"

/**
 * Builds the read models anew from the whole log, in a file beside the live one, and hands it over: to the running
 * service, which swaps it in at its next tick, or to the next start. Killed at any point, the live file is untouched.
 * `onProgress` is told the events done so far and all there are.
 */
export const rebuildViews = Effect.fn("rebuildViews")(function* <E, R>(
  onProgress: (done: number, all: number) => Effect.Effect<void, E, R>
) {
  const paths = yield* DataDirectory
  const log = yield* EventLog
  yield* holdLock(paths.rebuildLock)
  discard(paths.viewsBuilding)
  const all = yield* log.countAfter("product", logStart)
  let done = 0
  const digest = yield* Effect.gen(function* () {
    yield* catchUp((events) => onProgress((done += events), Math.max(all, done)))
    return yield* (yield* ProductIndex).digest
  }).pipe(Effect.provide(buildingViews, { local: true }))
  yield* Effect.sync(() => renameSync(paths.viewsBuilding, paths.viewsNext))
  return { ...digest, events: done }
}, Effect.scoped)
