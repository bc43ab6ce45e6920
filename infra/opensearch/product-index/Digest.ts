import { Effect, Schema } from "effect"
import { createHash } from "node:crypto"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { IndexDigest } from "../../../projections/ports/ProductIndex.ts"
import { type OpenSearchServer, upkeepTimeoutMs } from "../OpenSearch.ts"
import { refresh } from "./IndexWrites.ts"

const operation = "digest the product index"
const pageSize = 10_000
/** Renewed by each page. */
const keepAlive = "2m"

const PointInTime = Schema.Struct({ pit_id: Schema.String })
const Page = Schema.Struct({
  timed_out: Schema.Boolean,
  _shards: Schema.Struct({ failed: Schema.Literal(0) }),
  hits: Schema.Struct({
    hits: Schema.Array(
      Schema.Struct({
        sort: Schema.Tuple([Schema.String]),
        fields: Schema.Struct({
          version: Schema.Tuple([Schema.Int]),
          deleted: Schema.Tuple([Schema.Boolean])
        })
      })
    )
  })
})

const decode = <A, I>(schema: Schema.Codec<A, I>) => {
  const decodeBody = Schema.decodeUnknownEffect(schema)
  return (body: unknown) => Effect.mapError(decodeBody(body), (cause) => new StorageUnavailable({ operation, cause }))
}
const decodePoint = decode(PointInTime)
const decodePage = decode(Page)

/** A view of the index as it is now, which later writes do not change; closed with the scope. */
const pointInTime = (server: OpenSearchServer, index: string) =>
  Effect.acquireRelease(
    server
      .request(operation, {
        method: "POST",
        path: `/${index}/_search/point_in_time`,
        query: { keep_alive: keepAlive, allow_partial_pit_creation: false }
      })
      .pipe(Effect.flatMap(({ body }) => decodePoint(body))),
    ({ pit_id }) =>
      server
        .request(operation, { method: "DELETE", path: "/_search/point_in_time", body: { pit_id: [pit_id] } })
        // left alone it ends by itself
        .pipe(Effect.catch((error) => Effect.logDebug("a point in time was left open", error)))
  )

/** Counts, and SHA-256 over a line `id version` for everything held, in the order of ids. */
export const digestOf = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  index: string
): Effect.fn.Return<IndexDigest, StorageUnavailable> {
  yield* refresh(server, index)
  return yield* Effect.scoped(Effect.flatMap(pointInTime(server, index), ({ pit_id }) => digestPages(server, pit_id)))
})

const digestPages = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  pit: string
): Effect.fn.Return<IndexDigest, StorageUnavailable> {
  const hash = createHash("sha256")
  let products = 0
  let withdrawn = 0
  let after: string | undefined = ""
  while (after !== undefined) {
    const answer = yield* server.request(operation, {
      method: "POST",
      path: "/_search",
      query: { allow_partial_search_results: false },
      body: {
        pit: { id: pit, keep_alive: keepAlive },
        // words have no id
        query: { exists: { field: "id" } },
        sort: [{ id: "asc" }],
        search_after: [after],
        size: pageSize,
        track_total_hits: false,
        _source: false,
        docvalue_fields: ["version", "deleted"]
      },
      retries: 1,
      timeoutMs: upkeepTimeoutMs
    })
    const page: typeof Page.Type = yield* decodePage(answer.body)
    for (const { fields, sort } of page.hits.hits) {
      const [deleted] = fields.deleted
      hash.update(`${sort[0]} ${fields.version[0]}\n`)
      if (deleted) withdrawn++
      else products++
    }
    after = page.hits.hits.at(-1)?.sort[0]
  }
  return { products, withdrawn, checksum: hash.digest("hex") }
})
