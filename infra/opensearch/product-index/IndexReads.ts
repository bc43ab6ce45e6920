import { Effect, Option, Schema } from "effect"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import type { PageRange } from "../../../domain/search/SearchQuery.ts"
import { type SearchPage, sharingMax } from "../../../projections/ports/ProductIndex.ts"
import type { OpenSearchServer } from "../OpenSearch.ts"
import { Answer, Counted, demandWhole, Total } from "./Answer.ts"
import { isTooLong, rankedPage } from "./LongQuery.ts"
import { barcodeRequest, countRequest, everyRequest, pageRequest } from "./StructuralQuery.ts"

const Facts = Schema.fromJsonString(ProductFacts)

const FoundProducts = Schema.Struct({
  ...Answer.fields,
  hits: Schema.Struct({ hits: Schema.Array(Schema.Struct({ _source: Schema.Struct({ facts: Facts }) })) })
})
const decodeFound = Schema.decodeUnknownEffect(FoundProducts)

const decodeCounted = Schema.decodeUnknownEffect(Counted)

const decodePageAndCount = Schema.decodeUnknownEffect(
  Schema.Struct({ responses: Schema.Tuple([FoundProducts, Counted]) })
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

/** A page of the results of a query, and the number of all of them. */
export const search = (
  server: OpenSearchServer,
  index: string,
  query: AnalyzedQuery,
  range: PageRange
): Effect.Effect<SearchPage, StorageUnavailable> => {
  if (query.words.length === 0) return Effect.succeed(empty)
  const page = pageRequest(query, range)
  return isTooLong(page)
    ? Effect.map(everyProduct(server, index, query), (products) => rankedPage(query, products, range))
    : searchPage(server, index, [page, countRequest(query)], range)
}

/** The number of all results of a query. */
export const countMatches = (
  server: OpenSearchServer,
  index: string,
  query: AnalyzedQuery
): Effect.Effect<number, StorageUnavailable> => {
  const count = countRequest(query)
  if (isTooLong(count)) return Effect.map(everyProduct(server, index, query), (products) => products.length)
  return Effect.gen(function* () {
    const answer = yield* searchOnce(server, searchOperation, index, count, { request_cache: true })
    const counted = yield* decodeCounted(answer.body).pipe(Effect.mapError(unreadable(searchOperation)))
    yield* demandWhole(searchOperation, counted)
    return counted.hits.total.value
  })
}

const searchPage = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  index: string,
  [page, count]: readonly [page: unknown, count: unknown],
  range: PageRange
): Effect.fn.Return<SearchPage, StorageUnavailable> {
  const header = { allow_partial_search_results: false }
  const lines = [header, page, { ...header, request_cache: true }, count]
  const answer = yield* server.request(searchOperation, {
    method: "POST",
    path: `/${index}/_msearch`,
    lines: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    retries: 1
  })
  const { responses } = yield* decodePageAndCount(answer.body).pipe(Effect.mapError(unreadable(searchOperation)))
  yield* Effect.forEach(responses, (response) => demandWhole(searchOperation, response), { discard: true })
  const [found, counted] = responses
  const products = productsOf(found)
  return { products, total: totalOf(range, products.length, counted.hits.total.value) }
})

/** A page that is not full is the last one and says itself how many there are; it and the count are two views. */
const totalOf = ({ limit, offset }: PageRange, found: number, counted: number): number => {
  const isPastTheEnd = found === 0 && offset > 0
  if (isPastTheEnd) return counted
  return found < limit ? offset + found : Math.max(counted, offset + found)
}

/** All products that match a query whose order is too long to be asked for. */
const everyProduct = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  index: string,
  query: AnalyzedQuery
): Effect.fn.Return<ReadonlyArray<ProductFacts>, StorageUnavailable> {
  const answer = yield* searchOnce(server, searchOperation, index, everyRequest(query))
  const every = yield* decodeEvery(answer.body).pipe(Effect.mapError(unreadable(searchOperation)))
  yield* demandWhole(searchOperation, every)
  const products = productsOf(every)
  const total = every.hits.total.value
  if (total === products.length) return products
  const cause = new TooManyWords({ words: query.words.length, products: total })
  return yield* new StorageUnavailable({ operation: searchOperation, cause })
})

const searchOnce = (
  server: OpenSearchServer,
  operation: string,
  index: string,
  body: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, boolean>> = {}
) =>
  server.request(operation, {
    method: "POST",
    path: `/${index}/_search`,
    query: { allow_partial_search_results: false, ...more },
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
