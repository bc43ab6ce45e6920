import { Effect, Schema } from "effect"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import type { HeldProduct } from "../../../projections/product-search/CompareProducts.ts"
import { type OpenSearchServer, upkeepTimeoutMs } from "../OpenSearch.ts"

const operation = "read the products of an index"
const pageSize = 500

const Page = Schema.Struct({
  timed_out: Schema.Literal(false),
  _shards: Schema.Struct({ failed: Schema.Literal(0) }),
  hits: Schema.Struct({
    hits: Schema.Array(
      Schema.Struct({
        sort: Schema.Tuple([ProductId]),
        fields: Schema.Struct({ version: Schema.Tuple([Schema.Int]) }),
        _source: Schema.Struct({ facts: Schema.fromJsonString(ProductFacts) })
      })
    )
  })
})
const decodePage = Schema.decodeUnknownEffect(Page)

/** The products of an index in the order of ids, page by page. */
export const productsIn = (server: OpenSearchServer, index: string) =>
  Effect.fnUntraced(function* (after: ProductId | null) {
    const answer = yield* server.request(operation, {
      method: "POST",
      path: `/${index}/_search`,
      query: { allow_partial_search_results: false },
      body: {
        // stubs of withdrawn ones are deleted, words are neither
        query: { term: { deleted: false } },
        sort: [{ id: "asc" }],
        search_after: [after ?? ""],
        size: pageSize,
        track_total_hits: false,
        _source: ["facts"],
        docvalue_fields: ["version"]
      },
      retries: 1,
      timeoutMs: upkeepTimeoutMs
    })
    const page = yield* decodePage(answer.body).pipe(
      Effect.mapError((cause) => new StorageUnavailable({ operation, cause }))
    )
    return page.hits.hits.map(({ _source, fields, sort }): HeldProduct => ({
      id: sort[0],
      version: fields.version[0],
      facts: _source.facts
    }))
  })
