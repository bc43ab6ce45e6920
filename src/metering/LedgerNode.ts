import { Clock, Context, Effect, Layer } from "effect"
import { randomBytes } from "node:crypto"
import type { KeyId } from "../../domain/key/KeyEvent.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { UsageJournal } from "../../domain/ports/UsageJournal.ts"
import { UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { Admissions, type Answer } from "./Admissions.ts"
import type { Ask } from "./Ask.ts"
import { ClockGuard } from "./ClockGuard.ts"
import { defaultMeteringOptions, type MeteringOptions } from "./MeteringOptions.ts"
import { NodeId } from "./NodeId.ts"
import { NodeSync, WakeUp } from "./NodeSync.ts"
import { NodeTime } from "./NodeTime.ts"
import { RefusalCounts } from "./RefusalCounts.ts"
import { SyncExchange } from "./SyncExchange.ts"

/** Counts of this life of the node. */
export interface LedgerNodeStats {
  readonly admitted: number
  /** admitted and not yet in the ledger; the journal holds them */
  readonly unreported: number
  readonly openLeases: number
  readonly syncs: number
  readonly syncFailures: number
  /** since the start of the last sync that succeeded */
  readonly sinceSyncMs: number
  readonly journalBytes: number
  /** how far the wall clock of the store is ahead of the ledger's clock; below 0 it is behind */
  readonly clockOffsetMs: number
}

/**
 * This process as a node of the usage ledger: it leases units, admits from memory, and exchanges everything with the
 * ledger in one sync per tick, or sooner when a request waits.
 */
export class LedgerNode extends Context.Service<
  LedgerNode,
  {
    readonly id: string
    readonly request: (ask: Ask) => Answer
    /** May what is cached of keys be used at this instant? */
    readonly isTrusted: () => boolean
    /** Completes after a sync that began after this was asked for. */
    readonly syncNow: Effect.Effect<void, StorageUnavailable>
    /** Calls back, before any waiting request goes on, with the keys that a sync found changed. */
    readonly onKeysChanged: (listener: (keys: ReadonlySet<KeyId>) => void) => void
    readonly stats: () => LedgerNodeStats
    /** calls that it refused and has not yet reported */
    readonly refusals: RefusalCounts
  }
>()("fooddata/src/metering/LedgerNode") {}

const make = Effect.fnUntraced(function* (options: MeteringOptions) {
  const store = yield* UsageLedgerStore
  const journal = yield* UsageJournal
  const node = yield* NodeId
  const clock = yield* Clock.Clock
  const time = new NodeTime(clock)
  const guard = new ClockGuard(time)
  const wake = new WakeUp()
  // another node gives back what has cooled down at its next tick, and this one hears of it at its own
  const patience = { exhaustionTrustMs: options.tickIntervalMs, othersMs: 2 * options.tickIntervalMs }
  const refusals = new RefusalCounts()
  const admissions = new Admissions({ journal, time, patience, refusals, onWaiting: wake.waiting })
  const exchange = new SyncExchange(options, journal, requestIds(node))
  const sync = new NodeSync({ node, options, store, journal, clock, time, guard, admissions, exchange, wake })

  yield* sync.recover
  // the loop is stopped before this runs: finalizers go backwards
  yield* Effect.addFinalizer(() => sync.finish)
  yield* Effect.forkScoped(sync.loop)

  return LedgerNode.of({
    id: node,
    request: (ask) => admissions.request(ask),
    isTrusted: () => sync.isTrusted(),
    syncNow: sync.next,
    onKeysChanged: (listener) => sync.onKeysChanged(listener),
    refusals,
    stats: () => {
      const leases = [...admissions.meters].flatMap((meter) => meter.leases)
      return {
        admitted: admissions.admittedCount,
        unreported: leases.reduce((sum, { unreported }) => sum + unreported.length, 0),
        openLeases: leases.length,
        syncs: sync.syncs,
        syncFailures: sync.syncFailures,
        sinceSyncMs: sync.sinceSyncMs(),
        journalBytes: journal.sizeBytes(),
        clockOffsetMs: guard.offsetMs
      }
    }
  })
})

/** Ids that no other node, and no other life of this one, makes. */
const requestIds = (node: string): (() => string) => {
  const life = randomBytes(6).toString("hex")
  let count = 0
  return () => `${node}:${life}:${(++count).toString(36)}`
}

/** Recovers what earlier lives left, then syncs until the scope closes, when it settles everything and leaves. */
export const layer = (
  options: Partial<MeteringOptions> = {}
): Layer.Layer<LedgerNode, StorageUnavailable, UsageLedgerStore | UsageJournal | NodeId> =>
  Layer.effect(LedgerNode, make({ ...defaultMeteringOptions, ...options }))
