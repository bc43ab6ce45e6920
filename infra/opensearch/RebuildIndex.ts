import { Effect, Option, Schema } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { Embedder, type EmbeddingModel } from "../../projections/ports/Embedder.ts"
import type { IndexDigest, ProductChange } from "../../projections/ports/ProductIndex.ts"
import { createIndex, deleteIndex, indexName, listIndexes, moveAlias, nextNumber, writerOf } from "./Indexes.ts"
import type { ProductIndexOptions } from "./LiveIndex.ts"
import { OpenSearch, type OpenSearchServer, upkeepTimeoutMs } from "./OpenSearch.ts"
import { indexAt } from "./OpenSearchProductIndex.ts"
import { compact, type CompactionState } from "./product-index/Compaction.ts"
import { type IndexLayout, indexMeta, refreshInterval } from "./product-index/IndexDefinition.ts"
import { withVectors } from "./product-index/EmbeddedChanges.ts"
import { applyChanges, refresh, type SentWords } from "./product-index/IndexWrites.ts"

/** What an index that was built must hold. */
export interface RebuildExpectation {
  readonly digest: IndexDigest
  /** some of the products, as they must be found in it */
  readonly samples: ReadonlyArray<ProductChange>
}

export interface RebuildPlan<E, RLoad, RExpected = RLoad> {
  /**
   * Feeds the changes of the log to `apply`, in pages of some thousand, from the place kept for this identity on, up to
   * the log's end, and keeps the new place. Called for the bulk of the log, and again whenever there is to catch up: the
   * last time after the alias has moved, when the projection may be following already.
   */
  readonly load: (
    identity: string,
    apply: (changes: ReadonlyArray<ProductChange>) => Effect.Effect<void, StorageUnavailable>
  ) => Effect.Effect<void, E, RLoad>
  /** What the log says the index must hold, at the place that `load` came to. */
  readonly expected: (identity: string) => Effect.Effect<RebuildExpectation, E, RExpected>
  /** Told how far bringing the segments together is, every few seconds. */
  readonly onCompact: (state: CompactionState) => Effect.Effect<void, E, RLoad>
  /** how many complete indexes besides the live one stay for a rollback */
  readonly keep: number
}

/** The index that was built does not hold what the log says; the live one is untouched. */
export class RebuildRefused extends Schema.TaggedError<RebuildRefused>()("RebuildRefused", {
  index: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.index} is not taken over: ${this.reason}`
  }
}

/**
 * Builds an index beside the live one, checks it and puts it in its place. Killed at any point, the alias means one
 * complete index, and the next run removes what was left. Who calls it makes sure that one runs at a time.
 */
export const rebuild = Effect.fn("IndexAdmin.rebuild")(function* <E, RLoad, RExpected>(
  { alias, layout }: ProductIndexOptions,
  plan: RebuildPlan<E, RLoad, RExpected>
) {
  const server = yield* OpenSearch
  const embedder = yield* Embedder
  yield* dropLeftovers(server, alias)
  const name = indexName(alias, nextNumber(yield* listIndexes(server, alias)))
  yield* createIndex(server, { alias, layout, model: embedder.model, name, isBuilding: true })
  const identity = yield* identityOf(server, alias, name)
  const sent: SentWords = new Set()
  const load = plan.load(identity, (changes) =>
    Effect.flatMap(withVectors(embedder, changes), (embedded) => applyChanges(server, writerOf(name), embedded, sent))
  )
  const catchUp = Effect.andThen(load, refresh(server, name))
  yield* load
  // before its copies are made: they are copied as they are
  yield* compact(server, name, plan.onCompact)
  yield* finish(server, name, layout)
  yield* load
  const expected = yield* plan.expected(identity)
  const digest = yield* verify(server, name, expected)
  yield* markComplete(server, name, embedder.model)
  // checking took its time: whoever has just seen a product must find it in the new index too
  yield* catchUp
  yield* moveAlias(server, alias, name)
  yield* catchUp
  yield* dropBeyond(server, alias, plan.keep)
  return { index: name, digest }
})

const identityOf = Effect.fnUntraced(function* (server: OpenSearchServer, alias: string, name: string) {
  const made = (yield* listIndexes(server, alias)).find((index) => index.name === name)
  if (made !== undefined) return made.identity
  return yield* new RebuildRefused({ index: name, reason: "somebody dropped it" })
})

/** What a builder that was killed has left behind. */
const dropLeftovers = Effect.fnUntraced(function* (server: OpenSearchServer, alias: string) {
  const leftovers = (yield* listIndexes(server, alias)).filter((index) => !index.isComplete && !index.isLive)
  yield* Effect.forEach(leftovers, ({ name }) => deleteIndex(server, name), { discard: true })
})

/** How long copying the finished shards may take before the index goes live with what copies it has. */
const copyTimeout = "60s"

/** From what is good for loading to what is good for searching. */
export const finish = Effect.fnUntraced(function* (server: OpenSearchServer, name: string, layout: IndexLayout) {
  yield* server.request("set up a built index", {
    method: "PUT",
    path: `/${name}/_settings`,
    body: { index: { refresh_interval: refreshInterval, number_of_replicas: layout.replicas } },
    retries: 1,
    timeoutMs: upkeepTimeoutMs
  })
  yield* refresh(server, name)
  yield* server.request("await the copies of a built index", {
    method: "GET",
    path: `/_cluster/health/${name}`,
    query: { wait_for_no_initializing_shards: true, wait_for_status: "yellow", timeout: copyTimeout },
    // not in time
    answers: [408],
    timeoutMs: 90_000
  })
})

export const verify = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  name: string,
  expected: RebuildExpectation
) {
  const index = indexAt(server, name)
  const digest = yield* index.digest
  if (!isSameDigest(digest, expected.digest)) {
    const reason = `it holds ${JSON.stringify(digest)}, the log says ${JSON.stringify(expected.digest)}`
    return yield* new RebuildRefused({ index: name, reason })
  }
  for (const sample of expected.samples) {
    const id = sample._tag === "Put" ? sample.document.facts.id : sample.id
    const found = yield* index.findById(id)
    const isAsExpected =
      sample._tag === "Put"
        ? Option.isSome(found) && JSON.stringify(found.value) === JSON.stringify(sample.document.facts)
        : Option.isNone(found)
    if (!isAsExpected) return yield* new RebuildRefused({ index: name, reason: `${id} differs from the log` })
  }
  return digest
})

const isSameDigest = (a: IndexDigest, b: IndexDigest): boolean =>
  a.products === b.products && a.withdrawn === b.withdrawn && a.checksum === b.checksum

export const markComplete = (server: OpenSearchServer, name: string, model: EmbeddingModel) =>
  server.request("mark an index as complete", {
    method: "PUT",
    path: `/${name}/_mapping`,
    body: { _meta: indexMeta(model, { isBuilding: false }) },
    retries: 1,
    timeoutMs: upkeepTimeoutMs
  })

const dropBeyond = Effect.fnUntraced(function* (server: OpenSearchServer, alias: string, keep: number) {
  const others = (yield* listIndexes(server, alias)).filter((index) => !index.isLive && index.isComplete)
  const superfluous = others.slice(0, Math.max(0, others.length - keep))
  yield* Effect.forEach(superfluous, ({ name }) => deleteIndex(server, name), { discard: true })
})
