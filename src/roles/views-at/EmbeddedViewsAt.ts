import { Effect } from "effect"
import { existsSync } from "node:fs"
import type { Cursor } from "../../../domain/EventEnvelope.ts"
import { DataDirectory, holdLock } from "../../../infra/sqlite/DataDirectory.ts"
import { bulkLoad } from "../../../infra/sqlite/product-index/BulkLoad.ts"
import { EventsDatabase, pathOf, ViewsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import { dropView, listViews, productsIn, viewsAt } from "../../../infra/sqlite/ViewsAt.ts"
import { finishBuild, viewsCheckpoint } from "../../../infra/sqlite/ViewsFile.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { viewsBuiltAt } from "../EmbeddedViews.ts"
import { sayParked } from "../Parking.ts"
import { liveView, ViewTaken, ViewUnknown } from "./ViewNames.ts"

/**
 * Builds the product index as the log had it at a place, into a file beside the live one, which is left alone. Killed at any
 * point, there is no such view. `onRows` is told the events of each batch.
 */
export const buildViewsAt = Effect.fn("buildViewsAt")(function* <E, R>(
  name: string,
  place: Cursor,
  onRows: (rows: number) => Effect.Effect<void, E, R>
) {
  const paths = yield* DataDirectory
  yield* holdLock(paths.rebuildLock)
  const path = viewsAt(paths, name)
  if (existsSync(path)) return yield* new ViewTaken({ name })
  let events = 0
  const built = yield* Effect.gen(function* () {
    const db = (yield* ViewsDatabase).current()
    const log = { path: pathOf(yield* EventsDatabase), end: place.position }
    const parked = yield* bulkLoad(db, log, (rows) => {
      events += rows
      return onRows(rows)
    })
    yield* (yield* Checkpoints).save(viewsCheckpoint, place, parked)
    yield* sayParked(name, parked)
    return { ...(yield* (yield* ProductIndex).digest), parked: parked.length }
  }).pipe(Effect.provide(viewsBuiltAt(paths.viewsBuilding), { local: true }))
  yield* finishBuild(paths.viewsBuilding, path)
  return { ...built, events }
}, Effect.scoped)

export const listViewsHere = Effect.flatMap(DataDirectory, listViews)

const pathNamed = Effect.fnUntraced(function* (name: string) {
  const paths = yield* DataDirectory
  const path = name === liveView ? paths.views : viewsAt(paths, name)
  return existsSync(path) ? path : yield* new ViewUnknown({ name })
})

export const dropViewHere = Effect.fnUntraced(function* (name: string) {
  yield* pathNamed(name)
  yield* dropView(yield* DataDirectory, name)
})

/** The products of the view of this name, page by page. */
export const productsOfFile = (name: string) => Effect.flatMap(pathNamed(name), productsIn)
