import { Effect, Layer } from "effect"
import { join } from "node:path"
import { AppendSignal } from "../../../infra/event-log/AppendSignal.ts"
import { eventsFile } from "../../../infra/sqlite/EventsFile.ts"
import * as SqliteEventLog from "../../../infra/sqlite/SqliteEventLog.ts"
import { temporaryFolder } from "../EmbeddedStores.ts"

/** A real log for the relay to read; the tests of Kafka need no server beside it. */
export const sourceLog = SqliteEventLog.layer.pipe(
  Layer.provide(AppendSignal.layer),
  Layer.provide(Layer.unwrap(Effect.map(temporaryFolder, (folder) => eventsFile(join(folder, "events.db")))))
)
