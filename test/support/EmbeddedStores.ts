import { Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AppendSignal } from "../../infra/event-log/AppendSignal.ts"
import { eventsFile } from "../../infra/sqlite/EventsFile.ts"
import * as LogTailFeed from "../../infra/sqlite/LogTailFeed.ts"
import * as SqliteAccountStore from "../../infra/sqlite/SqliteAccountStore.ts"
import * as SqliteAttemptStore from "../../infra/sqlite/SqliteAttemptStore.ts"
import * as SqliteCommandOrigins from "../../infra/sqlite/SqliteCommandOrigins.ts"
import * as SqliteFailedAuthentications from "../../infra/sqlite/SqliteFailedAuthentications.ts"
import * as SqliteWebhookStore from "../../infra/sqlite/SqliteWebhookStore.ts"
import * as SqliteEventLog from "../../infra/sqlite/SqliteEventLog.ts"
import * as SqliteKeyDirectory from "../../infra/sqlite/SqliteKeyDirectory.ts"
import * as SqlitePersonalData from "../../infra/sqlite/SqlitePersonalData.ts"
import * as SqliteProductHeads from "../../infra/sqlite/SqliteProductHeads.ts"

/** A folder that is gone with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "fooddata-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** An `events.db` of its own, on disk as in production, with everything that reads and writes it. */
export const embeddedStores = Layer.mergeAll(
  LogTailFeed.layer.pipe(Layer.provideMerge(SqliteEventLog.layer)),
  SqliteKeyDirectory.layer,
  SqliteProductHeads.layer,
  SqliteAccountStore.layer,
  SqliteAttemptStore.layer,
  SqliteCommandOrigins.layer,
  SqliteFailedAuthentications.layer,
  SqlitePersonalData.layer,
  SqliteWebhookStore.layer
).pipe(
  Layer.provideMerge(AppendSignal.layer),
  Layer.provideMerge(Layer.unwrap(Effect.map(temporaryFolder, (folder) => eventsFile(join(folder, "events.db")))))
)
