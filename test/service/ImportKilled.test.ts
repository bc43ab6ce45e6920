import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { generatedProducts } from "../../bench/GeneratedProducts.ts"
import { openSqlite, type SqliteDatabase } from "../../infra/sqlite/Sqlite.ts"
import { furthestPosition } from "../../infra/sqlite/SqliteCheckpoints.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { facts } from "../support/Facts.ts"
import { foundByProducts, foundBySegments } from "../support/IndexContents.ts"
import { fooddata, start } from "../support/ServiceProcess.ts"

/** too few to be built anew, so the index is brought up to date in steps; and enough */
const fewRows = 6_000
const manyRows = 12_000

const foods = ["Whole milk", "Milk chocolate with nuts", "Apple juice", "Rye bread", "Cherry yoghurt"].map((name, i) =>
  facts({ id: `off_460000000000${i}`, names: { en: [name] }, categories: ["Dairy", "Snacks"] })
)

const dumpIn = (folder: string, rowCount: number): string => {
  const path = join(folder, "dump.jsonl")
  const product = generatedProducts(1, foods)
  writeFileSync(path, Array.from({ length: rowCount }, (_, i) => `${JSON.stringify(product(i))}\n`).join(""))
  return path
}

const inViews = <A>(folder: string, query: (db: SqliteDatabase) => A) =>
  Effect.scoped(
    Effect.flatMap(openSqlite({ path: join(folder, "views.db"), synchronous: "NORMAL" }), (db) =>
      db.read("look into the views", () => query(db))
    )
  )

/** What is found by each word: as the segments say, and as the products themselves do. */
const words = (db: SqliteDatabase) => ({ found: foundBySegments(db), held: foundByProducts(db) })

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
        const dump = dumpIn(folder, fewRows)
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
          const { found: foundBy, held } = yield* inViews(folder, words)
          assert.deepStrictEqual(foundBy, held)
        }
        const { code, stderr } = yield* fooddata(folder, ...args)
        assert.strictEqual(code, 0, stderr)
        assert.deepStrictEqual(yield* inViews(folder, indexed), {
          products: fewRows,
          found: fewRows,
          position: fewRows
        })
        const { found, held } = yield* inViews(folder, words)
        assert.deepStrictEqual(found, held)
      }),
    240_000
  )

  it.live(
    "leaves nothing that is half built in place of the index, and the same import builds it anew",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const args = ["import", "off", dumpIn(folder, manyRows), "--wait"]
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
        const { found: foundBy, held } = yield* inViews(folder, words)
        assert.deepStrictEqual(foundBy, held)
      }),
    240_000
  )
})
