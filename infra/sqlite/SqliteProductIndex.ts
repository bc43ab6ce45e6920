import { Context, Effect, Layer, Option, Schema } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import type { AnalyzedQuery } from "../../domain/search/AnalyzedQuery.ts"
import type { PageRange } from "../../domain/search/SearchQuery.ts"
import { type ProductChange, ProductIndex, sharingMax } from "../../projections/ports/ProductIndex.ts"
import { ensureProductIndex } from "./product-index/IndexSchema.ts"
import { applyChanges } from "./product-index/IndexWrites.ts"
import { type KnownWords, makeKnownWords, readAhead } from "./product-index/KnownWords.ts"
import { type IndexOpener, makeIndexOpener, noticing, writingBudget } from "./product-index/OpenIndex.ts"
import { resultPage } from "./product-index/ResultPage.ts"
import { dropUnlisted, mergeInBackground } from "./product-index/SegmentMerging.ts"
import { segmentVocabulary } from "./product-index/Vocabulary.ts"
import { AddedWords } from "./product-index/AddedWords.ts"
import { digestOf } from "./product-index/Digest.ts"
import { ReadVocabulary } from "./product-index/ReadVocabulary.ts"
import { factsOfRow } from "./product-index/StoredFacts.ts"
import { checkedColumns, readAsked } from "./product-index/StoredProduct.ts"
import { ViewsDatabase } from "./Sqlite.ts"

const byIdSql = `SELECT ${checkedColumns} FROM products WHERE id = ?`
const ofBarcodeSql = `
  SELECT ${checkedColumns} FROM products WHERE barcode = ? ORDER BY precedence DESC, id LIMIT ?`

const decodeId = Schema.decodeUnknownSync(ProductId)

interface Parts {
  readonly opener: IndexOpener
  readonly knownWords: KnownWords
}

const makeIndex = (views: ViewsDatabase["Service"], { knownWords, opener }: Parts): ProductIndex["Service"] =>
  ProductIndex.of({
    apply: Effect.fn("ProductIndex.apply")(function* (changes: ReadonlyArray<ProductChange>) {
      if (changes.length === 0) return
      const db = views.current()
      const words = yield* db.write("apply changes to the product index", () => {
        const added = noticing(() => applyChanges(db, changes, opener.open(db).index))
        opener.changed()
        return added
      })
      knownWords.add(db, words)
    }),
    vocabulary: segmentVocabulary(() => views.current(), opener, knownWords),
    search: Effect.fn("ProductIndex.search")(function* (query: AnalyzedQuery, range: PageRange) {
      const db = views.current()
      return yield* db.read("search the product index", () => {
        const page = noticing(() => resultPage(db, opener.open(db), query, range))
        // the page is the last thing that a question asks for
        opener.endQuestion()
        return page
      })
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

/** Makes the tables where they are not there yet, and removes what a process left unfinished. */
const ensureTables = Effect.fnUntraced(function* (views: ViewsDatabase["Service"]) {
  yield* views.current().write("create the product index", () => ensureProductIndex(views.current()))
  yield* dropUnlisted(views.current())
})

const merging = (views: ViewsDatabase["Service"], { changed }: IndexOpener) =>
  Effect.forkScoped(mergeInBackground(() => views.current(), changed))

/** The product index in `views.db`, merged by whoever composes it. A file of another version must not come here. */
export const layerUnmerged: Layer.Layer<ProductIndex, StorageUnavailable, ViewsDatabase> = Layer.effect(
  ProductIndex,
  Effect.gen(function* () {
    const views = yield* ViewsDatabase
    const opener = makeIndexOpener()
    yield* ensureTables(views)
    return makeIndex(views, { opener, knownWords: makeKnownWords(opener) })
  })
)

/** The product index for a process that searches it on the thread that writes it: merged in the background. */
export const layer: Layer.Layer<ProductIndex, StorageUnavailable, ViewsDatabase> = Layer.effect(
  ProductIndex,
  Effect.gen(function* () {
    const views = yield* ViewsDatabase
    const opener = makeIndexOpener()
    const knownWords = makeKnownWords(opener)
    yield* ensureTables(views)
    yield* Effect.forkScoped(readAhead(() => views.current(), knownWords))
    yield* merging(views, opener)
    return makeIndex(views, { opener, knownWords })
  })
)

/** The same for a thread that only reads: another connection writes the file, and says which words that brings. */
export const layerReading: Layer.Layer<ProductIndex | ReadVocabulary, never, ViewsDatabase> = Layer.effectContext(
  Effect.gen(function* () {
    const views = yield* ViewsDatabase
    const opener = makeIndexOpener()
    const knownWords = makeKnownWords(opener, { isToldWords: true })
    return Context.make(ProductIndex, makeIndex(views, { opener, knownWords })).pipe(
      Context.add(ReadVocabulary, {
        add: (words) => knownWords.add(null, words),
        readSome: Effect.suspend(() => knownWords.readSome(views.current()))
      })
    )
  })
)

/** The same for a service whose threads search it, and are told of the words that a change brings. */
export const layerServing: Layer.Layer<ProductIndex, StorageUnavailable, ViewsDatabase | AddedWords> = Layer.effect(
  ProductIndex,
  Effect.gen(function* () {
    const views = yield* ViewsDatabase
    const { publish } = yield* AddedWords
    const opener = makeIndexOpener(writingBudget)
    const knownWords = makeKnownWords(opener)
    yield* ensureTables(views)
    yield* merging(views, opener)
    const add: KnownWords["add"] = (db, words) => {
      knownWords.add(db, words)
      publish(words)
    }
    return makeIndex(views, { opener, knownWords: { ...knownWords, add } })
  })
)
