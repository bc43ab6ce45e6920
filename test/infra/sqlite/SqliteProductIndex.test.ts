import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { compact, needsCompaction } from "../../../infra/sqlite/product-index/Compaction.ts"
import { isCurrentProductIndex } from "../../../infra/sqlite/product-index/IndexSchema.ts"
import type { SearchCosts } from "../../../infra/sqlite/product-index/SearchCosts.ts"
import { openSqlite, type SqliteDatabase, ViewsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../../../infra/sqlite/SqliteProductIndex.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { suite } from "../../contracts/ProductIndexContract.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import { bruteForceSearch } from "../../support/BruteForceSearch.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { layerMemory } from "../../support/MemoryProductIndex.ts"
import { randomCatalogue, randomQuery } from "../../support/RandomCatalogue.ts"
import { searchByWords } from "../../../src/queries/WordSearch.ts"

const inMemory = Layer.effect(
  ViewsDatabase,
  Effect.map(openSqlite({ path: ":memory:", synchronous: "NORMAL" }), (db) => ({ current: () => db }))
)

suite("brute force", layerMemory)
suite("SQLite", SqliteProductIndex.layer.pipe(Layer.provide(inMemory)))
// so small a catalogue is sorted as a whole unless the threshold forbids it
const suiteOf = (name: string, costs: Partial<SearchCosts>) =>
  suite(name, SqliteProductIndex.layerWith(costs).pipe(Layer.provide(inMemory)))
const [none, all] = [() => 0, () => Number.POSITIVE_INFINITY]
suiteOf("SQLite, walking the index", { sortAllMax: none, sortAfterAboutMax: none, readInBlockMax: 0 })
suiteOf("SQLite, reading what phrases hold", { sortAllMax: none, sortAfterAboutMax: none })
suiteOf("SQLite, some of both", { sortAllMax: () => 4, sortAfterAboutMax: none, readInBlockMax: 1 })
suiteOf("SQLite, sorting what the first levels leave", { sortAllMax: () => 4, sortAfterAboutMax: all })
suiteOf("SQLite, reading postings", { sortAllMax: all, readsPostings: () => true })

const indexOn = (current: () => SqliteDatabase) =>
  Layer.build(SqliteProductIndex.layer.pipe(Layer.provide(Layer.succeed(ViewsDatabase, { current })))).pipe(
    Effect.map((context) => Context.get(context, ProductIndex))
  )

const openFile = (path: string) => openSqlite({ path, synchronous: "NORMAL" })

const documents = randomCatalogue(99)
const puts = documents.map((document) => ({ _tag: "Put", document }) as const)
const milk = { text: "milk", language: "en", region: null, source: null, limit: 50, offset: 0 } as const

describe("a views file", () => {
  it.effect("is current when today's program made it, and not when another version or nobody did", () =>
    Effect.gen(function* () {
      const db = yield* openFile(join(yield* temporaryFolder, "views.db"))
      assert.isFalse(isCurrentProductIndex(db))
      yield* indexOn(() => db)
      assert.isTrue(isCurrentProductIndex(db))
      db.exec("UPDATE product_index_meta SET version = 'schema 1, analyzer 0, ranking 1'")
      assert.isFalse(isCurrentProductIndex(db))
    })
  )

  it("the catalogue of these tests is worth asking", () => assert.isAbove(documents.length, 50))

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

  it.effect("counts and pages more matches than it reads at first", () =>
    Effect.gen(function* () {
      const many = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((seed) =>
        randomCatalogue(seed).map((document, i) => {
          const id = ProductId.make(`off_${seed}000${i}`)
          return { ...document, facts: { ...document.facts, id }, searchable: { ...document.searchable, id } }
        })
      )
      const memory = yield* openFile(":memory:")
      const index = yield* indexOn(() => memory)
      yield* index.apply(many.map((document) => ({ _tag: "Put", document }) as const))
      assert.isAbove(bruteForceSearch(many, milk).total, 150)
      for (const offset of [0, 50, 100, 150]) {
        const page = { ...milk, offset }
        assert.deepStrictEqual(yield* searchByWords(index, page), bruteForceSearch(many, page))
      }
    })
  )

  it.effect("answers from the file that took its place, totals included", () =>
    Effect.gen(function* () {
      const [live, rebuilt] = [yield* openFile(":memory:"), yield* openFile(":memory:")]
      let current = live
      const index = yield* indexOn(() => current)
      yield* index.apply(puts)
      yield* searchByWords(index, milk)
      yield* (yield* indexOn(() => rebuilt)).apply(puts.slice(0, 5))
      current = rebuilt
      assert.deepStrictEqual(yield* searchByWords(index, milk), bruteForceSearch(documents.slice(0, 5), milk))
    })
  )

  it.effect("sees what another connection wrote, totals included", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      const [mine, others] = [yield* openFile(path), yield* openFile(path)]
      const index = yield* indexOn(() => mine)
      yield* index.apply(puts.slice(0, 5))
      yield* searchByWords(index, milk)
      yield* (yield* indexOn(() => others)).apply(puts)
      assert.deepStrictEqual(yield* searchByWords(index, milk), bruteForceSearch(documents, milk))
    })
  )

  it.effect("a batch that fails in the middle leaves nothing of itself", () =>
    Effect.gen(function* () {
      const db = yield* openFile(":memory:")
      const index = yield* indexOn(() => db)
      yield* index.apply(puts.slice(0, 5))
      const before = yield* index.digest
      db.exec("CREATE TRIGGER full BEFORE INSERT ON exact_names BEGIN SELECT RAISE(ABORT, 'no'); END")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(index.apply(puts))))
      db.exec("DROP TRIGGER full")
      assert.deepStrictEqual(yield* index.digest, before)
      assert.deepStrictEqual(yield* searchByWords(index, milk), bruteForceSearch(documents.slice(0, 5), milk))
      yield* index.apply(puts)
      assert.deepStrictEqual(yield* searchByWords(index, milk), bruteForceSearch(documents, milk))
    })
  )
})

describe("compaction", () => {
  const segments = (db: SqliteDatabase) =>
    db.statement("SELECT count(DISTINCT segid) AS segments FROM product_words_idx").get()?.["segments"]

  it.effect("brings the segments together and changes no answer", () =>
    Effect.gen(function* () {
      const db = yield* openFile(":memory:")
      const index = yield* indexOn(() => db)
      for (const put of puts) yield* index.apply([put])
      assert.isTrue(needsCompaction(db))
      yield* compact(db)
      assert.strictEqual(segments(db), 1)
      assert.isFalse(needsCompaction(db))
      for (const query of Array.from({ length: 20 }, (_, seed) => randomQuery(seed + 1))) {
        assert.deepStrictEqual(yield* searchByWords(index, query), bruteForceSearch(documents, query))
      }
    })
  )

  it.effect("runs by itself once nothing is written any more", () =>
    Effect.gen(function* () {
      const db = yield* openFile(":memory:")
      const index = yield* indexOn(() => db)
      for (const put of puts) yield* index.apply([put])
      const compacted = Effect.suspend(() => (needsCompaction(db) ? Effect.fail("not yet") : Effect.void))
      yield* TestClock.adjust("3 seconds")
      yield* Effect.yieldNow.pipe(Effect.andThen(compacted), Effect.retry(Schedule.recurs(1_000)))
      assert.strictEqual(segments(db), 1)
    })
  )
})
