import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Schedule, Scope } from "effect"
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { keepFilled, fillVectors } from "../../../infra/sqlite/product-vectors/FillVectors.ts"
import { takeOverVectors } from "../../../infra/sqlite/product-vectors/TakeOverVectors.ts"
import { markComplete } from "../../../infra/sqlite/product-vectors/VectorWrites.ts"
import { createProductIndex } from "../../../infra/sqlite/product-index/IndexSchema.ts"
import { discard } from "../../../infra/sqlite/ViewsFile.ts"
import { openSqlite, type SqliteDatabase, ViewsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../../../infra/sqlite/SqliteProductIndex.ts"
import * as SqliteProductVectors from "../../../infra/sqlite/SqliteProductVectors.ts"
import { Embedder, EmbeddingUnavailable } from "../../../projections/ports/Embedder.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { neighboursMax, ProductVectors } from "../../../projections/ports/ProductVectors.ts"
import { suite, VectorsSettled } from "../../contracts/ProductVectorsContract.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { put, withdraw } from "../../support/ProductChanges.ts"
import { trigramEmbedder, trigramVector } from "../../support/TrigramEmbedder.ts"

const views = Layer.effect(
  ViewsDatabase,
  Effect.gen(function* () {
    const db = yield* openFile(join(yield* temporaryFolder, "views.db"))
    return { current: () => db }
  })
)

const settled = Layer.effect(
  VectorsSettled,
  Effect.gen(function* () {
    const { current } = yield* ViewsDatabase
    const embedder = yield* Embedder
    return Effect.gen(function* () {
      yield* fillVectors(current()).pipe(Effect.provideService(Embedder, embedder))
      yield* current().write("complete", () => markComplete(current()))
    })
  })
)

/** The index, and the vectors without what fills them in the background. */
const readModels = Layer.provideMerge(SqliteProductVectors.layerRead, SqliteProductIndex.layer)

suite("SQLite", Layer.merge(settled, readModels).pipe(Layer.provide(Layer.merge(views, trigramEmbedder()))))

const openFile = (path: string) => openSqlite({ path, synchronous: "NORMAL" })

const milk = trigramVector("milk")
const named = (id: string, name: string, version = 1) => put({ id, names: { en: [name] } }, version)

interface Opened {
  readonly current: () => SqliteDatabase
  readonly model?: string
  /** ids of what was embedded */
  readonly embedded?: Array<string>
}

const open = ({ current, embedded = [], model = "trigrams" }: Opened) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(
      Layer.merge(settled, readModels).pipe(
        Layer.provide(Layer.merge(Layer.succeed(ViewsDatabase, { current }), trigramEmbedder({ id: model, embedded })))
      )
    )
    return {
      index: Context.get(context, ProductIndex),
      vectors: Context.get(context, ProductVectors),
      settle: Context.get(context, VectorsSettled)
    }
  })

describe("vectors in views.db", () => {
  it.effect("are not asked before every product had one, and again right away after a restart, embedding nothing", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      const embedded: Array<string> = []
      yield* Effect.scoped(
        Effect.gen(function* () {
          const db = yield* openFile(path)
          const { index, settle, vectors } = yield* open({ current: () => db, embedded })
          yield* index.apply([named("off_1", "milk"), named("off_2", "bread")])
          assert.deepStrictEqual(yield* vectors.coverage, { isComplete: false, due: 2 })
          assert.strictEqual((yield* Effect.flip(vectors.nearest(milk, 10)))._tag, "VectorsIncomplete")
          yield* settle
          assert.strictEqual((yield* vectors.nearest(milk, 10)).length, 2)
        })
      )
      const db = yield* openFile(path)
      const { index, settle, vectors } = yield* open({ current: () => db, embedded })
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
          const { index, settle } = yield* open({ current: () => db })
          yield* index.apply([named("off_1", "milk"), named("off_2", "bread"), withdraw("off_3", 1)])
          yield* settle
        })
      )
      const { settle, vectors } = yield* open({ current: () => db, model: "another" })
      assert.deepStrictEqual(yield* vectors.coverage, { isComplete: false, due: 2 })
      assert.strictEqual(db.statement("SELECT count(*) AS n FROM product_vectors").get()?.["n"], 0)
      yield* settle
      assert.strictEqual((yield* vectors.nearest(milk, 10)).length, 2)
    })
  )

  it.effect("a product that changes while it is embedded stays due", () =>
    Effect.gen(function* () {
      const db = yield* openFile(join(yield* temporaryFolder, "views.db"))
      const { index, vectors } = yield* open({ current: () => db })
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

  it.effect("are taken over by a file that is built anew, except those of other facts, and answer at once", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [path, next] = [join(folder, "views.db"), join(folder, "next.db")]
      const live = yield* openFile(path)
      const before = yield* open({ current: () => live })
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
      const after = yield* open({ current: () => built, embedded })
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
      const { vectors } = yield* open({ current: () => built })
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
          const { index, settle } = yield* open({ current: () => db })
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
      const { index, vectors } = yield* open({ current: () => built })
      yield* index.apply([named("off_1", "milk")])
      yield* takeOverVectors(built, path)
      assert.strictEqual((yield* vectors.coverage).due, 1)
    })
  )

  it.effect("come from the file that took the field of the one before", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [path, next] = [join(folder, "views.db"), join(folder, "next.db")]
      yield* Effect.scoped(
        Effect.gen(function* () {
          const db = yield* openFile(next)
          const { index, settle } = yield* open({ current: () => db })
          yield* index.apply([named("off_2", "milk")])
          yield* settle
        })
      )
      const before = yield* Scope.make()
      let current = yield* openFile(path).pipe(Scope.provide(before))
      const { index, settle, vectors } = yield* open({ current: () => current })
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
      const { index, vectors } = yield* open({ current: () => db })
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
