import { Effect, Option, Schema } from "effect"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import type { ProductId } from "../../../domain/product/ProductId.ts"
import { analyzeQuery } from "../../../domain/search/AnalyzedQuery.ts"
import type { SearchQuery } from "../../../domain/search/SearchQuery.ts"
import type { SearchPage } from "../../../projections/ports/ProductIndex.ts"
import type { OpenSearchServer } from "../OpenSearch.ts"
import { barcodeQuery, structuralQuery } from "./StructuralQuery.ts"

const Facts = Schema.fromJsonString(ProductFacts)

const FoundProducts = Schema.Struct({
  timed_out: Schema.Boolean,
  _shards: Schema.Struct({ failed: Schema.Int }),
  hits: Schema.Struct({
    total: Schema.Struct({ value: Schema.Int, relation: Schema.String }),
    hits: Schema.Array(Schema.Struct({ _source: Schema.Struct({ facts: Facts }) }))
  })
})
const decodeFound = Schema.decodeUnknownEffect(FoundProducts)

const OneProduct = Schema.Struct({
  found: Schema.Boolean,
  _source: Schema.optionalKey(Schema.Struct({ facts: Schema.optionalKey(Facts) }))
})
const decodeOne = Schema.decodeUnknownEffect(OneProduct)

/** Some of the shards did not answer, or not in time: what came is not the result. */
class PartialAnswer extends Schema.TaggedError<PartialAnswer>()("PartialAnswer", {
  failedShards: Schema.Int,
  timedOut: Schema.Boolean
}) {}

/** Products that the request finds in the index or alias, and how many there are. */
const find = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  operation: string,
  index: string,
  body: Readonly<Record<string, unknown>>
): Effect.fn.Return<SearchPage, StorageUnavailable> {
  const answer = yield* server.request(operation, {
    method: "POST",
    path: `/${index}/_search`,
    query: { allow_partial_search_results: false },
    body,
    retries: 1
  })
  const found = yield* decodeFound(answer.body).pipe(Effect.mapError(unreadable(operation)))
  if (found.timed_out || found._shards.failed > 0) {
    const cause = new PartialAnswer({ failedShards: found._shards.failed, timedOut: found.timed_out })
    return yield* new StorageUnavailable({ operation, cause })
  }
  return { products: found.hits.hits.map((hit) => hit._source.facts), total: found.hits.total.value }
})

const unreadable = (operation: string) => (cause: unknown) => new StorageUnavailable({ operation, cause })

const empty: SearchPage = { products: [], total: 0 }

/** The page of results that the query asks for, and the number of all results. */
export const search = (
  server: OpenSearchServer,
  index: string,
  query: SearchQuery
): Effect.Effect<SearchPage, StorageUnavailable> => {
  const analyzed = analyzeQuery(query)
  return analyzed.words.length === 0
    ? Effect.succeed(empty)
    : find(server, "search the product index", index, structuralQuery(analyzed, query))
}

export const findByBarcode = (server: OpenSearchServer, index: string, barcode: string) =>
  Effect.map(find(server, "find a product by barcode", index, barcodeQuery(barcode)), ({ products }) =>
    Option.fromUndefinedOr(products[0])
  )

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
