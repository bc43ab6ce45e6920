import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { openSqlite, type SqliteDatabase } from "../../infra/sqlite/Sqlite.ts"
import { furthestPosition } from "../../infra/sqlite/SqliteCheckpoints.ts"
import { importProducts, type RejectedRow } from "../../src/commands/ImportProducts.ts"
import * as ListProducts from "../../src/commands/ListProducts.ts"
import { stores } from "../../src/roles/EmbeddedStores.ts"
import { canIndexAtOnce, importIndexed } from "../../src/roles/indexed-import/IndexedImport.ts"
import { rebuildViews } from "../../src/roles/RebuildViews.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { facts } from "../support/Facts.ts"
import { foundByProducts, foundBySegments } from "../support/IndexContents.ts"
import { offDump, offLine } from "../support/OffLines.ts"
import { withSettingsIn } from "../support/SettingsIn.ts"

const inFolder =
  (folder: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(Effect.provide(ListProducts.layer.pipe(Layer.provideMerge(stores))), withSettingsIn(folder))

/** Imports a file at once with its index; `meanwhile` runs after each batch. */
const importing = <E, R>(path: string, meanwhile: Effect.Effect<void, E, R>) => {
  const rejected: Array<RejectedRow> = []
  return importIndexed("off", path, ({ onBatch, reader }) =>
    importProducts(reader, {
      source: path,
      actor: "cli",
      mode: "all",
      onStep: (step) => Effect.sync(() => rejected.push(...step.rejected)),
      onBatch: (batch, listed) => Effect.andThen(onBatch(batch, listed), meanwhile)
    })
  ).pipe(Effect.map(({ imported, isIndexed }) => ({ report: imported, isIndexed, rejected })))
}

/** Everything that the index of the folder holds. */
const indexIn = (folder: string) =>
  Effect.scoped(
    Effect.flatMap(openSqlite({ path: join(folder, "views.db"), synchronous: "NORMAL" }), (db: SqliteDatabase) =>
      db.read("look into the views", () => ({
        position: furthestPosition(db),
        products: db.statement("SELECT * FROM products ORDER BY id").all(),
        schema: db.statement("SELECT name, sql FROM sqlite_schema ORDER BY name").all(),
        foundBy: foundBySegments(db),
        heldBy: foundByProducts(db)
      }))
    )
  )

const rowCount = 2_400
/** Several batches, with a line that is no JSON and a product that came before. */
const dump = `${offDump(rowCount)}{broken\n${offLine(4_000_000_000_001, "Again")}\n`

describe("an import with its index in one pass", () => {
  it.live("makes the index that a rebuild makes of the log, and names the lines of rows that it leaves out", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const path = join(folder, "dump.jsonl")
      writeFileSync(path, dump)
      const { isIndexed, rejected, report } = yield* importing(path, Effect.void).pipe(inFolder(folder))
      assert.isTrue(isIndexed)
      assert.deepInclude(report, { rows: rowCount + 2, listed: rowCount, unchanged: 0 })
      assert.deepStrictEqual(
        rejected.map(({ line, reason }) => [line, reason]),
        [
          [rowCount + 1, "json_invalid"],
          [rowCount + 2, "duplicate_in_file"]
        ]
      )
      const atOnce = yield* indexIn(folder)
      assert.strictEqual(atOnce.products.length, rowCount)
      assert.strictEqual(atOnce.position, report.cursor.position)
      assert.deepStrictEqual(atOnce.foundBy, atOnce.heldBy)
      yield* rebuildViews(() => Effect.void).pipe(inFolder(folder))
      assert.deepStrictEqual(atOnce, yield* indexIn(folder))
    })
  )

  it.live("is thrown away when the log has other events than new products since, whatever they are", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const path = join(folder, "dump.jsonl")
      writeFileSync(path, offDump(rowCount))
      const another = Effect.flatMap(ListProducts.ListProducts, ({ list }) =>
        list([facts({ id: "off_7" })], "cli", "all")
      )
      const { isIndexed, report } = yield* importing(path, Effect.asVoid(another)).pipe(inFolder(folder))
      assert.isFalse(isIndexed)
      assert.strictEqual(report.listed, rowCount)
      assert.strictEqual(report.cursor.position, rowCount + 1)
      assert.isFalse(existsSync(join(folder, "views.db")), "nothing was put in its place")
      assert.isFalse(existsSync(join(folder, "views.building.db")), "and nothing is left of it")
      const { events } = yield* rebuildViews(() => Effect.void).pipe(inFolder(folder))
      assert.strictEqual(events, rowCount + 1)
    })
  )

  it.live("imports what can be read of a broken file, says what is wrong, and leaves the live index alone", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const path = join(folder, "dump.jsonl.gz")
      const whole = gzipSync(offDump(20_000))
      writeFileSync(path, whole.subarray(0, Math.floor(whole.length / 2)))
      const broken = yield* Effect.result(importing(path, Effect.void)).pipe(inFolder(folder))
      assert.include(Result.isFailure(broken) ? String(broken.failure) : "it did not fail", "truncated gzip")
      assert.isFalse(existsSync(join(folder, "views.db")))
      assert.isFalse(existsSync(join(folder, "views.building.db")))
      const { events } = yield* rebuildViews(() => Effect.void).pipe(inFolder(folder))
      assert.isAbove(events, 1_000)
    })
  )
})

describe("a file can be indexed while it is imported", () => {
  it.live("if it is a large dump, and the log has no product yet", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [large, small] = [join(folder, "large.jsonl"), join(folder, "small.jsonl")]
      const lines = offDump(1_000)
      writeFileSync(large, lines.repeat(Math.ceil((4 * 1_024 * 1_024) / lines.length)))
      writeFileSync(small, lines)
      const can = (path: string) => canIndexAtOnce("off", path).pipe(inFolder(folder))
      assert.deepStrictEqual(yield* Effect.forEach([large, small, "-", join(folder, "none")], can), [
        true,
        false,
        false,
        false
      ])
      yield* Effect.flatMap(ListProducts.ListProducts, ({ list }) => list([facts({ id: "off_7" })], "cli", "all")).pipe(
        inFolder(folder)
      )
      assert.isFalse(yield* can(large), "it may name the product that is there")
    })
  )
})
