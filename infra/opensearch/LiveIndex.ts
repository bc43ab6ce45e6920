import { Context, Effect, Layer, Schedule, Schema, Semaphore } from "effect"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { Embedder, type EmbeddingModel } from "../../projections/ports/Embedder.ts"
import { createIndex, indexName, type IndexState, listIndexes, nextNumber } from "./Indexes.ts"
import { OpenSearch, type OpenSearchServer } from "./OpenSearch.ts"
import type { IndexLayout } from "./product-index/IndexDefinition.ts"

export interface ProductIndexOptions {
  /** what searches ask; the indexes behind it are `<alias>_v1`, `<alias>_v2`, … */
  readonly alias: string
  readonly layout: IndexLayout
}

/** One node, one shard: what a local stack needs. */
export const defaultOptions: ProductIndexOptions = { alias: "products", layout: { shards: 1, replicas: 0 } }

/** How soon a process notices what the alias means to its searches. */
const lookInterval = "2 seconds"

/** The live index was made by another version of the program; `fooddata views rebuild` makes one that this can use. */
export class IndexOfAnotherVersion extends Schema.TaggedError<IndexOfAnotherVersion>()("IndexOfAnotherVersion", {
  index: Schema.String
}) {
  override get message(): string {
    return `${this.index} was made by another version of the program: run fooddata views rebuild`
  }
}

/**
 * Which index is live, as this process knows it.
 *
 * A projection keeps a place in the log for each index (`identity` in the checkpoint's name) and writes to the index
 * that the place is of. So whichever index the alias is moved to, forward by a rebuild or back by a rollback, is
 * continued from what it holds; an index that was lost and made anew is filled from the beginning; and a write that is
 * on its way while the alias moves goes where its place is kept.
 */
export class LiveIndex extends Context.Service<
  LiveIndex,
  {
    /**
     * What searches through the alias find, as of two seconds ago at the most. Fails while it is an index of another
     * version: asked in the words of this one it would answer wrongly.
     */
    readonly readable: Effect.Effect<IndexState, StorageUnavailable>
    /** The live index; made, empty, when there is none. Fails while it is one of another version. */
    readonly current: Effect.Effect<IndexState, StorageUnavailable>
    /** What the alias means at this moment, followed or not. */
    readonly latest: Effect.Effect<IndexState, StorageUnavailable>
    /** Has the alias moved since? */
    readonly isPending: Effect.Effect<boolean, StorageUnavailable>
    /** Follows the alias: from now on `current`, and what `apply` writes to, is the index it means. */
    readonly adopt: Effect.Effect<void, StorageUnavailable>
  }
>()("fooddata/infra/opensearch/LiveIndex") {}

/** Needs no answer of the server to be made: what cannot be found out now is when it is first needed. */
export const layer = (
  options: ProductIndexOptions = defaultOptions
): Layer.Layer<LiveIndex, never, OpenSearch | Embedder> =>
  Layer.effect(
    LiveIndex,
    Effect.gen(function* () {
      const server = yield* OpenSearch
      const { model } = yield* Embedder
      // one at a time: an answer that was overtaken must not take the projection back to the index before
      const oneAtATime = yield* Semaphore.make(1)
      let known: IndexState | null = null
      let seen: IndexState | null = null
      const usable = (live: IndexState) =>
        live.isCurrent ? Effect.succeed(live) : unusable(new IndexOfAnotherVersion({ index: live.name }))
      const findLive = Effect.gen(function* () {
        const live = yield* findOrCreate(server, options, model)
        known = live.isCurrent ? live : null
        seen = live
        return yield* usable(live)
      })
      const look = Effect.map(listIndexes(server, options.alias), (indexes) => {
        seen = liveOf(indexes) ?? null
      })
      // when the server does not answer, searches and health say so
      yield* Effect.forkScoped(Effect.repeat(Effect.ignore(look), Schedule.spaced(lookInterval)))
      const current = Effect.suspend(() => (known === null ? findLive : Effect.succeed(known)))
      return LiveIndex.of({
        readable: Effect.suspend(() => (seen === null ? oneAtATime.withPermits(1)(current) : usable(seen))),
        current: Effect.suspend(() => (known === null ? oneAtATime.withPermits(1)(current) : Effect.succeed(known))),
        latest: Effect.flatMap(listIndexes(server, options.alias), (indexes) => {
          const live = liveOf(indexes)
          return live === undefined ? findOrCreate(server, options, model) : Effect.succeed(live)
        }),
        isPending: Effect.map(
          listIndexes(server, options.alias),
          (indexes) => liveOf(indexes)?.identity !== known?.identity
        ),
        adopt: Effect.asVoid(oneAtATime.withPermits(1)(findLive))
      })
    })
  )

export const liveOf = (indexes: ReadonlyArray<IndexState>): IndexState | undefined =>
  indexes.findLast((index) => index.isLive)

const unusable = (cause: unknown) => new StorageUnavailable({ operation: "open the product index", cause })

const findOrCreate = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  { alias, layout }: ProductIndexOptions,
  model: EmbeddingModel
): Effect.fn.Return<IndexState, StorageUnavailable> {
  const before = yield* listIndexes(server, alias)
  const live = liveOf(before)
  if (live !== undefined) return live
  yield* createIndex(server, { alias, layout, model, name: indexName(alias, nextNumber(before)), isBuilding: false })
  const made = liveOf(yield* listIndexes(server, alias))
  return made ?? (yield* unusable("another process is just making it"))
})
