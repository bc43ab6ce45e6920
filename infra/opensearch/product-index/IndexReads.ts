import { Effect, Option, Schema } from "effect"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import { analyzeQuery } from "../../../domain/search/QueryAnalysis.ts"
import type { SearchQuery } from "../../../domain/search/SearchQuery.ts"
import { type SearchPage, sharingMax } from "../../../projections/ports/ProductIndex.ts"
import type { OpenSearchServer } from "../OpenSearch.ts"
import { Answer, Counted, demandWhole, Total } from "./Answer.ts"
import { isTooLong, rankedPage } from "./LongQuery.ts"
import { barcodeRequest, countRequest, everyRequest, pageRequest } from "./StructuralQuery.ts"
import { openSearchVocabulary } from "./Vocabulary.ts"

const Facts = Schema.fromJsonString(ProductFacts)

const FoundProducts = Schema.Struct({
  ...Answer.fields,
  hits: Schema.Struct({ hits: Schema.Array(Schema.Struct({ _source: Schema.Struct({ facts: Facts }) })) })
})
const decodeFound = Schema.decodeUnknownEffect(FoundProducts)

const decodePageAndCounts = Schema.decodeUnknownEffect(
  Schema.Struct({ responses: Schema.Tuple([FoundProducts, Counted, Counted]) })
)

const EveryProduct = Schema.Struct({
  ...Answer.fields,
  hits: Schema.Struct({ ...FoundProducts.fields.hits.fields, total: Total })
})
const decodeEvery = Schema.decodeUnknownEffect(EveryProduct)

const decodeIds = Schema.decodeUnknownEffect(
  Schema.Struct({
    ...Answer.fields,
    hits: Schema.Struct({ hits: Schema.Array(Schema.Struct({ _source: Schema.Struct({ id: ProductId }) })) })
  })
)

const OneProduct = Schema.Struct({
  found: Schema.Boolean,
  _source: Schema.optionalKey(Schema.Struct({ facts: Schema.optionalKey(Facts) }))
})
const decodeOne = Schema.decodeUnknownEffect(OneProduct)

/** More products than the server hands out hold all of the many words, which it cannot put in order in one request. */
class TooManyWords extends Schema.TaggedError<TooManyWords>()("TooManyWords", {
  words: Schema.Int,
  products: Schema.Int
}) {}

const unreadable = (operation: string) => (cause: unknown) => new StorageUnavailable({ operation, cause })

const productsOf = (found: Pick<typeof FoundProducts.Type, "hits">) => found.hits.hits.map((hit) => hit._source.facts)

const empty: SearchPage = { products: [], total: 0 }
const searchOperation = "search the product index"

/**
 * The page of results that the query asks for, and the number of all results. Whether a query is to be looked for in
 * categories and other languages too depends on how many match it as it is; as mostly enough do, its page is asked for
 * with that number.
 */
export const search = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  index: string,
  query: SearchQuery
): Effect.fn.Return<SearchPage, StorageUnavailable> {
  const pages = new Map<AnalyzedQuery, SearchPage>()
  const analyzed = yield* analyzeQuery(query, {
    ...openSearchVocabulary(server, index),
    matches: (typed) =>
      Effect.map(searchAnalyzed(server, index, typed, query), ({ matches, page }) => {
        pages.set(typed, page)
        return matches
      })
  })
  if (analyzed.words.length === 0) return empty
  return pages.get(analyzed) ?? (yield* searchAnalyzed(server, index, analyzed, query)).page
})

interface Found {
  readonly page: SearchPage
  /** how many products match, whatever the filters */
  readonly matches: number
}

const searchAnalyzed = (
  server: OpenSearchServer,
  index: string,
  analyzed: AnalyzedQuery,
  query: SearchQuery
): Effect.Effect<Found, StorageUnavailable> => {
  const page = pageRequest(analyzed, query)
  return isTooLong(page)
    ? searchLong(server, index, analyzed, query)
    : searchPage(server, index, [page, countRequest(analyzed), countRequest({ ...analyzed, filters: [] })], query)
}

