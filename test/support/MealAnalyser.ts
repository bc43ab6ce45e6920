import { Effect, Layer } from "effect"
import { MealExtractor } from "../../domain/ports/MealExtractor.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { openSqlite, ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../../infra/sqlite/SqliteProductIndex.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { toDocument } from "../../projections/product-search/ProductDocument.ts"
import { AnalyzeMeal } from "../../src/queries/AnalyzeMeal.ts"

const views = Layer.effect(
  ViewsDatabase,
  Effect.map(openSqlite({ path: ":memory:", synchronous: "NORMAL" }), (db) => ({ current: () => db }))
)

const catalogue = (products: ReadonlyArray<ProductFacts>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { apply } = yield* ProductIndex
      yield* apply(products.map((each) => ({ _tag: "Put", document: toDocument(each, 1) })))
    })
  )

/** The analysis of meals over a catalogue of these products alone. */
export const analyserOf = (products: ReadonlyArray<ProductFacts>) =>
  AnalyzeMeal.layer.pipe(
    Layer.provide(catalogue(products)),
    Layer.provide(MealExtractor.layerParser),
    Layer.provide(SqliteProductIndex.layer),
    Layer.provide(views)
  )
