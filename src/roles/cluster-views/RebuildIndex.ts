import { Console, Effect, Fiber } from "effect"
import { logStart } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { LeaderLock } from "../../../domain/ports/LeaderLock.ts"
import type { CompactionState } from "../../../infra/opensearch/product-index/Compaction.ts"
import { rebuild } from "../../../infra/opensearch/RebuildIndex.ts"
import type { ClusterSettings } from "../../SettingsValues.ts"
import * as ClusterTier from "../ClusterTier.ts"
import { embedding } from "../Embedding.ts"
import { expectedIndex } from "./ExpectedIndex.ts"
import { rebuildUsageReport } from "./RebuildUsageReport.ts"
import { type EventSource, type Loaded, loadIndex, type LoadStep } from "./LoadIndex.ts"

export interface ClusterRebuildOptions<E, R> {
  readonly source: EventSource
  /** how many complete indexes besides the live one stay for a rollback */
  readonly keep: number
  readonly onLoad: (step: LoadStep) => Effect.Effect<void, E, R>
  readonly onCompact: (state: CompactionState) => Effect.Effect<void, E, R>
  readonly onCheck: (step: LoadStep) => Effect.Effect<void, E, R>
}

/** How long the lock may be held by somebody else before whoever waits is told so. */
const waitUnsaid = "2 seconds"

const sayThatWeWait = Effect.delay(Console.error("another rebuild is running: this one waits for its end"), waitUnsaid)

/** One rebuild of the cluster at a time; another waits. */
export const whileNobodyElseRebuilds = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const lock = yield* LeaderLock
  const waiting = yield* Effect.forkScoped(sayThatWeWait)
  return yield* lock.whileLeader("views-rebuild", Effect.andThen(Fiber.interrupt(waiting), work))
}, Effect.scoped)

/**
 * Builds an index beside the live one, checks it against the log and moves the alias to it. Killed at any point, the
 * alias means one complete index; the next run removes what was left. Then the usage report, in the same way.
 */
export const rebuildClusterViews = Effect.fn("rebuildClusterViews")(function* <E, R>(
  cluster: ClusterSettings,
  { keep, onCheck, onCompact, onLoad, source }: ClusterRebuildOptions<E, R>
) {
  const log = yield* EventLog
  const loaded: Loaded = { fromKafka: 0, fromLog: 0 }
  const built = yield* whileNobodyElseRebuilds(
    rebuild(ClusterTier.indexOptions(cluster), {
      keep,
      onCompact,
      load: (identity, apply) =>
        loadIndex({ checkpoint: ClusterTier.indexCheckpoint(identity), source, apply, onStep: onLoad, loaded }),
      expected: Effect.fnUntraced(function* (identity) {
        const events = yield* log.countAfter("product", logStart)
        let compared = 0
        return yield* expectedIndex(ClusterTier.indexCheckpoint(identity), (rows) => {
          compared += rows
          // there are no more products than events
          return onCheck({ rows, fraction: compared / Math.max(events, compared, 1) })
        })
      })
    }).pipe(
      Effect.tap(() => ClusterTier.forgetDroppedBuilds(cluster)),
      Effect.tap(() => rebuildUsageReport)
    )
  ).pipe(Effect.provide([ClusterTier.openSearch(cluster), ClusterTier.kafka(cluster), embedding]))
  return { index: built.index, ...built.digest, events: loaded.fromKafka + loaded.fromLog, fromKafka: loaded.fromKafka }
})
