import { Effect, Option, Schedule } from "effect"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import { DataDirectory, holdLock } from "../../infra/sqlite/DataDirectory.ts"
import { openSqlite } from "../../infra/sqlite/Sqlite.ts"
import { furthestPosition } from "../../infra/sqlite/SqliteCheckpoints.ts"
import { viewsCheckpoint } from "../../infra/sqlite/ViewsFile.ts"
import { Settings } from "../Config.ts"
import * as ClusterViews from "./ClusterViews.ts"
import { stores, views } from "./EmbeddedTier.ts"
import { catchUp } from "./Projector.ts"

const pollInterval = "100 millis"

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
  const paths = yield* DataDirectory
  const projectHere = Effect.scoped(
    Effect.andThen(
      holdLock(paths.serveLock),
      Effect.provide(catchUp(viewsCheckpoint, onProjected), views, { local: true })
    )
  )
  const positionOfService = Effect.scoped(
    Effect.flatMap(openSqlite({ path: paths.views, synchronous: "NORMAL", readOnly: true }), (db) =>
      db.read("read the service's checkpoint", () => furthestPosition(db))
    )
  ).pipe(
    // the file is missing for the moment in which a rebuilt one takes its place
    Effect.catchTag("StorageUnavailable", () => Effect.succeed(0))
  )
  yield* projectHere.pipe(
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
