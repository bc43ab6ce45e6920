import { Effect, Schema } from "effect"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import {
  deleteIndex,
  indexAtPrefix,
  indexPrefix,
  type IndexState,
  listIndexes,
  listIndexesAt,
  moveAlias
} from "./Indexes.ts"
import { OpenSearch, type OpenSearchServer, upkeepTimeoutMs } from "./OpenSearch.ts"

/** There is no index to go to, or it is not one that may be gone to. */
export class IndexUnsuitable extends Schema.TaggedError<IndexUnsuitable>()("IndexUnsuitable", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** What an index holds. */
export interface IndexSize {
  /** that searches can find, as of the last refresh */
  readonly products: number
  /** on disk, without copies */
  readonly bytes: number
}

/** Indexes as `fooddata views list` shows them. */
export type IndexListing = IndexState & IndexSize

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
const countProducts = Effect.fnUntraced(function* (server: OpenSearchServer, prefix: string) {
  const answer = yield* server.request(operation, {
    method: "POST",
    path: `/${prefix}*/_search`,
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

/** The indexes, whose names begin so, with what they hold. */
const measured = Effect.fnUntraced(function* <Index extends { readonly name: string }>(
  server: OpenSearchServer,
  prefix: string,
  indexes: ReadonlyArray<Index>
) {
  if (indexes.length === 0) return []
  const answer = yield* server.request(operation, {
    method: "GET",
    path: `/${prefix}*/_stats/store`,
    retries: 1,
    timeoutMs: upkeepTimeoutMs
  })
  const stats = yield* decodeStats(answer.body).pipe(
    Effect.mapError((cause) => new StorageUnavailable({ operation, cause }))
  )
  const products = yield* countProducts(server, prefix)
  return indexes.map((index): Index & IndexSize => ({
    ...index,
    products: products.get(index.name) ?? 0,
    bytes: stats.indices[index.name]?.primaries.store.size_in_bytes ?? 0
  }))
})

/** All indexes of the alias, oldest first, with what they hold. */
export const list = Effect.fn("IndexAdmin.list")(function* (alias: string) {
  const server = yield* OpenSearch
  return yield* measured(server, indexPrefix(alias), yield* listIndexes(server, alias))
})

/** Those that never become live, by name. */
export const listAt = Effect.fn("IndexAdmin.listAt")(function* (alias: string) {
  const server = yield* OpenSearch
  return yield* measured(server, indexAtPrefix(alias), yield* listIndexesAt(server, alias))
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

/** Removes an index that is not live, by its name, or that of its view. */
export const drop = Effect.fn("IndexAdmin.drop")(function* (alias: string, name: string) {
  const server = yield* OpenSearch
  const indexes = yield* listIndexes(server, alias)
  const target = indexes.find((index) => index.name === name)
  if (target === undefined) {
    const apart = (yield* listIndexesAt(server, alias)).find(({ view }) => view === name)
    if (apart === undefined) return yield* new IndexUnsuitable({ reason: `there is no view ${name}` })
    return yield* deleteIndex(server, apart.name)
  }
  if (target.isLive) return yield* new IndexUnsuitable({ reason: `${name} is live` })
  yield* deleteIndex(server, name)
})
