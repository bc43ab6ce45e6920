import { Effect, Layer } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { ProductId } from "../../domain/product/ProductId.ts"
import type { AnalyzedQuery } from "../../domain/search/AnalyzedQuery.ts"
import type { PageRange } from "../../domain/search/SearchQuery.ts"
import type { SearchVocabulary } from "../../domain/search/SearchVocabulary.ts"
import { type ProductChange, ProductIndex } from "../../projections/ports/ProductIndex.ts"
import type { ProductVectors } from "../../projections/ports/ProductVectors.ts"
import { Embedder } from "../../projections/ports/Embedder.ts"
import { writerOf } from "./Indexes.ts"
import { LiveIndex, layer as liveIndex, type ProductIndexOptions, defaultOptions } from "./LiveIndex.ts"
import { OpenSearch, type OpenSearchServer } from "./OpenSearch.ts"
import { layer as productVectors } from "./OpenSearchProductVectors.ts"
import { digestOf } from "./product-index/Digest.ts"
import { withoutVectors, withVectors } from "./product-index/EmbeddedChanges.ts"
import { modelIn } from "./product-index/IndexDefinition.ts"
import { findByBarcode, findById, idsOfBarcode, search } from "./product-index/IndexReads.ts"
import { openSearchVocabulary } from "./product-index/Vocabulary.ts"
import { applyChanges, refresh, type SentWords } from "./product-index/IndexWrites.ts"

/** Where a product index reads and writes; both may be found out only when they are needed. */
interface IndexTarget {
  readonly read: Effect.Effect<string, StorageUnavailable>
  readonly write: Effect.Effect<WriteTarget, StorageUnavailable>
}

interface WriteTarget {
  readonly name: string
  /** `null`: documents are written without vectors, because the index holds those of another model */
  readonly embedder: Embedder["Service"] | null
  readonly sent: SentWords
}

const productIndex = (server: OpenSearchServer, { read, write }: IndexTarget) =>
  ProductIndex.of({
    apply: Effect.fn("ProductIndex.apply")(function* (
      changes: ReadonlyArray<ProductChange>,
      more?: { readonly deferred: boolean }
    ) {
      const { embedder, name, sent } = yield* write
      const embedded = embedder === null ? withoutVectors(changes) : yield* withVectors(embedder, changes)
      yield* applyChanges(server, writerOf(name), embedded, sent)
      // it costs as much as writing some hundred documents, and leaves a segment to be merged
      if (more?.deferred !== true) yield* refresh(server, name)
    }),
    vocabulary: vocabularyOf(server, read),
    search: Effect.fn("ProductIndex.search")(function* (query: AnalyzedQuery, page: PageRange) {
      return yield* search(server, yield* read, query, page)
    }),
    findById: Effect.fn("ProductIndex.findById")(function* (id: ProductId) {
      return yield* findById(server, yield* read, id)
    }),
    findByBarcode: Effect.fn("ProductIndex.findByBarcode")(function* (barcode: string) {
      return yield* findByBarcode(server, yield* read, barcode)
    }),
    idsOfBarcode: Effect.fn("ProductIndex.idsOfBarcode")(function* (barcode: string) {
      return yield* idsOfBarcode(server, yield* read, barcode)
    }),
    digest: Effect.flatMap(read, (index) => digestOf(server, index))
  })

/** The vocabulary of whichever index is read at the moment. */
const vocabularyOf = (server: OpenSearchServer, read: IndexTarget["read"]): SearchVocabulary<StorageUnavailable> => {
  const ask = <A>(
    question: (vocabulary: SearchVocabulary<StorageUnavailable>) => Effect.Effect<A, StorageUnavailable>
  ) => Effect.flatMap(read, (index) => question(openSearchVocabulary(server, index)))
  return {
    counts: (terms) => ask(({ counts }) => counts(terms)),
    matches: (query) => ask(({ matches }) => matches(query)),
    hasBeginning: (beginnings) => ask(({ hasBeginning }) => hasBeginning(beginnings)),
    soundingLike: (phoneticKeys) => ask(({ soundingLike }) => soundingLike(phoneticKeys)),
    near: (word, edits) => ask(({ near }) => near(word, edits))
  }
}

/** One index of the server by its own name, whatever the alias means; to be read only. */
export const indexAt = (server: OpenSearchServer, name: string): Pick<ProductIndex["Service"], "digest" | "findById"> =>
  productIndex(server, { read: Effect.succeed(name), write: Effect.die(new Error("an index that is only read")) })

/**
 * The product index on OpenSearch. Searches go through the alias, so a rebuilt index takes over between two of them;
 * writes go to the index that this process follows, see `LiveIndex.ts`.
 */
export const layer = (
  options: ProductIndexOptions = defaultOptions
): Layer.Layer<ProductIndex | ProductVectors | LiveIndex, never, OpenSearch | Embedder> =>
  Layer.merge(
    Layer.effect(
      ProductIndex,
      Effect.gen(function* () {
        const live = yield* LiveIndex
        const embedder = yield* Embedder
        let sent: { readonly to: string; readonly words: SentWords } = { to: "", words: new Set() }
        const sentTo = (identity: string): SentWords => {
          if (sent.to !== identity) sent = { to: identity, words: new Set() }
          return sent.words
        }
        return productIndex(yield* OpenSearch, {
          read: Effect.as(live.readable, options.alias),
          write: Effect.map(live.current, ({ identity, model, name }) => ({
            name,
            sent: sentTo(identity),
            embedder: model === modelIn(embedder.model) ? embedder : null
          }))
        })
      })
    ),
    productVectors(options.alias)
  ).pipe(Layer.provideMerge(liveIndex(options)))
