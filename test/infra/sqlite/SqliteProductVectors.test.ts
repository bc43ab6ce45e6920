import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Schedule, Scope } from "effect"
import { existsSync, renameSync } from "node:fs"
import { join } from "node:path"
import { fillVectors, keepFilled } from "../../../infra/sqlite/product-vectors/FillVectors.ts"
import { markComplete } from "../../../infra/sqlite/product-vectors/VectorWrites.ts"
import { discard } from "../../../infra/sqlite/ViewsFile.ts"
import { ViewsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import { Embedder, EmbeddingUnavailable } from "../../../projections/ports/Embedder.ts"
import { neighboursMax } from "../../../projections/ports/ProductVectors.ts"
import { suite } from "../../contracts/ProductVectorsContract.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { withdraw } from "../../support/ProductChanges.ts"
import { trigramEmbedder, trigramVector } from "../../support/TrigramEmbedder.ts"
import { milk, named, openFile, openVectors, readModels, settled } from "../../support/VectorsInFile.ts"

const views = Layer.effect(
  ViewsDatabase,
  Effect.gen(function* () {
    const db = yield* openFile(join(yield* temporaryFolder, "views.db"))
    return { current: () => db }
  })
)

suite("SQLite", Layer.merge(settled, readModels).pipe(Layer.provide(Layer.merge(views, trigramEmbedder()))))

describe("vectors in views.db", () => {
  it.effect("are not asked before every product had one, and again right away after a restart, embedding nothing", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      const embedded: Array<string> = []
      yield* Effect.scoped(
        Effect.gen(function* () {
          const db = yield* openFile(path)
          const { index, settle, vectors } = yield* openVectors({ current: () => db, embedded })
          yield* index.apply([named("off_1", "milk"), named("off_2", "bread")])
          assert.deepStrictEqual(yield* vectors.coverage, { isComplete: false, due: 2 })
          assert.strictEqual((yield* Effect.flip(vectors.nearest(milk, 10)))._tag, "VectorsIncomplete")
          yield* settle
          assert.strictEqual((yield* vectors.nearest(milk, 10)).length, 2)
        })
      )
      const db = yield* openFile(path)
      const { index, settle, vectors } = yield* openVectors({ current: () => db, embedded })
      assert.strictEqual((yield* vectors.nearest(milk, 10))[0]?.facts.id, "off_1")
      yield* index.apply([named("off_2", "milk", 2), withdraw("off_1", 2)])
      // what came later than the first fill does not take the answer away
      assert.strictEqual((yield* vectors.nearest(milk, 10)).length, 1)
      yield* settle
      assert.deepStrictEqual(embedded, ["off_1", "off_2", "off_2"])
    })
  )

  it.effect("of another model are thrown away: none is left, and all products are due", () =>
    Effect.gen(function* () {
      const db = yield* openFile(join(yield* temporaryFolder, "views.db"))
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { index, settle } = yield* openVectors({ current: () => db })
          yield* index.apply([named("off_1", "milk"), named("off_2", "bread"), withdraw("off_3", 1)])
          yield* settle
        })
      )
      const { settle, vectors } = yield* openVectors({ current: () => db, model: "another" })
      assert.deepStrictEqual(yield* vectors.coverage, { isComplete: false, due: 2 })
      assert.strictEqual(db.statement("SELECT count(*) AS n FROM product_vectors").get()?.["n"], 0)
      yield* settle
      assert.strictEqual((yield* vectors.nearest(milk, 10)).length, 2)
    })
  )

  it.effect("a product that changes while it is embedded stays due", () =>
    Effect.gen(function* () {
      const db = yield* openFile(join(yield* temporaryFolder, "views.db"))
      const { index, vectors } = yield* openVectors({ current: () => db })
      yield* index.apply([named("off_1", "milk"), named("off_2", "bread")])
      const changing = Layer.effect(
        Embedder,
        Effect.map(Embedder, (embedder) => ({
          ...embedder,
          embedProducts: (products) =>
            index
              .apply([named("off_1", "cream", 2)])
              .pipe(Effect.orDie, Effect.andThen(embedder.embedProducts(products)))
        }))
      ).pipe(Layer.provide(trigramEmbedder()))
      // the second round changes nothing, because its version is not higher
      yield* fillVectors(db).pipe(Effect.provide(changing))
      yield* db.write("complete", () => markComplete(db))
      const [first] = yield* vectors.nearest(trigramVector("cream"), 10)
      assert.strictEqual(first?.facts.id, "off_1")
      assert.approximately(first?.cosine ?? 0, 1, 1e-4)
    })
  )

  it.effect("come from the file that took the field of the one before", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [path, next] = [join(folder, "views.db"), join(folder, "next.db")]
      yield* Effect.scoped(
        Effect.gen(function* () {
          const db = yield* openFile(next)
          const { index, settle } = yield* openVectors({ current: () => db })
          yield* index.apply([named("off_2", "milk")])
          yield* settle
        })
      )
      const before = yield* Scope.make()
      let current = yield* openFile(path).pipe(Scope.provide(before))
      const { index, settle, vectors } = yield* openVectors({ current: () => current })
      yield* index.apply([named("off_1", "milk")])
      yield* settle
      assert.strictEqual((yield* vectors.nearest(milk, 10))[0]?.facts.id, "off_1")
      yield* Scope.close(before, Exit.void)
      discard(path)
      renameSync(next, path)
      current = yield* openFile(path)
      assert.strictEqual((yield* vectors.nearest(milk, 10))[0]?.facts.id, "off_2")
      // closing the file before has not taken the log of this one away
      assert.isTrue(existsSync(`${path}-wal`))
      yield* index.apply([named("off_3", "milky")])
      yield* settle
      assert.strictEqual((yield* vectors.nearest(milk, 10)).length, 2)
    })
  )

  it.live("are filled in the background, after an embedder that did not answer too, and then complete", () =>
    Effect.gen(function* () {
      const db = yield* openFile(join(yield* temporaryFolder, "views.db"))
      const { index, vectors } = yield* openVectors({ current: () => db })
      yield* index.apply(Array.from({ length: neighboursMax + 50 }, (_, i) => named(`off_${i + 1}`, `milk ${i}`)))
      let failures = 1
      const failing = Layer.effect(
        Embedder,
        Effect.map(Embedder, (embedder) => ({
          ...embedder,
          embedProducts: (products) =>
            failures-- > 0
              ? Effect.fail(new EmbeddingUnavailable({ operation: "test", retryAfterSeconds: 0, cause: "down" }))
              : embedder.embedProducts(products)
        }))
      ).pipe(Layer.provide(trigramEmbedder()))
      yield* Effect.forkScoped(
        Effect.provide(
          keepFilled(() => db),
          failing
        )
      )
      const coverage = yield* vectors.coverage.pipe(
        Effect.repeat({ until: ({ isComplete }) => isComplete, schedule: Schedule.spaced("20 millis") }),
        Effect.timeout("15 seconds")
      )
      assert.deepStrictEqual(coverage, { isComplete: true, due: 0 })
      assert.strictEqual((yield* vectors.nearest(milk, neighboursMax + 100)).length, neighboursMax)
    })
  )
})
