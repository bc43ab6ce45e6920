import { Effect, Layer } from "effect"
import { AppendSignal } from "../../infra/event-log/AppendSignal.ts"
import * as DataDirectory from "../../infra/sqlite/DataDirectory.ts"
import { eventsFile } from "../../infra/sqlite/EventsFile.ts"
import * as LogTailFeed from "../../infra/sqlite/LogTailFeed.ts"
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
import { logPagesBeside, SqliteMemory } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteUsageLedger from "../../infra/sqlite/SqliteUsageLedger.ts"
import * as SqliteWebhookStore from "../../infra/sqlite/SqliteWebhookStore.ts"
import * as UnparkFile from "../../infra/sqlite/UnparkFile.ts"
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