const searchPage = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  index: string,
  [page, count, everywhere]: readonly [page: unknown, count: unknown, everywhere: unknown],
  query: SearchQuery
): Effect.fn.Return<Found, StorageUnavailable> {
  const header = { allow_partial_search_results: false }
  const remembered = { ...header, request_cache: true }
  const lines = [header, page, remembered, count, remembered, everywhere]
  const answer = yield* server.request(searchOperation, {
    method: "POST",
    path: `/${index}/_msearch`,
    lines: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    retries: 1
  })
  const { responses } = yield* decodePageAndCounts(answer.body).pipe(Effect.mapError(unreadable(searchOperation)))
  yield* Effect.forEach(responses, (response) => demandWhole(searchOperation, response), { discard: true })
  const [found, counted, all] = responses
  const products = productsOf(found)
  return {
    page: { products, total: totalOf(query, products.length, counted.hits.total.value) },
    matches: all.hits.total.value
  }
})

/** A page that is not full is the last one and says itself how many there are; it and the count are two views. */
const totalOf = ({ limit, offset }: SearchQuery, found: number, counted: number): number => {
  const isPastTheEnd = found === 0 && offset > 0
  if (isPastTheEnd) return counted
  return found < limit ? offset + found : Math.max(counted, offset + found)
}

const searchLong = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  index: string,
  analyzed: AnalyzedQuery,
  query: SearchQuery
): Effect.fn.Return<Found, StorageUnavailable> {
  const everywhere = { ...analyzed, filters: [] }
  const answer = yield* searchOnce(server, searchOperation, index, everyRequest(everywhere))
  const every = yield* decodeEvery(answer.body).pipe(Effect.mapError(unreadable(searchOperation)))
  yield* demandWhole(searchOperation, every)
  const products = productsOf(every)
  const total = every.hits.total.value
  if (total === products.length) return { page: rankedPage(analyzed, products, query), matches: total }
  const cause = new TooManyWords({ words: analyzed.words.length, products: total })
  return yield* new StorageUnavailable({ operation: searchOperation, cause })
})

const searchOnce = (
  server: OpenSearchServer,
  operation: string,
  index: string,
  body: Readonly<Record<string, unknown>>
) =>
  server.request(operation, {
    method: "POST",
    path: `/${index}/_search`,
    query: { allow_partial_search_results: false },
    body,
    retries: 1
  })

const findByBarcodeOperation = "find a product by barcode"

export const findByBarcode = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  index: string,
  barcode: string
): Effect.fn.Return<Option.Option<ProductFacts>, StorageUnavailable> {
  const answer = yield* searchOnce(server, findByBarcodeOperation, index, barcodeRequest(barcode, 1, "facts"))
  const found = yield* decodeFound(answer.body).pipe(Effect.mapError(unreadable(findByBarcodeOperation)))
  yield* demandWhole(findByBarcodeOperation, found)
  return Option.fromUndefinedOr(productsOf(found)[0])
})

const idsOfBarcodeOperation = "find the products of a barcode"

export const idsOfBarcode = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  index: string,
  barcode: string
): Effect.fn.Return<ReadonlyArray<ProductId>, StorageUnavailable> {
  const request = barcodeRequest(barcode, sharingMax, "id")
  const answer = yield* searchOnce(server, idsOfBarcodeOperation, index, request)
  const found = yield* decodeIds(answer.body).pipe(Effect.mapError(unreadable(idsOfBarcodeOperation)))
  yield* demandWhole(idsOfBarcodeOperation, found)
  return found.hits.hits.map((hit) => hit._source.id)
})

const findByIdOperation = "find a product by id"

/** The product as it was last written, seen before any refresh. */
export const findById = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  index: string,
  id: ProductId
): Effect.fn.Return<Option.Option<ProductFacts>, StorageUnavailable> {
  const answer = yield* server.request(findByIdOperation, {
    method: "GET",
    path: `/${index}/_doc/${encodeURIComponent(id)}`,
    query: { _source_includes: "facts" },
    // 404 is also what an index that is not there is answered with; that has no `found` and does not decode
    answers: [404],
    retries: 1
  })
  const one = yield* decodeOne(answer.body).pipe(Effect.mapError(unreadable(findByIdOperation)))
  return Option.fromUndefinedOr(one._source?.facts)
})
