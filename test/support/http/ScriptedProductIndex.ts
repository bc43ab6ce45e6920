import { Context, Effect, Layer, Option } from "effect"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { foundProduct } from "../../../domain/product/FoundProduct.ts"
import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import type { SearchQuery } from "../../../domain/search/SearchQuery.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { SearchPageCache } from "../../../projections/ports/SearchPageCache.ts"
import { toDocument } from "../../../projections/product-search/ProductDocument.ts"
import { bruteForceIndex } from "../BruteForceSearch.ts"
import { askedNow } from "../MemoryProductIndex.ts"

/** What a test sees of the index and may do to it. */
export interface IndexScript {
  readonly products: Array<ProductFacts>
  /** every search that reached the read side, as far as it was told what the caller asked */
  readonly queries: Array<Partial<SearchQuery>>
  /** words that every search says it does without */
  relaxed: ReadonlyArray<string>
  /** calls that will never be answered */
  silent: number
  /** what the next calls do instead of answering */
  failure: "none" | "down" | "defect" | "silent"
}

export const indexScript = (products: ReadonlyArray<ProductFacts>): IndexScript => ({
  products: [...products],
  queries: [],
  relaxed: [],
  silent: 0,
  failure: "none"
})

/** An index that finds names containing the text, and fails on demand, as no real one can be made to. */
export const scriptedProductIndex = (script: IndexScript): Layer.Layer<ProductIndex | SearchPageCache> => {
  const answer = <A>(read: () => A): Effect.Effect<A, StorageUnavailable> =>
    Effect.suspend(() => {
      switch (script.failure) {
        case "down":
          return Effect.fail(new StorageUnavailable({ operation: "search", cause: new Error("disk gone") }))
        case "defect":
          return Effect.die(new Error("secret internals: password=hunter2"))
        case "silent":
          script.silent++
          return Effect.onInterrupt(Effect.never, () => Effect.sync(() => script.silent--))
        case "none":
          return Effect.sync(read)
      }
    })
  const find = (predicate: (facts: ProductFacts) => boolean) =>
    answer(() => Option.fromUndefinedOr(script.products.find(predicate)))

  const pages = SearchPageCache.of({
    of: (query) =>
      answer(() => {
        script.queries.push(query)
        const hits = script.products.filter(({ names }) =>
          Object.values(names)
            .flat()
            .some((name) => name.toLowerCase().includes(query.text.toLowerCase()))
        )
        return {
          products: hits
            .slice(query.offset, query.offset + query.limit)
            .map((facts) => foundProduct(facts, query.language)),
          total: hits.length,
          relaxed: script.relaxed
        }
      })
  })
  const defined = () => bruteForceIndex(script.products.map((facts) => toDocument(facts, 1)))
  const index = ProductIndex.of({
    apply: () => Effect.void,
    vocabulary: askedNow(() => defined().vocabulary),
    search: (query, range) =>
      Effect.flatten(
        answer(() => {
          script.queries.push(range)
          return defined().search(query, range)
        })
      ),
    findById: (id) => find((facts) => facts.id === id),
    findByBarcode: (barcode) => find((facts) => facts.barcode === barcode),
    idsOfBarcode: (barcode) =>
      answer(() => script.products.filter((facts) => facts.barcode === barcode).map(({ id }) => id)),
    digest: Effect.succeed({ products: script.products.length, withdrawn: 0, checksum: "" })
  })
  return Layer.succeedContext(Context.make(ProductIndex, index).pipe(Context.add(SearchPageCache, pages)))
}
