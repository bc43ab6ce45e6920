import { Effect, Layer } from "effect"
import * as DataDirectory from "../../infra/sqlite/DataDirectory.ts"
import * as SqlitePageCache from "../../infra/sqlite/SqlitePageCache.ts"
import * as SqliteCheckpoints from "../../infra/sqlite/SqliteCheckpoints.ts"
import { AddedWords } from "../../infra/sqlite/product-index/AddedWords.ts"
import { createProductIndex, isCurrentProductIndex } from "../../infra/sqlite/product-index/IndexSchema.ts"
import { endOfLog } from "../../infra/sqlite/EventRows.ts"
import { EventsDatabase, type SqliteDatabase, ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteProductVectors from "../../infra/sqlite/SqliteProductVectors.ts"
import * as SqliteProductIndex from "../../infra/sqlite/SqliteProductIndex.ts"
import * as SqliteUsageReport from "../../infra/sqlite/SqliteUsageReport.ts"
import { createUsageReport, ensureUsageReport } from "../../infra/sqlite/usage-report/ReportSchema.ts"
import * as ViewsFile from "../../infra/sqlite/ViewsFile.ts"
import { embedding } from "./Embedding.ts"

/**
 * What `views.db` holds. A file whose checkpoint is past the end of the log belongs to another log, or to one that was
 * restored from a backup: it knows products that never were, so it is built again.
 */
const viewsSchema = (eventsDb: SqliteDatabase): ViewsFile.ViewsSchema => ({
  create: (db) => {
    createProductIndex(db)
    createUsageReport(db)
    db.exec(SqliteCheckpoints.checkpointsSchema)
  },
  complete: (db) => {
    ensureUsageReport(db)
    db.exec(SqliteCheckpoints.checkpointsSchema)
  },
  isCurrent: (db) => isCurrentProductIndex(db) && SqliteCheckpoints.furthestPosition(db) <= endOfLog(eventsDb).position
})

const liveReadModels = Layer.mergeAll(
  SqlitePageCache.layer().pipe(Layer.provide(SqliteProductIndex.layerServing)),
  SqliteUsageReport.layer,
  SqliteCheckpoints.layer
).pipe(Layer.provideMerge(AddedWords.layer))

/** The live read models of the data directory, and the swap that replaces their file. */
export const views = Layer.unwrap(
  Effect.gen(function* () {
    const paths = yield* DataDirectory.DataDirectory
    const eventsDb = yield* EventsDatabase
    return liveReadModels.pipe(Layer.provideMerge(ViewsFile.layer(paths, viewsSchema(eventsDb))))
  })
)

/** The vectors of the live read models, and what makes them; for the one process that keeps them up. */
export const vectors = SqliteProductVectors.layer.pipe(Layer.provideMerge(embedding))

/** Read models in a new file of their own, to be built beside the live one. */
export const viewsBuiltAt = (path: string) =>
  Layer.mergeAll(SqliteProductIndex.layerWith(), SqliteUsageReport.layer, SqliteCheckpoints.layer).pipe(
    Layer.provideMerge(
      Layer.effect(
        ViewsDatabase,
        Effect.gen(function* () {
          const eventsDb = yield* EventsDatabase
          const db = yield* ViewsFile.buildViews(path, viewsSchema(eventsDb))
          return { current: () => db }
        })
      )
    )
  )
