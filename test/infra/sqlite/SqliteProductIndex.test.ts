import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { isCurrentProductIndex } from "../../../infra/sqlite/product-index/IndexSchema.ts"
import { mergeAll } from "../../../infra/sqlite/product-index/SegmentMerging.ts"
import { listedSegments } from "../../../infra/sqlite/product-index/SegmentStore.ts"
import { AddedWords } from "../../../infra/sqlite/product-index/AddedWords.ts"
import { ReadVocabulary } from "../../../infra/sqlite/product-index/ReadVocabulary.ts"
import * as SqliteProductIndex from "../../../infra/sqlite/SqliteProductIndex.ts"
import { openSqlite, type SqliteDatabase, ViewsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { searchByWords } from "../../../src/queries/WordSearch.ts"
import { suite } from "../../contracts/ProductIndexContract.ts"
import { bruteForceSearch } from "../../support/BruteForceSearch.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { put, withdraw } from "../../support/ProductChanges.ts"
import { randomCatalogue, randomQuery } from "../../support/RandomCatalogue.ts"

const inMemory = Layer.effect(
  ViewsDatabase,
  Effect.map(openSqlite({ path: ":memory:", synchronous: "NORMAL" }), (db) => ({ current: () => db }))
)

suite("inverted index in SQLite", SqliteProductIndex.layer.pipe(Layer.provide(inMemory)))

const indexOn = (current: () => SqliteDatabase, layer = SqliteProductIndex.layerUnmerged) =>
  Layer.build(layer.pipe(Layer.provide(Layer.succeed(ViewsDatabase, { current })))).pipe(
    Effect.map((context) => Context.get(context, ProductIndex))
  )

const openFile = (path: string) => openSqlite({ path, synchronous: "NORMAL" })

const documents = randomCatalogue(99)
const puts = documents.map((document) => ({ _tag: "Put", document }) as const)
const milk = { text: "milk", language: "en", region: null, source: null, limit: 50, offset: 0 } as const

describe("a views file with an inverted index", () => {
  it("the catalogue of these tests is worth asking", () => assert.isAbove(documents.length, 50))

  it.effect("is current when today's program made it, and not when another version or nobody did", () =>
    Effect.gen(function* () {
      const db = yield* openFile(join(yield* temporaryFolder, "views.db"))
      assert.isFalse(isCurrentProductIndex(db))
      yield* indexOn(() => db)
      assert.isTrue(isCurrentProductIndex(db))
      db.exec("UPDATE product_index_meta SET version = 'schema 8, segments 0'")
      assert.isFalse(isCurrentProductIndex(db))
    })
  )

  it.effect("answers the same after it was closed and opened again", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const db = yield* openFile(path)
          yield* (yield* indexOn(() => db)).apply(puts)
        })
      )
      const db = yield* openFile(path)
      assert.deepStrictEqual(yield* searchByWords(yield* indexOn(() => db), milk), bruteForceSearch(documents, milk))
    })
  )

  it.effect("answers from the file that took its place, words and totals included", () =>
    Effect.gen(function* () {
      const [live, rebuilt] = [yield* openFile(":memory:"), yield* openFile(":memory:")]
      let current = live
      const index = yield* indexOn(() => current)
      yield* index.apply(puts)
      yield* searchByWords(index, milk)
      yield* (yield* indexOn(() => rebuilt)).apply(puts.slice(0, 5))
      current = rebuilt
      for (const query of [milk, { ...milk, text: "mlik" }]) {
        assert.deepStrictEqual(yield* searchByWords(index, query), bruteForceSearch(documents.slice(0, 5), query))
      }
    })
  )

  it.effect("sees what another connection wrote and merged, totals included", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      const [mine, others] = [yield* openFile(path), yield* openFile(path)]
      const index = yield* indexOn(() => mine)
      yield* index.apply(puts.slice(0, 5))
      yield* searchByWords(index, milk)
      yield* (yield* indexOn(() => others)).apply(puts)
      assert.deepStrictEqual(yield* searchByWords(index, milk), bruteForceSearch(documents, milk))
      yield* mergeAll(others, () => {})
      assert.deepStrictEqual(yield* searchByWords(index, milk), bruteForceSearch(documents, milk))
    })
  )
})

