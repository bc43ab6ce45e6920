import { Effect, Option, Schedule } from "effect"
import { type Cursor, logStart } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { DataDirectory, holdLock } from "../../infra/sqlite/DataDirectory.ts"
import { openSqlite } from "../../infra/sqlite/Sqlite.ts"
import { loadCheckpoint } from "../../infra/sqlite/SqliteCheckpoints.ts"
import { viewsCheckpoint } from "../../infra/sqlite/ViewsFile.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { productSearch } from "../../projections/product-search/ProductSearch.ts"
import { Settings } from "../Config.ts"
import * as ClusterViews from "./ClusterViews.ts"
import { stores } from "./EmbeddedStores.ts"
import { views } from "./EmbeddedViews.ts"
import { catchUp, ProjectorPace, unattendedPace } from "./Projector.ts"
import { rebuildViews } from "./RebuildViews.ts"

const pollInterval = "100 millis"

/** Building a file of its own takes a moment, however few products there are. */
const anewMin = 10_000

/** Is a read model that lacks so many of all events of the log sooner made anew, in bulk, than brought up to date? */
export const isSoonerAnew = (due: number, all: number): boolean => due >= anewMin && due * 2 > all

/**
 * Returns when the read models have seen the log up to the cursor: projected by the running service, or, in the embedded
 * tier, here when none runs. `onProjected` is told the events of each batch that is projected here.
 */
export const awaitProjection = Effect.fn("awaitProjection")(function* <E, R>(
  cursor: Cursor,
  onProjected: (events: number) => Effect.Effect<void, E, R>
) {
  const { cluster } = yield* Settings
  if (Option.isSome(cluster)) return yield* ClusterViews.awaitProjection(cluster.value, cursor)
  return yield* Effect.provide(awaitEmbedded(cursor, onProjected), stores)
})

const awaitEmbedded = Effect.fnUntraced(function* <E, R>(
  cursor: Cursor,
  onProjected: (events: number) => Effect.Effect<void, E, R>
) {
  if (yield* lacksMost) yield* buildAnew(onProjected)
  const { serveLock } = yield* DataDirectory
  const projectHere = catchUp(productSearch, viewsCheckpoint, onProjected).pipe(
    Effect.provideService(ProjectorPace, unattendedPace),
    Effect.provide(views, { local: true })
  )
  yield* Effect.scoped(Effect.andThen(holdLock(serveLock), projectHere)).pipe(
    Effect.catchTag("LockHeld", () =>
      positionOfService.pipe(
        Effect.repeat({
          until: (position) => position >= cursor.position,
          schedule: Schedule.spaced(pollInterval)
        })
      )
    )
  )
})

/** Is building anew the sooner way, and is there no service that projects already? */
const lacksMost = Effect.gen(function* () {
  const { serveLock } = yield* DataDirectory
  const log = yield* EventLog
  const place = Effect.flatMap(Checkpoints, (checkpoints) => checkpoints.load(viewsCheckpoint))
  yield* holdLock(serveLock)
  const due = yield* log.countAfter("product", yield* Effect.provide(place, views, { local: true }))
  // counting the whole log means reading it
  return due >= anewMin && isSoonerAnew(due, yield* log.countAfter("product", logStart))
}).pipe(
  Effect.scoped,
  Effect.catchTag("LockHeld", () => Effect.succeed(false))
)

const buildAnew = <E, R>(onProjected: (events: number) => Effect.Effect<void, E, R>) =>
  rebuildViews(({ rows }) => onProjected(rows)).pipe(
    Effect.asVoid,
    // somebody builds anew already: what that lacks is projected afterwards
    Effect.catchTag("LockHeld", () => Effect.void)
  )

const positionOfService = Effect.flatMap(DataDirectory, (paths) =>
  Effect.scoped(
    Effect.flatMap(openSqlite({ path: paths.views, synchronous: "NORMAL", readOnly: true }), (db) =>
      db.read("read the service's checkpoint", () => loadCheckpoint(db, viewsCheckpoint).position)
    )
  )
).pipe(
  // the file is missing for the moment in which a rebuilt one takes its place
  Effect.catchTag("StorageUnavailable", () => Effect.succeed(0))
)
