import { Effect, Layer } from "effect"
import { AppendSignal } from "../../infra/event-log/AppendSignal.ts"
import * as DataDirectory from "../../infra/sqlite/DataDirectory.ts"
import { eventsFile } from "../../infra/sqlite/EventsFile.ts"
import * as LogTailFeed from "../../infra/sqlite/LogTailFeed.ts"
import * as SqlitePageCache from "../../infra/sqlite/SqlitePageCache.ts"
import * as SqliteCheckpoints from "../../infra/sqlite/SqliteCheckpoints.ts"
import * as SqliteAccountStore from "../../infra/sqlite/SqliteAccountStore.ts"
import * as SqliteAttemptStore from "../../infra/sqlite/SqliteAttemptStore.ts"
import * as SqliteCommandOrigins from "../../infra/sqlite/SqliteCommandOrigins.ts"
import * as SqliteFailedAuthentications from "../../infra/sqlite/SqliteFailedAuthentications.ts"
import * as SqliteEventLog from "../../infra/sqlite/SqliteEventLog.ts"
import * as SqliteInstalledBundles from "../../infra/sqlite/SqliteInstalledBundles.ts"
import * as SqliteKeyDirectory from "../../infra/sqlite/SqliteKeyDirectory.ts"
import * as SqliteLogInspection from "../../infra/sqlite/SqliteLogInspection.ts"
import * as SqlitePersonalData from "../../infra/sqlite/SqlitePersonalData.ts"
import * as SqliteProductHeads from "../../infra/sqlite/SqliteProductHeads.ts"
import { AddedWords } from "../../infra/sqlite/product-index/AddedWords.ts"
import { createProductIndex, isCurrentProductIndex } from "../../infra/sqlite/product-index/IndexSchema.ts"
import { endOfLog } from "../../infra/sqlite/EventRows.ts"
import {
  EventsDatabase,
  logPagesBeside,
  type SqliteDatabase,
  SqliteMemory,
  ViewsDatabase
} from "../../infra/sqlite/Sqlite.ts"
import * as SqliteProductVectors from "../../infra/sqlite/SqliteProductVectors.ts"
import * as SqliteProductIndex from "../../infra/sqlite/SqliteProductIndex.ts"
import * as SqliteUsageLedger from "../../infra/sqlite/SqliteUsageLedger.ts"
import * as SqliteUsageReport from "../../infra/sqlite/SqliteUsageReport.ts"
import * as SqliteWebhookStore from "../../infra/sqlite/SqliteWebhookStore.ts"
import * as UnparkFile from "../../infra/sqlite/UnparkFile.ts"
import { createUsageReport, ensureUsageReport } from "../../infra/sqlite/usage-report/ReportSchema.ts"
import * as ViewsFile from "../../infra/sqlite/ViewsFile.ts"
import { embedding } from "./Embedding.ts"
import { local } from "./LocalState.ts"

const events = Layer.unwrap(
  Effect.gen(function* () {
    const paths = yield* DataDirectory.DataDirectory
    const memory = yield* memoryBeside(paths.serveLock)
    return eventsFile(paths.events).pipe(Layer.provide(Layer.succeed(SqliteMemory, memory)))
  })
)

/** A service that runs would be the one to bring a long write-ahead log to its places, and its requests would wait. */
const memoryBeside = Effect.fnUntraced(function* (serveLock: string) {
  const memory = yield* SqliteMemory
  if (memory.logPages <= logPagesBeside) return memory
  return yield* Effect.scoped(DataDirectory.holdLock(serveLock)).pipe(
    Effect.as(memory),
    Effect.catchTag("LockHeld", () => Effect.succeed({ ...memory, logPages: logPagesBeside }))
  )
})

/** The write side: everything that lives in `events.db`, and what the process keeps for itself. */
export const stores = Layer.mergeAll(
  LogTailFeed.layer.pipe(Layer.provideMerge(SqliteEventLog.layer)),
  SqliteLogInspection.layer,
  SqliteKeyDirectory.layer,
  SqliteProductHeads.layer,
  SqliteInstalledBundles.layer,
  SqliteAccountStore.layer,
  SqliteAttemptStore.layer,
  SqliteCommandOrigins.layer,
  SqliteFailedAuthentications.layer,
  SqlitePersonalData.layer,
  SqliteWebhookStore.layer,
  SqliteUsageLedger.layer,
  UnparkFile.layer
).pipe(Layer.provideMerge(AppendSignal.layer), Layer.provideMerge(events), Layer.provideMerge(local))

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
