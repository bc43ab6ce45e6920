import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createProductIndex } from "../../../../infra/sqlite/product-index/IndexSchema.ts"
import { takeOverVectors } from "../../../../infra/sqlite/product-vectors/TakeOverVectors.ts"
import { ViewsDatabase } from "../../../../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../../../../infra/sqlite/SqliteProductIndex.ts"
import { ProductIndex } from "../../../../projections/ports/ProductIndex.ts"
import { temporaryFolder } from "../../../support/EmbeddedStores.ts"
import { withdraw } from "../../../support/ProductChanges.ts"
import { milk, named, openFile, openVectors } from "../../../support/VectorsInFile.ts"

describe("the vectors of a live file", () => {
  it.effect("are taken over by a file that is built anew, except those of other facts, and answer at once", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [path, next] = [join(folder, "views.db"), join(folder, "next.db")]
      const live = yield* openFile(path)
      const before = yield* openVectors({ current: () => live })
      const changes = [named("off_1", "milk"), named("off_2", "bread"), named("off_3", "cream")]
      yield* before.index.apply(changes)
      yield* before.settle
      yield* before.index.apply([withdraw("off_3", 2)])

      const built = yield* openFile(next)
      yield* built.write("create", () => createProductIndex(built))
      // in another order, so that the numbers are others
      const puts = [named("off_2", "butter", 2), named("off_4", "egg"), named("off_1", "milk"), withdraw("off_3", 2)]
      const indexed = yield* Layer.build(
        SqliteProductIndex.layer.pipe(Layer.provide(Layer.succeed(ViewsDatabase, { current: () => built })))
      )
      yield* Context.get(indexed, ProductIndex).apply(puts)
      yield* takeOverVectors(built, path)

      const embedded: Array<string> = []
      const after = yield* openVectors({ current: () => built, embedded })
      assert.deepStrictEqual(yield* after.vectors.coverage, { isComplete: true, due: 2 })
      assert.deepStrictEqual(
        (yield* after.vectors.nearest(milk, 10)).map(({ facts }) => facts.id),
        ["off_1"]
      )
      yield* after.settle
      assert.deepStrictEqual(embedded, ["off_2", "off_4"])
    })
  )

  it.effect("are not taken over from a file that has none, or is not there", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [live, built] = [yield* openFile(join(folder, "views.db")), yield* openFile(join(folder, "next.db"))]
      for (const db of [live, built]) yield* db.write("create", () => createProductIndex(db))
      yield* takeOverVectors(built, join(folder, "views.db"))
      yield* takeOverVectors(built, join(folder, "nowhere.db"))
      assert.isFalse(existsSync(join(folder, "nowhere.db")))
      const { vectors } = yield* openVectors({ current: () => built })
      assert.deepStrictEqual(yield* vectors.coverage, { isComplete: true, due: 0 })
    })
  )

  it.effect("are not taken over from a file of which the name of the model cannot be read", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const path = join(folder, "views.db")
      const page = yield* Effect.scoped(
        Effect.gen(function* () {
          const db = yield* openFile(path)
          const { index, settle } = yield* openVectors({ current: () => db })
          yield* index.apply([named("off_1", "milk")])
          yield* settle
          return Number(
            db.statement("SELECT rootpage FROM sqlite_schema WHERE name = 'vector_model'").get()?.["rootpage"]
          )
        })
      )
      const bytes = readFileSync(path)
      writeFileSync(path, bytes.fill(0xa5, (page - 1) * 4_096, page * 4_096))
      const built = yield* openFile(join(folder, "next.db"))
      const { index, vectors } = yield* openVectors({ current: () => built })
      yield* index.apply([named("off_1", "milk")])
      yield* takeOverVectors(built, path)
      assert.strictEqual((yield* vectors.coverage).due, 1)
    })
  )
})
