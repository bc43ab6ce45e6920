import { Context, Effect, Layer, Option, Schema } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import type { AnalyzedQuery } from "../../domain/search/AnalyzedQuery.ts"
import type { PageRange } from "../../domain/search/SearchQuery.ts"
import { type ProductChange, ProductIndex, sharingMax } from "../../projections/ports/ProductIndex.ts"
import { AddedWords } from "./product-index/AddedWords.ts"
import { compactWhenIdle } from "./product-index/Compaction.ts"
import { digestOf } from "./product-index/Digest.ts"
import { makeIndexCache } from "./product-index/IndexCache.ts"
import { ensureProductIndex } from "./product-index/IndexSchema.ts"
import { applyChanges } from "./product-index/IndexWrites.ts"
import { resultPage } from "./product-index/ResultPage.ts"
import { factsOfRow } from "./product-index/StoredFacts.ts"
import { checkedColumns, readAsked } from "./product-index/StoredProduct.ts"
import { type KnownWords, makeKnownWords, readAhead } from "./product-index/KnownWords.ts"
import { measuredCosts, type SearchCosts } from "./product-index/SearchCosts.ts"
import { ReadVocabulary } from "./product-index/ReadVocabulary.ts"
import { sqliteVocabulary } from "./product-index/Vocabulary.ts"
import { ViewsDatabase } from "./Sqlite.ts"

const byIdSql = `SELECT ${checkedColumns} FROM products WHERE id = ?`
const ofBarcodeSql = `
  SELECT ${checkedColumns} FROM products WHERE barcode = ? ORDER BY precedence DESC, id LIMIT ?`

const decodeId = Schema.decodeUnknownSync(ProductId)

interface IndexOptions {
  readonly costs: SearchCosts
  readonly knownWords: KnownWords
}

const makeIndex = (views: ViewsDatabase["Service"], { costs, knownWords }: IndexOptions): ProductIndex["Service"] => {
  const cache = makeIndexCache()
  return ProductIndex.of({
    apply: Effect.fn("ProductIndex.apply")(function* (changes: ReadonlyArray<ProductChange>) {
      const db = views.current()
      const words = yield* db.write("apply changes to the product index", () => applyChanges(db, changes))
      knownWords.add(db, words)
      cache.forget()
    }),
    vocabulary: sqliteVocabulary(() => views.current(), cache, knownWords),
    search: Effect.fn("ProductIndex.search")(function* (query: AnalyzedQuery, page: PageRange) {
      const db = views.current()
      return yield* db.read("search the product index", () => resultPage({ db, cache, costs }, page, query))
    }),
    findById: Effect.fn("ProductIndex.findById")(function* (id: ProductId) {
      const db = views.current()
      return yield* db.read("find a product by id", () =>
        Option.fromNullOr(factsOfRow(db.statement(byIdSql).get(id), (product) => product.id === id))
      )
    }),
    findByBarcode: Effect.fn("ProductIndex.findByBarcode")(function* (barcode: string) {
      const db = views.current()
      return yield* db.read("find a product by barcode", () =>
        Option.fromNullOr(
          factsOfRow(db.statement(ofBarcodeSql).get(barcode, 1), (product) => product.barcode === barcode)
        )
      )
    }),
    idsOfBarcode: Effect.fn("ProductIndex.idsOfBarcode")(function* (barcode: string) {
      const db = views.current()
      return yield* db.read("find the products of a barcode", () =>
        db
          .statement(ofBarcodeSql)
          .all(barcode, sharingMax)
          .map((row) => decodeId(readAsked(row, (product) => product.barcode === barcode).id))
      )
    }),
    digest: Effect.suspend(() => digestOf(views.current()))
  })
}

const ensureTables = Effect.fnUntraced(function* (views: ViewsDatabase["Service"]) {
  yield* views.current().write("create the product index", () => ensureProductIndex(views.current()))
})

/** The product index in `views.db`. A file without its tables gets them; one of another version must not come here. */
export const layerWith = (
  costs: Partial<SearchCosts> = {}
): Layer.Layer<ProductIndex, StorageUnavailable, ViewsDatabase> =>
  Layer.effect(
    ProductIndex,
    Effect.gen(function* () {
      const views = yield* ViewsDatabase
      const knownWords = makeKnownWords()
      yield* ensureTables(views)
      yield* Effect.forkScoped(readAhead(() => views.current(), knownWords))
      return makeIndex(views, { costs: { ...measuredCosts, ...costs }, knownWords })
    })
  )

/** The same for a thread that only reads: another connection writes the file, and says which words that brings. */
export const layerReading: Layer.Layer<ProductIndex | ReadVocabulary, never, ViewsDatabase> = Layer.effectContext(
  Effect.gen(function* () {
    const views = yield* ViewsDatabase
    const knownWords = makeKnownWords({ isToldWords: true })
    return Context.make(ProductIndex, makeIndex(views, { costs: measuredCosts, knownWords })).pipe(
      Context.add(ReadVocabulary, {
        add: (words) => knownWords.add(null, words),
        readAhead: Effect.suspend(() => Effect.asVoid(knownWords.of(views.current())))
      })
    )
  })
)

const compacting = Layer.effectDiscard(
  Effect.flatMap(ViewsDatabase, (views) => Effect.forkScoped(compactWhenIdle(() => views.current())))
)

/** The product index for a process that searches it on the thread that writes it: compacted in the background. */
export const layer: Layer.Layer<ProductIndex, StorageUnavailable, ViewsDatabase> = Layer.merge(layerWith(), compacting)

/** The same for a service whose threads search it, and are told of the words that a change brings. */
export const layerServing: Layer.Layer<ProductIndex, StorageUnavailable, ViewsDatabase | AddedWords> = Layer.merge(
  Layer.effect(
    ProductIndex,
    Effect.gen(function* () {
      const views = yield* ViewsDatabase
      const { publish } = yield* AddedWords
      const knownWords = makeKnownWords()
      yield* ensureTables(views)
      const add: KnownWords["add"] = (db, words) => {
        knownWords.add(db, words)
        publish(words)
      }
      return makeIndex(views, { costs: measuredCosts, knownWords: { ...knownWords, add } })
    })
  ),
  compacting
)
