import { Effect, Schema } from "effect"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { deleteIndex, type IndexState, listIndexes, moveAlias } from "./Indexes.ts"
import { OpenSearch, upkeepTimeoutMs } from "./OpenSearch.ts"

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
  /** products and stubs of withdrawn ones, as of the last refresh */
  readonly documents: number
  /** on disk, without copies */
  readonly bytes: number
}

const Stats = Schema.Struct({
  indices: Schema.Record(
    Schema.String,
    Schema.Struct({
      primaries: Schema.Struct({
        docs: Schema.Struct({ count: Schema.Int }),
        store: Schema.Struct({ size_in_bytes: Schema.Int })
      })
    })
  )
})
const decodeStats = Schema.decodeUnknownEffect(Stats)

/** All indexes of the alias, oldest first, with their size. */
export const list = Effect.fn("IndexAdmin.list")(function* (alias: string) {
  const server = yield* OpenSearch
  const operation = "measure the product indexes"
  const indexes = yield* listIndexes(server, alias)
  const answer = yield* server.request(operation, {
    method: "GET",
    path: `/${alias}_v*/_stats/docs,store`,
    retries: 1,
    timeoutMs: upkeepTimeoutMs
  })
  const stats = yield* decodeStats(answer.body).pipe(
    Effect.mapError((cause) => new StorageUnavailable({ operation, cause }))
  )
  return indexes.map((index): IndexListing => {
    const primaries = stats.indices[index.name]?.primaries
    return { ...index, documents: primaries?.docs.count ?? 0, bytes: primaries?.store.size_in_bytes ?? 0 }
  })
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
