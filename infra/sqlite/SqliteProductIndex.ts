import { Effect, Layer, Option } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { ProductId } from "../../domain/product/ProductId.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { type ProductChange, ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { compactWhenIdle } from "./product-index/Compaction.ts"
import { digestOf } from "./product-index/Digest.ts"
import { analyzeQuery } from "../../domain/search/QueryAnalysis.ts"
import { ensureProductIndex } from "./product-index/IndexSchema.ts"
import { applyChanges } from "./product-index/IndexWrites.ts"
import { factsOfRow, resultPage } from "./product-index/ResultPage.ts"
import { makeRemembered } from "./product-index/Remembered.ts"
import { makeKnownWords } from "./product-index/KnownWords.ts"
import { sqliteVocabulary } from "./product-index/Vocabulary.ts"
import { ViewsDatabase } from "./Sqlite.ts"

export interface SqliteProductIndexOptions {
  /**
   * For so many of the first results, how many matches are still fetched and sorted as a whole. Of more than that the
   * index is walked in its order.
   */
  readonly sortAllMax: (needed: number) => number
}

/** Measured with `bench/search.ts`: up to here sorting all is the faster way. */
const defaultOptions: SqliteProductIndexOptions = { sortAllMax: (needed) => Math.max(100, 3 * needed) }

// the two upper bits of a key say curated and complete, see `RankKey.ts`
const byBarcodeSql = `
  SELECT facts FROM products WHERE barcode = ? AND rank IS NOT NULL
  ORDER BY rank >> 51, id LIMIT 1`

/** The product index in `views.db`. A file without its tables gets them; one of another version must not come here. */
export const layerWith = (
  options: SqliteProductIndexOptions = defaultOptions
): Layer.Layer<ProductIndex, StorageUnavailable, ViewsDatabase> =>
  Layer.effect(
    ProductIndex,
    Effect.gen(function* () {
      const views = yield* ViewsDatabase
      const totals = makeRemembered<number>()
      const blocks = makeRemembered<ReadonlyArray<number>>()
      const counts = makeRemembered<number>()
      const knownWords = makeKnownWords()
      yield* views.current().write("create the product index", () => ensureProductIndex(views.current()))
      yield* views.current().read("read the vocabulary", () => knownWords.of(views.current()))
      return ProductIndex.of({
        apply: Effect.fn("ProductIndex.apply")(function* (changes: ReadonlyArray<ProductChange>) {
          const db = views.current()
          const words = yield* db.write("apply changes to the product index", () => applyChanges(db, changes))
          knownWords.add(db, words)
          counts.forget()
          totals.forget()
          blocks.forget()
        }),
        search: Effect.fn("ProductIndex.search")(function* (query: SearchQuery) {
          const db = views.current()
          const analyzed = yield* analyzeQuery(query, sqliteVocabulary(db, { counts, totals, knownWords }))
          return yield* db.read("search the product index", () =>
            resultPage({ ...options, db, totals, blocks }, query, analyzed)
          )
        }),
        findById: Effect.fn("ProductIndex.findById")(function* (id: ProductId) {
          const db = views.current()
          return yield* db.read("find a product by id", () =>
            Option.fromNullOr(factsOfRow(db.statement("SELECT facts FROM products WHERE id = ?").get(id)))
          )
        }),
        findByBarcode: Effect.fn("ProductIndex.findByBarcode")(function* (barcode: string) {
          const db = views.current()
          return yield* db.read("find a product by barcode", () =>
            Option.fromNullOr(factsOfRow(db.statement(byBarcodeSql).get(barcode)))
          )
        }),
        digest: Effect.suspend(() => digestOf(views.current()))
      })
    })
  )

/** The product index as the service runs it: compacted in the background. */
export const layer: Layer.Layer<ProductIndex, StorageUnavailable, ViewsDatabase> = Layer.merge(
  layerWith(),
  Layer.effectDiscard(
    Effect.flatMap(ViewsDatabase, (views) => Effect.forkScoped(compactWhenIdle(() => views.current())))
  )
)
