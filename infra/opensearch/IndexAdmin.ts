import { Effect, Schema } from "effect"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { deleteIndex, type IndexState, listIndexes, moveAlias } from "./Indexes.ts"
import { OpenSearch, type OpenSearchServer, upkeepTimeoutMs } from "./OpenSearch.ts"

/** There is no index to go to, or it is not one that may be gone to. */
export class IndexUnsuitable extends Schema.TaggedError<IndexUnsuitable>()("IndexUnsuitable", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** An index as `fooddata views list` shows it. */
export interface IndexListing extends IndexState {
  /** that searches can find, as of the last refresh */
  readonly products: number
  /** on disk, without copies */
  readonly bytes: number
}

/** More than this many builds nobody keeps. */
const indexCountMax = 1_000

const Stats = Schema.Struct({
  indices: Schema.Record(
    Schema.String,
    Schema.Struct({
      primaries: Schema.Struct({
        store: Schema.Struct({ size_in_bytes: Schema.Int })
      })
    })
  )
})
const decodeStats = Schema.decodeUnknownEffect(Stats)

const Counts = Schema.Struct({
  aggregations: Schema.Struct({
    indexes: Schema.Struct({ buckets: Schema.Array(Schema.Struct({ key: Schema.String, doc_count: Schema.Int })) })
  })
})
const decodeCounts = Schema.decodeUnknownEffect(Counts)

const operation = "measure the product indexes"

/** By index; one without products is not there. */
const countProducts = Effect.fnUntraced(function* (server: OpenSearchServer, alias: string) {
  const answer = yield* server.request(operation, {
    method: "POST",
    path: `/${alias}_v*/_search`,
    query: { allow_partial_search_results: false },
    body: {
      size: 0,
      // stubs of withdrawn ones are deleted, words are neither
      query: { term: { deleted: false } },
      aggs: { indexes: { terms: { field: "_index", size: indexCountMax } } }
    },
    retries: 1,
    timeoutMs: upkeepTimeoutMs
  })
  const { aggregations } = yield* decodeCounts(answer.body).pipe(
    Effect.mapError((cause) => new StorageUnavailable({ operation, cause }))
  )
  return new Map(aggregations.indexes.buckets.map(({ doc_count, key }) => [key, doc_count]))
})

/** All indexes of the alias, oldest first, with what they hold. */
export const list = Effect.fn("IndexAdmin.list")(function* (alias: string) {
  const server = yield* OpenSearch
  const indexes = yield* listIndexes(server, alias)
  const answer = yield* server.request(operation, {
    method: "GET",
    path: `/${alias}_v*/_stats/store`,
    retries: 1,
    timeoutMs: upkeepTimeoutMs
  })
  const stats = yield* decodeStats(answer.body).pipe(
    Effect.mapError((cause) => new StorageUnavailable({ operation, cause }))
  )
  const products = indexes.length === 0 ? new Map<string, number>() : yield* countProducts(server, alias)
  return indexes.map((index): IndexListing => ({
    ...index,
    products: products.get(index.name) ?? 0,
    bytes: stats.indices[index.name]?.primaries.store.size_in_bytes ?? 0
  }))
})

/**
 * Moves the alias back to the newest other complete index, or to the one named; answers its name. The projection goes
 * on with it from the place kept for it, so it catches up with what it missed.
 */
export const rollback = Effect.fn("IndexAdmin.rollback")(function* (alias: string, to: string | null = null) {
  const server = yield* OpenSearch
  const indexes = yield* listIndexes(server, alias)
  const candidates = indexes.filter((index) => !index.isLive && index.isComplete && index.isCurrent)
  const target = to === null ? candidates.at(-1) : candidates.find((index) => index.name === to)
  if (target === undefined) {
    const wanted = to === null ? "no other index" : `no index ${to} beside the live one`
    return yield* new IndexUnsuitable({ reason: `there is ${wanted} that is complete and of this version` })
  }
  yield* moveAlias(server, alias, target.name)
  return target.name
})

/** Removes an index that is not live. */
export const drop = Effect.fn("IndexAdmin.drop")(function* (alias: string, name: string) {
  const server = yield* OpenSearch
  const indexes = yield* listIndexes(server, alias)
  const target = indexes.find((index) => index.name === name)
  if (target === undefined) return yield* new IndexUnsuitable({ reason: `there is no index ${name}` })
  if (target.isLive) return yield* new IndexUnsuitable({ reason: `${name} is live` })
  yield* deleteIndex(server, name)
})
