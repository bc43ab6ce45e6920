import { Effect, Layer, Result, Stream } from "effect"
import { existsSync } from "node:fs"
import { rename } from "node:fs/promises"
import { logStart } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { LogInspection } from "../../../domain/ports/LogInspection.ts"
import { syncFolder } from "../../../infra/backup/DurableFiles.ts"
import { AppendSignal } from "../../../infra/event-log/AppendSignal.ts"
import type { DataPaths } from "../../../infra/sqlite/DataDirectory.ts"
import { eventsFile, schemaVersion } from "../../../infra/sqlite/EventsFile.ts"
import { openSqlite } from "../../../infra/sqlite/Sqlite.ts"
import * as SqliteEventLog from "../../../infra/sqlite/SqliteEventLog.ts"
import * as SqliteLogInspection from "../../../infra/sqlite/SqliteLogInspection.ts"
import { attempt } from "./Attempt.ts"
import { type LogCopies, type LogFacts, refuse } from "./LogCopies.ts"

const log = SqliteEventLog.layer.pipe(Layer.provide(AppendSignal.layer))

const verify = Effect.fnUntraced(function* (path: string) {
  return yield* Effect.gen(function* () {
    const found = yield* EventLog
    let events = 0
    yield* Stream.runForEach(found.scan(logStart), ({ found: event }) => {
      events++
      return Result.isSuccess(event) ? Effect.void : Effect.fail(refuse(event.failure.message))
    })
    const { findings } = yield* LogInspection
    yield* Stream.runForEach(findings, ({ place, problem }) => Effect.fail(refuse(`${place}: ${problem}`)))
    const { position: end } = yield* found.end
    const facts: LogFacts = { end, events }
    return facts
  }).pipe(
    Effect.provide(Layer.merge(log, SqliteLogInspection.layer).pipe(Layer.provide(eventsFile(path))), { local: true }),
    Effect.mapError((error) => refuse(`the log is damaged: ${error.message}. fooddata log verify says all of it`))
  )
})

/** A consistent copy of a database that others write meanwhile, see https://www.sqlite.org/lang_vacuum.html#vacuuminto */
const copyDatabase = Effect.fnUntraced(
  function* (from: string, to: string) {
    const db = yield* openSqlite({ path: from, synchronous: "NORMAL", readOnly: true })
    yield* db.read("copy the log", () => void db.statement("VACUUM INTO ?").run(to))
  },
  Effect.scoped,
  Effect.mapError((error) => refuse(`the log cannot be copied: ${error.message}`))
)

/** `events.db` of a data directory. */
export const embeddedLogCopies = ({ events, root }: DataPaths): LogCopies => ({
  tier: "embedded",
  schema: schemaVersion,
  part: "events.db",
  copyTo: (file) =>
    existsSync(events)
      ? copyDatabase(events, file)
      : Effect.fail(refuse(`there is nothing to back up: ${events} is not there`)),
  verify,
  install: (file) => attempt(() => rename(file, events).then(() => syncFolder(root)))
})
