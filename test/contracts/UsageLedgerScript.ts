import { Effect, type Layer } from "effect"
import { it } from "@effect/vitest"
import { TestClock } from "effect/testing"
import { fold } from "../../domain/Decider.ts"
import { keyStream, logStart, usageStream } from "../../domain/EventEnvelope.ts"
import { KeyDigest, type KeyEvent, KeyId, KeyPrefix } from "../../domain/key/KeyEvent.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import {
  type SyncRequest,
  type SyncResponse,
  type UsageReport,
  UsageLedgerStore
} from "../../domain/ports/UsageLedgerStore.ts"
import { emptyLedger, evolve } from "../../domain/usage/LedgerState.ts"
import { LeaseId, type Operation, UsageDay } from "../../domain/usage/UsageEvent.ts"

export const keyId = KeyId.make("key_aaaaaaaaaaaaa1")
export const otherKey = KeyId.make("key_bbbbbbbbbbbbb2")
export const day = UsageDay.make("2026-03-14")
export const nextDay = UsageDay.make("2026-03-15")
/** 2026-03-14T22:59:59Z */
export const startMs = Date.UTC(2026, 2, 14, 22, 59, 59)
const operation: Operation = "search"

const idle: SyncRequest = {
  node: "n1",
  heartbeatTtlMs: 3_000,
  keysSeen: logStart,
  notAfterMs: null,
  reports: [],
  wants: [],
  cancellations: [],
  burns: [],
  balancesOf: [],
  rateClaims: []
}

export const sync = (request: Partial<SyncRequest>) =>
  UsageLedgerStore.use((store) => store.sync({ ...idle, ...request }))

/** Of the limit per second: what the node holds, what others hold and lack, and how many of them there are. */
export const sharesIn = ({ balances: [balance], otherNodes: nodes }: SyncResponse) => ({
  own: balance?.perSecond,
  others: balance?.othersPerSecond,
  lack: balance?.othersLack,
  nodes
})

export const want = (request: string, size: number, of = keyId) => ({ request, keyId: of, size })

export const report = (lease: string, from: number, to: number, settle = false): UsageReport => ({
  lease: LeaseId.make(lease),
  keyId,
  day,
  entries: Array.from({ length: to - from + 1 }, (_, i) => ({ n: from + i, at: startMs, operation })),
  admitted: to,
  settle
})

let digests = 0
export const appendKey = Effect.fnUntraced(function* (id: KeyId, expectedVersion: number, event: KeyEvent) {
  const log = yield* EventLog
  return yield* log.append([{ streamId: keyStream(id), expectedVersion, events: [event] }], {
    commandId: `key-${id}-${expectedVersion}`,
    actor: "cli"
  })
})

export const issue = (id: KeyId, plan: "developer" | "starter" | "business" = "developer") =>
  appendKey(id, 0, {
    _tag: "KeyIssued",
    role: "client",
    accountId: null,
    digest: KeyDigest.make(String(++digests).padStart(43, "d")),
    prefix: KeyPrefix.make("fdb_abcdef"),
    plan
  })

export const balance = UsageLedgerStore.use((store) => store.balance(keyId))

export const folded = Effect.fnUntraced(function* (of: UsageDay) {
  const log = yield* EventLog
  const envelopes = yield* log.readStream("usage", usageStream(keyId, of))
  return fold(
    evolve,
    emptyLedger,
    envelopes.map(({ event }) => event)
  )
})

export const ready = Effect.fnUntraced(function* (plan: "developer" | "starter" | "business" = "developer") {
  yield* TestClock.setTime(startMs)
  return yield* issue(keyId, plan)
})

export type LedgerLayer = Layer.Layer<UsageLedgerStore | EventLog, unknown>

/** Declares tests on the layer, which is built anew for each. */
export const testsOn =
  (layer: LedgerLayer) =>
  (guarantee: string, body: Effect.Effect<void, unknown, UsageLedgerStore | EventLog>): void =>
    it.effect(guarantee, () => body.pipe(Effect.provide(layer, { local: true })))
