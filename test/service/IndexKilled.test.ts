import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { SqliteDatabase } from "../../infra/sqlite/Sqlite.ts"
import { lengthOf, seededRandom } from "../support/cluster/Seed.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { dumpIn } from "../support/GeneratedDump.ts"
import { foundByProducts, foundBySegments, inViews, wordsOf } from "../support/IndexContents.ts"
import { fooddata, start } from "../support/ServiceProcess.ts"

/** `INDEX_KILLS` for a longer run */
const killCount = lengthOf("INDEX_KILLS", 4)
const products = 3_000

/** Some of the products, called otherwise in every round. */
const dumpOf = (folder: string, round: number, random: () => number): string => {
  const some = Array.from({ length: products }, (_, i) => i).filter(() => random() < 0.5)
  return dumpIn(folder, some, round + 1)
}

const isFilled = (db: SqliteDatabase): boolean =>
  db.statement("SELECT 1 FROM sqlite_schema WHERE name = 'index_segments'").get() !== undefined

/** Whatever was cut off, what is found is what the products say. */
const assertWhole = Effect.fnUntraced(function* (folder: string) {
  if (!existsSync(join(folder, "views.db"))) return
  const words = yield* inViews(folder, (db) => (isFilled(db) ? wordsOf(db) : null))
  assert.deepStrictEqual(words?.found, words?.held)
})

/** Kills the service soon after it has new products to take in, so while it does, or while it merges them. */
const killService = Effect.fnUntraced(function* (folder: string, dump: string, afterMs: number) {
  const service = yield* start(folder, ["serve"])
  yield* service.said("Ready")
  const importing = yield* start(folder, ["import", "off", dump])
  yield* Deferred.await(importing.ended)
  yield* Effect.sleep(afterMs)
  service.child.kill("SIGKILL")
}, Effect.scoped)

const killImport = Effect.fnUntraced(function* (folder: string, dump: string, afterMs: number) {
  const { child } = yield* start(folder, ["import", "off", dump, "--wait"])
  yield* Effect.sleep(afterMs)
  child.kill("SIGKILL")
}, Effect.scoped)

describe("SIGKILL of what writes the index", () => {
  it.live(
    "leaves one that finds what its products say, and in the end what the log says",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const random = seededRandom("IndexKilled")
        for (let round = 0; round < killCount; round++) {
          const dump = dumpOf(folder, round, random)
          yield* round % 2 === 0
            ? killImport(folder, dump, 3_000 * random())
            : killService(folder, dump, 1_000 * random())
          yield* assertWhole(folder)
        }
        const last = yield* fooddata(
          folder,
          "import",
          "off",
          dumpOf(folder, killCount, () => 0),
          "--wait"
        )
        assert.strictEqual(last.code, 0, last.stderr)
        yield* assertWhole(folder)
        const kept = yield* inViews(folder, foundByProducts)
        const rebuilt = yield* fooddata(folder, "views", "rebuild")
        assert.strictEqual(rebuilt.code, 0, rebuilt.stderr)
        assert.deepStrictEqual(yield* inViews(folder, foundBySegments), kept)
      }),
    60_000 + 30_000 * killCount
  )
})
