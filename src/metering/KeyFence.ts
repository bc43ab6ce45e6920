import { Clock, Context, Effect, Layer } from "effect"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { LedgerNode } from "./LedgerNode.ts"
import { defaultMeteringOptions, type MeteringOptions } from "./MeteringOptions.ts"

const pollIntervalMs = 20
/** beyond the life of a heartbeat: its row lives a second longer than the node may trust it, and clocks differ */
const marginMs = 3_000

/** Makes sure that a change of a key is in force. */
export class KeyFence extends Context.Service<
  KeyFence,
  {
    /** Completes when no live node can act any more on what a key was before the cursor. */
    readonly awaitInForce: (change: Cursor) => Effect.Effect<void, StorageUnavailable>
    /**
     * Fails while a node is out of touch that would hold a change up for long. For a command that must not change
     * anything which it cannot answer for soon.
     */
    readonly demandAllInTouch: Effect.Effect<void, StorageUnavailable>
  }
>()("fooddata/src/metering/KeyFence") {}

/** A heartbeat that was not renewed for so long is late: a live node does it each second. */
const lateMs = 1_500
/** A change may wait so long for the end of a heartbeat. */
const patienceMs = 4_000

type Timing = Pick<MeteringOptions, "heartbeatTtlMs">

/** Waits for every live node but `self`, which has synced since the change. */
const awaitNodes = Effect.fnUntraced(function* (
  store: UsageLedgerStore["Service"],
  change: Cursor,
  { heartbeatTtlMs }: Timing,
  self?: string
) {
  const began = yield* Clock.currentTimeMillis
  while (true) {
    const behind = (yield* store.nodesBehind(change)).filter(({ node }) => node !== self)
    if (behind.length === 0) return
    if ((yield* Clock.currentTimeMillis) - began > heartbeatTtlMs + marginMs) {
      const cause = `no answer from ${behind.map(({ node }) => node).join(", ")}`
      return yield* new StorageUnavailable({ operation: "wait for a key change to be in force", cause })
    }
    yield* Effect.sleep(pollIntervalMs)
  }
})

const demandAllInTouch = Effect.fnUntraced(function* (store: UsageLedgerStore["Service"], { heartbeatTtlMs }: Timing) {
  const silent = (yield* store.nodes).filter(
    ({ expiresInMs }) => expiresInMs !== null && expiresInMs > patienceMs && expiresInMs < heartbeatTtlMs - lateMs
  )
  if (silent.length === 0) return
  const cause = `nothing is heard of ${silent.map(({ node }) => node).join(", ")}, which may still trust the key it knows`
  return yield* new StorageUnavailable({ operation: "change a key", cause })
})

/** For a process that is a node itself. */
export const layer = (
  timing: Timing = defaultMeteringOptions
): Layer.Layer<KeyFence, never, LedgerNode | UsageLedgerStore> =>
  Layer.effect(
    KeyFence,
    Effect.gen(function* () {
      const node = yield* LedgerNode
      const store = yield* UsageLedgerStore
      return KeyFence.of({
        awaitInForce: Effect.fn("KeyFence.awaitInForce")(function* (change) {
          yield* node.syncNow
          yield* awaitNodes(store, change, timing, node.id)
        }),
        demandAllInTouch: demandAllInTouch(store, timing)
      })
    })
  )

/** For a process beside the service, as the command line is. */
export const layerBeside = (timing: Timing = defaultMeteringOptions): Layer.Layer<KeyFence, never, UsageLedgerStore> =>
  Layer.effect(
    KeyFence,
    Effect.gen(function* () {
      const store = yield* UsageLedgerStore
      return KeyFence.of({
        awaitInForce: Effect.fn("KeyFence.awaitInForce")((change) => awaitNodes(store, change, timing)),
        demandAllInTouch: demandAllInTouch(store, timing)
      })
    })
  )
