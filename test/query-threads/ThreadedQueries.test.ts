import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { join } from "node:path"
import { readBundled } from "../../data/semantic/BundledModel.ts"
import { plans } from "../../domain/key/Plan.ts"
import { MealExtractor } from "../../domain/ports/MealExtractor.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import * as BundledEmbedder from "../../infra/embedding/BundledEmbedder.ts"
import { AddedWords } from "../../infra/sqlite/product-index/AddedWords.ts"
import { openSqlite, ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../../infra/sqlite/SqliteProductIndex.ts"
import * as SqliteProductVectors from "../../infra/sqlite/SqliteProductVectors.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { ProductVectors } from "../../projections/ports/ProductVectors.ts"
import { SearchPageCache } from "../../projections/ports/SearchPageCache.ts"
import { toDocument } from "../../projections/product-search/ProductDocument.ts"
import { AnalyzeMeal } from "../../src/queries/AnalyzeMeal.ts"
import { SearchProducts } from "../../src/queries/SearchProducts.ts"
import { SemanticSearch } from "../../src/queries/SemanticSearch.ts"
import { queryThreadsDefaults } from "../../src/query-threads/QueryThreads.ts"
import { sqliteThreads, startQueryThread } from "../../src/query-threads/SqliteThreads.ts"
import { threadedQueries } from "../../src/query-threads/ThreadedQueries.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { facts } from "../support/Facts.ts"
import { inProcessQueries } from "../support/http/InProcessQueries.ts"

const views = Layer.effect(
  ViewsDatabase,
  Effect.gen(function* () {
    const db = yield* openSqlite({ path: join(yield* temporaryFolder, "views.db"), synchronous: "NORMAL" })
    return { current: () => db }
  })
)

const put = (products: ReadonlyArray<ProductFacts>, version = 1) =>
  Effect.flatMap(ProductIndex, ({ apply }) =>
    apply(products.map((each) => ({ _tag: "Put", document: toDocument(each, version) })))
  )

const readModels = SqliteProductVectors.layer.pipe(
  Layer.provideMerge(SqliteProductIndex.layerServing),
  Layer.provideMerge(AddedWords.layer),
  Layer.provideMerge(views),
  Layer.provideMerge(BundledEmbedder.layer),
  Layer.provideMerge(MealExtractor.layerParser),
  Layer.provideMerge(SearchPageCache.layerNone)
)

const threaded = threadedQueries({ vectors: false, meals: false }).pipe(
  Layer.provide(sqliteThreads(queryThreadsDefaults, null))
)

const texts = ["milk", "chedar", "ch", "молоко", "творогг", "حليب", "white bread with butter", "quombrk", "egg%", "  "]
const needs = ["high protein breakfast without eggs", "быстрый ужин без мяса", "نباتي بدون سكر", "zzzz"]
const meals = ["two eggs and a slice of toast", "тарелка борща и 200 г хлеба", "صحن حمص", "nothing that is food"]

type Queries = SearchProducts | SemanticSearch | AnalyzeMeal

/** What is answered to all of them. */
const answers = Effect.fnUntraced(function* (context: Context.Context<Queries>) {
  const search = (text: string) => ({ text, language: "en" as const, region: null, source: null, limit: 20, offset: 0 })
  const analyze = Context.get(context, AnalyzeMeal)
  return {
    byWords: yield* Effect.forEach(texts, (text) =>
      Context.get(context, SearchProducts).search(search(text), plans.business)
    ),
    byMeaning: yield* Effect.forEach(needs, (text) =>
      Context.get(context, SemanticSearch).search(text, 20, plans.business)
    ),
    meals: yield* Effect.forEach(meals, analyze.analyze),
    items: yield* analyze.analyzeItems([{ food: "boiled egg", amount: { quantity: 100, unit: "g" } }])
  }
})

describe("queries that threads answer", () => {
  it.live("a thread that cannot load its read models ends, and says why", () =>
    Effect.gen(function* () {
      const start = startQueryThread({ _tag: "Sqlite", viewsPath: "/no/such/views.db", foreignModel: null })
      const { ask, isAlive } = yield* start("any")
      const error = yield* Effect.flip(ask({ _tag: "Warm" }))
      assert.include(String(error.cause), "no such file")
      assert.isFalse(isAlive())
    }).pipe(Effect.scoped)
  )

  it.live(
    "answer what the same queries answer in process, before and after a change brings new words",
    () =>
      Effect.gen(function* () {
        const products = (yield* Effect.promise(readBundled)).slice(0, 1_000)
        const inProcess = yield* Layer.build(inProcessQueries)
        const inThreads = yield* Layer.build(threaded)
        const compare = Effect.gen(function* () {
          const { coverage } = yield* ProductVectors
          yield* coverage.pipe(
            Effect.repeat({
              schedule: Schedule.spaced("20 millis"),
              until: ({ due, isComplete }) => isComplete && due === 0
            })
          )
          const expected = yield* answers(inProcess)
          assert.deepStrictEqual(yield* answers(inThreads), expected)
          return expected
        })
        yield* put(products)
        const before = yield* compare
        assert.isAbove(before.byWords[0]?.total ?? 0, 0)
        assert.isAbove(before.byMeaning[0]?.found.length ?? 0, 0)
        assert.isAbove(before.meals[0]?.components.length ?? 0, 0)
        assert.strictEqual(before.byWords[7]?.total, 0)
        yield* put([facts({ id: "off_1", names: { en: ["Quombrek biscuit"] } })])
        const after = yield* compare
        assert.strictEqual(after.byWords[7]?.products[0]?.id, "off_1")
      }).pipe(Effect.provide(readModels), Effect.scoped),
    180_000
  )
})
