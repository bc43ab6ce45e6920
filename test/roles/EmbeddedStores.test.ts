import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { join } from "node:path"
import { holdLock } from "../../infra/sqlite/DataDirectory.ts"
import { boundedMemory, EventsDatabase, logPagesBeside, SqliteMemory } from "../../infra/sqlite/Sqlite.ts"
import { Settings } from "../../src/Config.ts"
import { stores } from "../../src/roles/EmbeddedStores.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"

/** How long an import lets the write-ahead log of the folder become. */
const logPagesIn = (folder: string) =>
  Effect.gen(function* () {
    const db = yield* EventsDatabase
    return Number(db.statement("PRAGMA wal_autocheckpoint").get()?.["wal_autocheckpoint"])
  }).pipe(
    Effect.provide(stores.pipe(Layer.provide(Settings.layer))),
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: folder }))),
    Effect.provideService(SqliteMemory, boundedMemory)
  )

describe("the write-ahead log of an import", () => {
  it.live("is long while no service runs, and short beside one, whose requests would wait for it", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      assert.strictEqual(yield* logPagesIn(folder), boundedMemory.logPages)
      yield* holdLock(join(folder, "serve.lock"))
      assert.strictEqual(yield* logPagesIn(folder), logPagesBeside)
    })
  )
})
