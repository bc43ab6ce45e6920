import { Effect, Layer, Schedule } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { plans } from "../domain/key/Plan.ts"
import { MealExtractor } from "../domain/ports/MealExtractor.ts"
import type { FoundProduct } from "../domain/product/FoundProduct.ts"
import type { ProductFacts } from "../domain/product/ProductFacts.ts"
import * as BundledEmbedder from "../infra/embedding/BundledEmbedder.ts"
import { openSqlite, ViewsDatabase } from "../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../infra/sqlite/SqliteProductIndex.ts"
import * as SqliteProductVectors from "../infra/sqlite/SqliteProductVectors.ts"
import { ProductIndex } from "../projections/ports/ProductIndex.ts"
import { SearchPageCache } from "../projections/ports/SearchPageCache.ts"
import { ProductVectors } from "../projections/ports/ProductVectors.ts"
import { toDocument } from "../projections/product-search/ProductDocument.ts"
import { AnalyzeMeal, type MealAnalysis } from "../src/queries/AnalyzeMeal.ts"
import { SearchProducts } from "../src/queries/SearchProducts.ts"
import { SemanticSearch } from "../src/queries/SemanticSearch.ts"
import type { Query } from "./Queries.ts"

/** What the service answered. */
export interface Answer {
  readonly query: Query
  readonly products: ReadonlyArray<FoundProduct>
  readonly total: number
}

const batchSize = 1_000
const plan = plans.business

/** A views file of its own, gone with the scope. */
const views = Layer.effect(
  ViewsDatabase,
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "fooddata-quality-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )
    const db = yield* openSqlite({ path: join(folder, "views.db"), synchronous: "NORMAL" })
    return { current: () => db }
  })
)

/** The read model of the embedded tier with these products in it, made by the projection's own code. */
const indexOf = (products: ReadonlyArray<ProductFacts>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const index = yield* ProductIndex
      for (let first = 0; first < products.length; first += batchSize) {
        const batch = products.slice(first, first + batchSize)
        yield* index.apply(batch.map((facts) => ({ _tag: "Put", document: toDocument(facts, 1) })))
      }
    })
  ).pipe(Layer.provideMerge(SqliteProductIndex.layerUnmerged), Layer.provideMerge(views))

/** Ready once every product has its vector. */
const vectorsOf = (products: ReadonlyArray<ProductFacts>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { coverage } = yield* ProductVectors
      yield* coverage.pipe(
        Effect.repeat({ schedule: Schedule.spaced("50 millis"), until: ({ isComplete }) => isComplete })
      )
    })
  ).pipe(
    Layer.provideMerge(SqliteProductVectors.layer),
    Layer.provideMerge(BundledEmbedder.layer),
    Layer.provide(indexOf(products))
  )

/** Asks for everything what GET /v1/search asks for. */
export const byWords = (products: ReadonlyArray<ProductFacts>, queries: ReadonlyArray<Query>, limit: number) =>
  Effect.gen(function* () {
    const service = yield* SearchProducts
    return yield* Effect.forEach(
      queries,
      Effect.fnUntraced(function* (query) {
        const asked = { text: query.query, language: query.lang, region: null, source: null, limit, offset: 0 }
        const answer: Answer = { query, ...(yield* service.search(asked, plan)) }
        return answer
      })
    )
  }).pipe(Effect.provide(SearchProducts.layer.pipe(Layer.provide([indexOf(products), SearchPageCache.layerNone]))))

/** Asks for everything what GET /v1/semantic-search asks for, by the model that comes with the program. */
export const byMeaning = (products: ReadonlyArray<ProductFacts>, queries: ReadonlyArray<Query>, limit: number) =>
  Effect.gen(function* () {
    const service = yield* SemanticSearch
    return yield* Effect.forEach(
      queries,
      Effect.fnUntraced(function* (query) {
        const { found } = yield* service.search(query.query, limit, plan)
        const answer: Answer = { query, products: found.map(({ product }) => product), total: found.length }
        return answer
      })
    )
  }).pipe(Effect.provide(SemanticSearch.layer.pipe(Layer.provide(vectorsOf(products)))))

/** A description, and what the service makes of it. */
export interface AnalyzedText<A> {
  readonly asked: A
  readonly analysis: MealAnalysis
}

/** Asks for everything what POST /v1/analyze asks for, read by the program itself. */
export const byParser = <A extends { readonly text: string }>(
  products: ReadonlyArray<ProductFacts>,
  descriptions: ReadonlyArray<A>
) =>
  Effect.gen(function* () {
    const service = yield* AnalyzeMeal
    return yield* Effect.forEach(descriptions, (asked) =>
      Effect.map(service.analyze(asked.text), (analysis): AnalyzedText<A> => ({ asked, analysis }))
    )
  }).pipe(Effect.provide(AnalyzeMeal.layer.pipe(Layer.provide([indexOf(products), MealExtractor.layerParser]))))
