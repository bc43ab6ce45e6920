import { Effect } from "effect"
import { Embedder } from "../../projections/ports/Embedder.ts"
import { createIndex, deleteIndex, indexAtName, listIndexesAt, writerOf } from "./Indexes.ts"
import type { ProductIndexOptions } from "./LiveIndex.ts"
import { OpenSearch } from "./OpenSearch.ts"
import { compact } from "./product-index/Compaction.ts"
import { withVectors } from "./product-index/EmbeddedChanges.ts"
import { applyChanges, type SentWords } from "./product-index/IndexWrites.ts"
import { finish, markComplete, type RebuildPlan, RebuildRefused, verify } from "./RebuildIndex.ts"

/** What an index is built by that never becomes live: `load` feeds it once. */
type PlanAt<E, R> = Omit<RebuildPlan<E, R>, "keep">

/**
 * Builds the index of a view of its own, and checks it. Killed at any point, it is incomplete, and the next one of its name
 * removes it. Who calls it makes sure that one runs at a time.
 */
export const buildIndexAt = Effect.fn("IndexAdmin.buildIndexAt")(function* <E, R>(
  { alias, layout }: ProductIndexOptions,
  view: string,
  plan: PlanAt<E, R>
) {
  const server = yield* OpenSearch
  const embedder = yield* Embedder
  const name = indexAtName(alias, view)
  const inTheWay = (yield* listIndexesAt(server, alias)).find((index) => index.name === name)
  if (inTheWay?.isComplete === true) {
    return yield* new RebuildRefused({ index: name, reason: `there is a view ${view} already` })
  }
  if (inTheWay !== undefined) yield* deleteIndex(server, name)
  yield* createIndex(server, { alias, layout, model: embedder.model, name, isBuilding: true })
  const made = (yield* listIndexesAt(server, alias)).find((index) => index.name === name)
  if (made === undefined) return yield* new RebuildRefused({ index: name, reason: "somebody dropped it" })
  const sent: SentWords = new Set()
  yield* plan.load(made.identity, (changes) =>
    Effect.flatMap(withVectors(embedder, changes), (embedded) => applyChanges(server, writerOf(name), embedded, sent))
  )
  yield* compact(server, name, plan.onCompact)
  yield* finish(server, name, layout)
  const digest = yield* verify(server, name, yield* plan.expected(made.identity))
  yield* markComplete(server, name, embedder.model)
  return { index: name, digest }
})
