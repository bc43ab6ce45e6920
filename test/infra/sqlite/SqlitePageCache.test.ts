import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { openSqlite, type SqliteDatabase, ViewsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import * as SqlitePageCache from "../../../infra/sqlite/SqlitePageCache.ts"
import * as SqliteProductIndex from "../../../infra/sqlite/SqliteProductIndex.ts"
import type { SearchQuery } from "../../../domain/search/SearchQuery.ts"
import { SearchPageCache } from "../../../projections/ports/SearchPageCache.ts"
import { findPage } from "../../../src/queries/WordSearch.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { suite } from "../../contracts/ProductIndexContract.ts"
import { bruteForceIndex } from "../../support/BruteForceSearch.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { randomCatalogue } from "../../support/RandomCatalogue.ts"

const open = (path: string) => openSqlite({ path, synchronous: "NORMAL" })

const inMemory = Layer.effect(
  ViewsDatabase,
  Effect.map(open(":memory:"), (db) => ({ current: () => db }))
)

/** The index behind the cache, searched as a caller does. */
const cachedSearch = (context: Context.Context<ProductIndex | SearchPageCache>) => {
  const index = Context.get(context, ProductIndex)
  const cache = Context.get(context, SearchPageCache)
  return {
    apply: index.apply,
    search: (query: SearchQuery) => cache.of(query, findPage(index, query))
  }
}

const rememberingOn = (current: () => SqliteDatabase, productsMax?: number) =>
  Layer.build(
    SqlitePageCache.layer(productsMax).pipe(
      Layer.provide(SqliteProductIndex.layerUnmerged),
      Layer.provide(Layer.succeed(ViewsDatabase, { current }))
    )
  ).pipe(Effect.map(cachedSearch))

suite(
  "SQLite, remembering pages",
  SqlitePageCache.layer().pipe(Layer.provide(SqliteProductIndex.layerUnmerged), Layer.provide(inMemory))
)

const documents = randomCatalogue(99)
const bruteForcePage = (query: SearchQuery) => findPage(bruteForceIndex(documents), query)
const puts = documents.map((document) => ({ _tag: "Put", document }) as const)
const milk = { text: "milk", language: "en", region: null, source: null, limit: 10, offset: 0 } as const

describe("a page that was asked for", () => {
  it.effect("is the same object when it is asked for again, and another for any other question", () =>
    Effect.gen(function* () {
      const db = yield* open(":memory:")
      const index = yield* rememberingOn(() => db)
      yield* index.apply(puts)
      const first = yield* index.search(milk)
      assert.isAbove(first.products.length, 0)
      assert.strictEqual(yield* index.search({ ...milk }), first)
      for (const other of [
        { ...milk, text: "milk " },
        { ...milk, language: "ru" },
        { ...milk, region: "us" },
        { ...milk, source: "curated" },
        { ...milk, limit: 11 },
        { ...milk, offset: 1 }
      ] as const) {
        assert.deepStrictEqual(yield* index.search(other), yield* bruteForcePage(other))
        assert.notStrictEqual(yield* index.search(other), first)
      }
    })
  )

  it.effect("is found anew after a change", () =>
    Effect.gen(function* () {
      const db = yield* open(":memory:")
      const index = yield* rememberingOn(() => db)
      yield* index.apply(puts)
      const { products, total } = yield* index.search(milk)
      const gone = products.slice(0, 1).map(({ id }) => ({ _tag: "Withdraw", id, version: 1_000 }) as const)
      yield* index.apply(gone)
      const after = yield* index.search(milk)
      assert.strictEqual(after.total, total - 1)
      assert.notInclude(
        after.products.map(({ id }) => id),
        gone[0]?.id
      )
    })
  )

  it.effect("is found anew after another process has changed the file, or another file took its place", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      const [here, there, empty] = [yield* open(path), yield* open(path), yield* open(":memory:")]
      let current = here
      const index = yield* rememberingOn(() => current)
      assert.strictEqual((yield* index.search(milk)).total, 0)
      yield* (yield* rememberingOn(() => there)).apply(puts)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* index.search(milk), yield* bruteForcePage(milk))
      yield* rememberingOn(() => empty)
      current = empty
      assert.strictEqual((yield* index.search(milk)).total, 0)
    })
  )

  it.effect("is not kept when a change came while it was looked for", () =>
    Effect.gen(function* () {
      const db = yield* open(":memory:")
      const [asked, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const slow = Layer.effect(
        ProductIndex,
        Effect.map(ProductIndex, (index) =>
          ProductIndex.of({
            ...index,
            vocabulary: {
              ...index.vocabulary,
              counts: (terms) =>
                Effect.tap(index.vocabulary.counts(terms), () =>
                  Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(go))
                )
            }
          })
        )
      )
      const context = yield* Layer.build(
        SqlitePageCache.layer().pipe(
          Layer.provide(slow),
          Layer.provide(SqliteProductIndex.layerUnmerged),
          Layer.provide(Layer.succeed(ViewsDatabase, { current: () => db }))
        )
      )
      const index = cachedSearch(context)
      const early = yield* Effect.forkChild(index.search(milk))
      yield* Deferred.await(asked)
      yield* index.apply(puts)
      yield* Deferred.succeed(go, undefined)
      const found = yield* Fiber.join(early)
      assert.notStrictEqual(yield* index.search(milk), found)
      assert.deepStrictEqual(yield* index.search(milk), yield* bruteForcePage(milk))
    })
  )

  it.effect("is forgotten when too many products would be remembered", () =>
    Effect.gen(function* () {
      const db = yield* open(":memory:")
      const index = yield* rememberingOn(() => db, 16)
      yield* index.apply(puts)
      const first = yield* index.search(milk)
      assert.strictEqual(first.products.length, 10)
      const next = { ...milk, offset: 1 }
      const second = yield* index.search(next)
      assert.strictEqual(yield* index.search(next), second)
      assert.notStrictEqual(yield* index.search(milk), first)
    })
  )
})
