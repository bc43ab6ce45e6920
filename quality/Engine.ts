import { Effect, Layer } from "effect"
import { plans } from "../domain/key/Plan.ts"
import { MealExtractor } from "../domain/ports/MealExtractor.ts"
import type { ProductFacts } from "../domain/product/ProductFacts.ts"
import { openSqlite, ViewsDatabase } from "../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../infra/sqlite/SqliteProductIndex.ts"
import { ProductIndex } from "../projections/ports/ProductIndex.ts"
import { toDocument } from "../projections/product-search/ProductDocument.ts"
import { AnalyzeMeal } from "../src/queries/AnalyzeMeal.ts"
import { SearchProducts } from "../src/queries/SearchProducts.ts"
import type { Query } from "./Queries.ts"

/** What the service answered. */
export interface Answer {
  readonly query: Query
  readonly products: ReadonlyArray<ProductFacts>
  readonly total: number
}

const batchSize = 1_000

const views = Layer.effect(
  ViewsDatabase,
  Effect.map(openSqlite({ path: ":memory:", synchronous: "NORMAL" }), (db) => ({ current: () => db }))
)

/** The read model of the embedded tier with these products in it, made by the projection's own code. */
export const engine = (products: ReadonlyArray<ProductFacts>) =>
  Layer.mergeAll(SearchProducts.layer, AnalyzeMeal.layer.pipe(Layer.provide(MealExtractor.layerParser))).pipe(
    Layer.provide(
      Layer.effectDiscard(
        Effect.gen(function* () {
          const index = yield* ProductIndex
          for (let first = 0; first < products.length; first += batchSize) {
            const batch = products.slice(first, first + batchSize)
            yield* index.apply(batch.map((facts) => ({ _tag: "Put", document: toDocument(facts, 1) })))
          }
        })
      ).pipe(Layer.provideMerge(SqliteProductIndex.layerWith()), Layer.provide(views))
    )
  )

/** Asks what GET /v1/search asks. */
export const searchByWords = Effect.fn("searchByWords")(function* (query: Query, limit: number) {
  const service = yield* SearchProducts
  const page = yield* service.search(
    { text: query.query, language: query.lang, region: null, source: null, limit, offset: 0 },
    plans.business
  )
  const answer: Answer = { query, ...page }
  return answer
})