describe("an inverted index that several connections have open", () => {
  it.effect("is read by one that only reads, which is told of new words by the one that writes", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      const written = yield* openFile(path)
      const told: Array<ReadonlyArray<string>> = []
      const writing = yield* Layer.build(
        SqliteProductIndex.layerServing.pipe(
          Layer.provideMerge(AddedWords.layer),
          Layer.provide(Layer.succeed(ViewsDatabase, { current: () => written }))
        )
      )
      Context.get(writing, AddedWords).subscribe((words) => void told.push(words))
      const index = Context.get(writing, ProductIndex)
      yield* index.apply(puts.slice(0, 5))
      const read = yield* openSqlite({ path, synchronous: "NORMAL", readOnly: true })
      const reading = yield* Layer.build(
        SqliteProductIndex.layerReading.pipe(Layer.provide(Layer.succeed(ViewsDatabase, { current: () => read })))
      )
      const { add, readSome } = Context.get(reading, ReadVocabulary)
      assert.isTrue(yield* readSome)
      yield* Effect.repeat(readSome, { while: (isMore) => isMore })
      const kiwi = put({ id: "usda_99", names: { en: ["Kiwifruit"] } })
      yield* index.apply([kiwi])
      assert.deepStrictEqual(told.at(-1), ["kiwifruit"])
      add(told.at(-1) ?? [])
      const { total } = yield* searchByWords(Context.get(reading, ProductIndex), { ...milk, text: "kiwifriut" })
      assert.strictEqual(total, 1)
    })
  )
})

describe("the segments of a views file", () => {
  it.effect("become one, which answers the same", () =>
    Effect.gen(function* () {
      const db = yield* openFile(":memory:")
      const index = yield* indexOn(() => db)
      for (const change of puts) yield* index.apply([change])
      assert.strictEqual(listedSegments(db).length, puts.length)
      yield* mergeAll(db, () => {})
      assert.deepStrictEqual(
        listedSegments(db).map(({ deleted, products }) => ({ deleted, products })),
        [{ deleted: 0, products: puts.length }]
      )
      for (const query of Array.from({ length: 20 }, (_, seed) => randomQuery(seed + 1))) {
        assert.deepStrictEqual(yield* searchByWords(index, query), bruteForceSearch(documents, query))
      }
    })
  )

  it.effect("lose in the merged one what is withdrawn and revised while they are merged", () =>
    Effect.gen(function* () {
      const db = yield* openFile(":memory:")
      const index = yield* indexOn(() => db)
      for (const change of puts) yield* index.apply([change])
      const [first, second, ...others] = documents
      if (first === undefined || second === undefined) return yield* Effect.die("there are too few products")
      const revised = { ...second, version: 2 }
      yield* Effect.all(
        [mergeAll(db, () => {}), index.apply([withdraw(first.facts.id, 2), { _tag: "Put", document: revised }])],
        { concurrency: 2 }
      )
      // the revised one stands in a segment of its own
      assert.deepStrictEqual(
        new Map(listedSegments(db).map(({ deleted, products }) => [products, deleted])),
        new Map([
          [puts.length, 2],
          [1, 0]
        ])
      )
      const kept = [revised, ...others]
      for (const query of Array.from({ length: 20 }, (_, seed) => randomQuery(seed + 1))) {
        assert.deepStrictEqual(yield* searchByWords(index, query), bruteForceSearch(kept, query))
      }
    })
  )

  it.effect("are merged by themselves, so that few are looked into", () =>
    Effect.gen(function* () {
      const db = yield* openFile(":memory:")
      const index = yield* indexOn(() => db, SqliteProductIndex.layer)
      for (const change of puts) yield* index.apply([change])
      const isMerged = Effect.sync(() => listedSegments(db).length < 8)
      for (let tries = 0; tries < 1_000 && !(yield* isMerged); tries++) {
        yield* TestClock.adjust("250 millis")
        yield* Effect.yieldNow
      }
      assert.isTrue(yield* isMerged)
      assert.deepStrictEqual(yield* searchByWords(index, milk), bruteForceSearch(documents, milk))
    })
  )
})
