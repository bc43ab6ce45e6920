import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { SqliteDatabase } from "../../infra/sqlite/Sqlite.ts"
import { furthestPosition } from "../../infra/sqlite/SqliteCheckpoints.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { dumpIn } from "../support/GeneratedDump.ts"
import { inViews, wordsOf } from "../support/IndexContents.ts"
import { fooddata, start } from "../support/ServiceProcess.ts"

/** too few to be built anew, so the index is brought up to date in steps; and enough */
const fewRows = 6_000
const manyRows = 12_000

const countOf = (db: SqliteDatabase, sql: string): number => Number(db.statement(sql).get()?.["count"])

const indexed = (db: SqliteDatabase) => ({
  products: countOf(db, "SELECT count(*) AS count FROM products"),
  found: countOf(db, "SELECT coalesce(sum(products - deleted), 0) AS count FROM index_segments"),
  position: furthestPosition(db)
})

/** Waits for the first step of the index, as far as there is one before the end. */
const untilIndexing = (folder: string, ended: () => boolean) =>
  Effect.sleep("5 millis").pipe(Effect.repeat({ until: () => ended() || existsSync(join(folder, "views.db-wal")) }))

describe("SIGKILL of an import that waits for the index", () => {
  it.live(
    "leaves whole steps, and the same import goes on to the same index",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const dump = dumpIn(folder, Array(fewRows).keys())
        const args = ["import", "off", dump, "--wait"]
        for (const afterMs of [0, 60, 250, 500]) {
          yield* Effect.scoped(
            Effect.gen(function* () {
              const { child } = yield* start(folder, args)
              yield* untilIndexing(folder, () => child.exitCode !== null)
              yield* Effect.sleep(afterMs)
              child.kill("SIGKILL")
            })
          )
          if (!existsSync(join(folder, "views.db"))) continue
          const tables = yield* inViews(folder, (db) => db.statement("SELECT name FROM sqlite_schema").all().length)
          if (tables === 0) continue
          const { found, products } = yield* inViews(folder, indexed)
          assert.strictEqual(found, products, "a product is wholly there or not at all")
          const { found: foundBy, held } = yield* inViews(folder, wordsOf)
          assert.deepStrictEqual(foundBy, held)
        }
        const { code, stderr } = yield* fooddata(folder, ...args)
        assert.strictEqual(code, 0, stderr)
        assert.deepStrictEqual(yield* inViews(folder, indexed), {
          products: fewRows,
          found: fewRows,
          position: fewRows
        })
        const { found, held } = yield* inViews(folder, wordsOf)
        assert.deepStrictEqual(found, held)
      }),
    240_000
  )

  it.live(
    "leaves nothing that is half built in place of the index, and the same import builds it anew",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const args = ["import", "off", dumpIn(folder, Array(manyRows).keys()), "--wait"]
        const building = join(folder, "views.building.db")
        yield* Effect.scoped(
          Effect.gen(function* () {
            const { child } = yield* start(folder, args)
            yield* Effect.sleep("5 millis").pipe(
              Effect.repeat({ until: () => child.exitCode !== null || existsSync(building) })
            )
            child.kill("SIGKILL")
          })
        )
        assert.isTrue(existsSync(building), "killed while it was built")
        assert.strictEqual((yield* inViews(folder, indexed)).products, 0)
        const { code, stderr } = yield* fooddata(folder, ...args)
        assert.strictEqual(code, 0, stderr)
        assert.isFalse(existsSync(building))
        const { found, products } = yield* inViews(folder, indexed)
        assert.deepStrictEqual([found, products], [manyRows, manyRows])
        const { found: foundBy, held } = yield* inViews(folder, wordsOf)
        assert.deepStrictEqual(foundBy, held)
      }),
    240_000
  )
})
