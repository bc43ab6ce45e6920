import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Result, Schema, Stream } from "effect"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { seededRandom } from "../../../bench/SyntheticCatalogue.ts"
import { logStart } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { LogInspection } from "../../../domain/ports/LogInspection.ts"
import { AppendSignal } from "../../../infra/event-log/AppendSignal.ts"
import { eventsFile } from "../../../infra/sqlite/EventsFile.ts"
import * as SqliteEventLog from "../../../infra/sqlite/SqliteEventLog.ts"
import { layer as inspection, refuseDamage } from "../../../infra/sqlite/SqliteLogInspection.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { damagedCopy, type DamageKind, damageKinds } from "../../support/FileDamage.ts"
import { fooddata, startService } from "../../support/ServiceProcess.ts"

const damagesOfEach = 40

const decodeKey = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ key: Schema.String, key_id: Schema.String }))
)

/** A log with products, withdrawn ones among them, keys to which everything happened, and usage. */
const usedLog = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const issue = Effect.map(fooddata(folder, "key", "issue", "--plan", "business", "--json"), ({ stdout }) =>
    decodeKey(stdout)
  )
  assert.strictEqual((yield* fooddata(folder, "import", "curated", "data/curated.jsonl")).code, 0)
  const [first, second] = [yield* issue, yield* issue]
  yield* fooddata(folder, "key", "plan", second.key_id, "starter")
  yield* fooddata(folder, "key", "deactivate", second.key_id, "--reason", "test")
  const service = yield* startService(folder)
  for (let i = 0; i < 20; i++) {
    yield* Effect.promise(() => fetch(`${service.url}/v1/search?q=milk`, { headers: { "x-api-key": first.key } }))
  }
  yield* service.stop("SIGTERM")
  return join(folder, "events.db")
})

/** Everything that the file says, whatever the order in which it is kept. */
const contentOf = (path: string): string => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
    return JSON.stringify(
      tables.map(({ name }) => [name, db.prepare(`SELECT * FROM "${String(name)}" ORDER BY 1, 2`).all()])
    )
  } finally {
    db.close()
  }
}

/** What a start, a reader and `log verify` say of the file; nothing where they find it to be as it was written. */
const saidOf = Effect.fnUntraced(function* (path: string) {
  const refused = yield* Effect.exit(refuseDamage(path))
  if (Exit.isFailure(refused)) return [Cause.pretty(refused.cause)]
  const verified = yield* Effect.gen(function* () {
    const scanned = yield* Stream.runCollect((yield* EventLog).scan(logStart))
    const findings = yield* Stream.runCollect((yield* LogInspection).findings)
    const unreadable = scanned.flatMap(({ found }) =>
      Result.match(found, { onSuccess: () => [], onFailure: ({ message }) => [message] })
    )
    return [...unreadable, ...findings.map(({ place, problem }) => `${place}: ${problem}`)]
  }).pipe(
    Effect.provide(
      Layer.merge(SqliteEventLog.layer.pipe(Layer.provide(AppendSignal.layer)), inspection).pipe(
        Layer.provide(eventsFile(path))
      ),
      { local: true }
    ),
    Effect.exit
  )
  return Exit.isSuccess(verified) ? verified.value : [Cause.pretty(verified.cause)]
})

describe("a damaged events.db", () => {
  it.live(
    "is refused at the start or named by log verify, or says what it said before: nothing changes silently",
    () =>
      Effect.gen(function* () {
        const original = yield* usedLog
        const copy = join(yield* temporaryFolder, "events.db")
        assert.deepStrictEqual(yield* saidOf(original), [])
        const content = contentOf(original)
        const counts = { named: 0, harmless: 0 }
        for (const [number, kind] of damageKinds.entries()) {
          const random = seededRandom(number + 1)
          for (let i = 0; i < damagesOfEach; i++) {
            const what = damagedCopy(original, copy, kind satisfies DamageKind, random)
            const said = yield* saidOf(copy)
            if (said.length > 0) counts.named++
            else {
              assert.strictEqual(contentOf(copy), content, `${what} changed what the log says, and nobody noticed`)
              counts.harmless++
            }
            for (const suffix of ["", "-wal", "-shm"]) rmSync(copy + suffix, { force: true })
          }
        }
        yield* Effect.logInfo("damages of events.db", counts)
        assert.isAbove(counts.named, 150)
        assert.isTrue(existsSync(original) && readFileSync(original).length > 0)
      }).pipe(Effect.scoped),
    120_000
  )
})
