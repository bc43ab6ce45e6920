import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { fold } from "../../domain/Decider.ts"
import { type Cursor, keyStream, logStart, usageStream } from "../../domain/EventEnvelope.ts"
import { KeyDigest, type KeyEvent, KeyId, KeyPrefix } from "../../domain/key/KeyEvent.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { type SyncRequest, type UsageReport, UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { emptyLedger, evolve, granted } from "../../domain/usage/LedgerState.ts"
import { LeaseId, type Operation, UsageDay } from "../../domain/usage/UsageEvent.ts"

const keyId = KeyId.make("key_aaaaaaaaaaaaa1")
const otherKey = KeyId.make("key_bbbbbbbbbbbbb2")
const day = UsageDay.make("2026-03-14")
const nextDay = UsageDay.make("2026-03-15")
/** 2026-03-14T22:59:59Z */
const startMs = Date.UTC(2026, 2, 14, 22, 59, 59)
const operation: Operation = "search"

const idle: SyncRequest = {
  node: "n1",
  heartbeatTtlMs: 3_000,
  keysSeen: logStart,
  reports: [],
  wants: [],
  cancellations: [],
  burns: [],
  balancesOf: []
}

const sync = (request: Partial<SyncRequest>) => UsageLedgerStore.use((store) => store.sync({ ...idle, ...request }))

const want = (request: string, size: number, of = keyId) => ({ request, keyId: of, size })

const report = (lease: string, from: number, to: number, settle = false): UsageReport => ({
  lease: LeaseId.make(lease),
  keyId,
  day,
  entries: Array.from({ length: to - from + 1 }, (_, i) => ({ n: from + i, at: startMs, operation })),
  admitted: to,
  settle
})

let digests = 0
const appendKey = Effect.fnUntraced(function* (id: KeyId, expectedVersion: number, event: KeyEvent) {
  const log = yield* EventLog
  return yield* log.append([{ streamId: keyStream(id), expectedVersion, events: [event] }], {
    commandId: `key-${id}-${expectedVersion}`,
    actor: "cli"
  })
})

const issue = (id: KeyId, plan: "developer" | "starter" | "business" = "developer") =>
  appendKey(id, 0, {
    _tag: "KeyIssued",
    accountId: null,
    digest: KeyDigest.make(String(++digests).padStart(43, "d")),
    prefix: KeyPrefix.make("fdb_abcdef"),
    plan
  })

const balance = UsageLedgerStore.use((store) => store.balance(keyId))

const folded = Effect.fnUntraced(function* (of: UsageDay) {
  const log = yield* EventLog
  const envelopes = yield* log.readStream("usage", usageStream(keyId, of))
  return fold(
    evolve,
    emptyLedger,
    envelopes.map(({ event }) => event)
  )
})

const ready = Effect.fnUntraced(function* (plan: "developer" | "starter" | "business" = "developer") {
  yield* TestClock.setTime(startMs)
  return yield* issue(keyId, plan)
})

/**
 * What every store of the usage ledger must do. The layer is built anew for each test and is empty; its clock is the
 * test's.
 */
export const suite = (name: string, layer: Layer.Layer<UsageLedgerStore | EventLog, unknown>): void => {
  const test = (guarantee: string, body: Effect.Effect<void, unknown, UsageLedgerStore | EventLog>) =>
    it.effect(guarantee, () => body.pipe(Effect.provide(layer, { local: true })))

  describe(`UsageLedgerStore: ${name}`, () => {
    test(
      "grants what is wanted and no more than the hour has left",
      Effect.gen(function* () {
        yield* ready()
        const first = yield* sync({ wants: [want("r1", 60)] })
        const second = yield* sync({ wants: [want("r2", 60), want("r3", 1)] })
        assert.deepStrictEqual(
          [...first.grants, ...second.grants].map(({ size }) => size),
          [60, 40, 0]
        )
        assert.strictEqual(second.grants[1]?.lease, null)
        assert.strictEqual(second.balances[0]?.leftThisHour, 0)
        assert.strictEqual(second.balances[0]?.leftToday, 900)
      })
    )

    test(
      "grants no more than the day has left, over all its hours",
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2026, 2, 14, 0))
        yield* issue(keyId)
        for (let hour = 0; hour < 10; hour++) {
          const { grants } = yield* sync({ wants: [want(`r${hour}`, 100)] })
          assert.strictEqual(grants[0]?.size, 100)
          yield* TestClock.adjust("1 hour")
        }
        const { balances, grants } = yield* sync({ wants: [want("r10", 100)] })
        assert.strictEqual(grants[0]?.lease, null)
        assert.deepStrictEqual([balances[0]?.leftToday, balances[0]?.leftThisHour], [0, 100])
      })
    )

    test(
      "a request sent again is answered with the same lease, even on the next day",
      Effect.gen(function* () {
        yield* ready()
        const first = yield* sync({ wants: [want("r1", 10)] })
        const again = yield* sync({ wants: [want("r1", 10)] })
        assert.deepStrictEqual(again.grants, first.grants)
        yield* TestClock.adjust("2 hours")
        const tomorrow = yield* sync({ wants: [want("r1", 10)] })
        assert.deepStrictEqual(tomorrow.grants, first.grants)
        assert.strictEqual((yield* folded(day)).day.open, 10)
        assert.strictEqual((yield* folded(nextDay)).day.open, 0)
      })
    )

    test(
      "records each use once, whatever is repeated, and settles once",
      Effect.gen(function* () {
        yield* ready()
        yield* sync({ wants: [want("r1", 10)] })
        yield* sync({ reports: [report("r1", 1, 3)] })
        yield* sync({ reports: [report("r1", 1, 5)] })
        yield* sync({ reports: [report("r1", 1, 5, true)] })
        const last = yield* sync({ reports: [report("r1", 4, 5, true)] })
        assert.strictEqual(last.balances[0]?.usedToday, 5)
        assert.strictEqual(last.balances[0]?.leftThisHour, 95)
        assert.deepStrictEqual(last.rejections, [])
        assert.deepStrictEqual((yield* folded(day)).day, { open: 0, used: 5, burnt: 0 })
      })
    )

    test(
      "refuses a report with a gap, and does the rest of the sync",
      Effect.gen(function* () {
        yield* ready()
        yield* sync({ wants: [want("r1", 10), want("r2", 10)] })
        const { balances, rejections } = yield* sync({ reports: [report("r1", 3, 4), report("r2", 1, 2)] })
        assert.deepStrictEqual(
          rejections.map(({ rejection }) => [rejection.subject, rejection.reason]),
          [["r1", "gap"]]
        )
        assert.strictEqual(balances[0]?.usedToday, 2)
      })
    )

    test(
      "no entry crosses key or day: a report under another key or day is refused",
      Effect.gen(function* () {
        yield* ready()
        yield* issue(otherKey)
        yield* sync({ wants: [want("r1", 10)] })
        const strays = [
          { ...report("r1", 1, 1), keyId: otherKey },
          { ...report("r1", 1, 1), day: nextDay }
        ]
        const { rejections } = yield* sync({ reports: strays })
        assert.deepStrictEqual(
          rejections.map(({ rejection }) => rejection.reason),
          ["unknown-lease", "unknown-lease"]
        )
        assert.strictEqual((yield* balance).usedToday, 0)
      })
    )

    test(
      "a cancelled request is never granted, and one that was granted gives its units back",
      Effect.gen(function* () {
        yield* ready()
        yield* sync({ wants: [want("r1", 10)] })
        const cancellations = ["r1", "r2"].map((request) => ({ request, keyId, day }))
        yield* sync({ cancellations })
        const { balances, grants } = yield* sync({ wants: [want("r1", 10), want("r2", 10)], cancellations })
        assert.deepStrictEqual(
          grants.map(({ lease }) => lease),
          [null, null]
        )
        assert.strictEqual(balances[0]?.leftThisHour, 100)
      })
    )

    test(
      "a cancellation finds the lease that was granted after midnight",
      Effect.gen(function* () {
        yield* ready()
        yield* TestClock.adjust("2 hours")
        yield* sync({ wants: [want("r1", 10)] })
        yield* sync({ cancellations: [{ request: "r1", keyId, day }] })
        assert.strictEqual((yield* balance).leftThisHour, 100)
      })
    )

    test(
      "a burnt lease gives nothing back; a late report still counts what was used",
      Effect.gen(function* () {
        yield* ready()
        yield* sync({ wants: [want("r1", 10)] })
        const { openLeases } = yield* UsageLedgerStore.use((store) => store.start("n1"))
        assert.deepStrictEqual(openLeases, [{ lease: LeaseId.make("r1"), request: "r1", keyId, day }])
        yield* sync({ burns: openLeases })
        yield* sync({ reports: [report("r1", 1, 4, true)] })
        assert.deepStrictEqual((yield* folded(day)).day, { open: 0, used: 4, burnt: 6 })
        assert.strictEqual((yield* balance).leftThisHour, 90)
      })
    )

    test(
      "the hour turns: its quota is new, and what is settled late goes back to the day",
      Effect.gen(function* () {
        yield* ready()
        yield* sync({ wants: [want("r1", 100)] })
        yield* TestClock.adjust("1 second")
        const { balances, grants } = yield* sync({ wants: [want("r2", 30)], reports: [report("r1", 1, 20, true)] })
        assert.deepStrictEqual([grants[0]?.hour, grants[0]?.size], [23, 30])
        assert.deepStrictEqual([balances[0]?.usedToday, balances[0]?.usedThisHour], [20, 0])
        assert.deepStrictEqual([balances[0]?.leftToday, balances[0]?.leftThisHour], [950, 70])
      })
    )

    test(
      "a report of yesterday's lease counts for yesterday",
      Effect.gen(function* () {
        yield* ready()
        yield* sync({ wants: [want("r1", 100)] })
        yield* TestClock.adjust("2 hours")
        const { balances } = yield* sync({ reports: [report("r1", 1, 20, true)] })
        assert.strictEqual(balances[0]?.day, nextDay)
        assert.strictEqual(balances[0]?.usedToday, 0)
        assert.strictEqual((yield* folded(day)).day.used, 20)
      })
    )

    test(
      "a new plan counts at the next grant; after a downgrade only what was granted before exceeds it",
      Effect.gen(function* () {
        yield* ready("starter")
        yield* sync({ wants: [want("r1", 150)] })
        yield* appendKey(keyId, 1, { _tag: "KeyPlanChanged", plan: "developer" })
        const down = yield* sync({ wants: [want("r2", 10)], reports: [report("r1", 1, 120)] })
        assert.deepStrictEqual([down.grants[0]?.lease, down.balances[0]?.leftThisHour], [null, 0])
        const settled = yield* sync({ reports: [report("r1", 121, 130, true)] })
        assert.strictEqual(settled.balances[0]?.usedThisHour, 130)
        yield* appendKey(keyId, 2, { _tag: "KeyPlanChanged", plan: "business" })
        const up = yield* sync({ wants: [want("r3", 10)] })
        assert.deepStrictEqual([up.grants[0]?.size, up.balances[0]?.leftToday], [10, null])
      })
    )

    test(
      "a deactivated or unknown key is granted nothing",
      Effect.gen(function* () {
        yield* ready()
        yield* appendKey(keyId, 1, { _tag: "KeyDeactivated", reason: "test" })
        const { grants } = yield* sync({ wants: [want("r1", 10), want("r2", 10, otherKey)] })
        assert.deepStrictEqual(
          grants.map(({ lease }) => lease),
          [null, null]
        )
      })
    )

    test(
      "I7 the fold of the usage stream is the ledger",
      Effect.gen(function* () {
        yield* ready()
        yield* sync({ wants: [want("r1", 30), want("r2", 20), want("r3", 10)] })
        yield* sync({
          reports: [report("r1", 1, 30), report("r2", 1, 5, true)],
          cancellations: [{ request: "r9", keyId, day }]
        })
        const state = yield* folded(day)
        const now = yield* balance
        assert.strictEqual(state.day.used, now.usedToday)
        assert.strictEqual(100 - granted(state.day), now.leftThisHour)
        assert.strictEqual(HashMap.size(state.leases), 3)
      })
    )

    test(
      "tells each node which keys changed, and knows who has not acknowledged a change",
      Effect.gen(function* () {
        yield* ready()
        const store = yield* UsageLedgerStore
        const { keysSeen } = yield* store.start("n1")
        yield* sync({ keysSeen })
        assert.deepStrictEqual(yield* store.nodesBehind(keysSeen), [])
        const change: Cursor = yield* appendKey(keyId, 1, { _tag: "KeyDeactivated", reason: "test" })
        const behind = () => Effect.map(store.nodesBehind(change), (nodes) => nodes.map(({ node }) => node))
        assert.deepStrictEqual(yield* behind(), ["n1"])
        const told = yield* sync({ keysSeen })
        assert.deepStrictEqual(told.changedKeys, [keyId])
        // told is not acknowledged: only its next call shows that the answer arrived
        assert.deepStrictEqual(yield* behind(), ["n1"])
        const acknowledged = yield* sync({ keysSeen: told.keysSeen })
        assert.deepStrictEqual([acknowledged.changedKeys, yield* behind()], [[], []])
      })
    )

    test(
      "a node that stays silent is behind until its heartbeat is over, a node that leaves is not",
      Effect.gen(function* () {
        yield* ready()
        const store = yield* UsageLedgerStore
        const { keysSeen } = yield* store.start("n1")
        yield* sync({ keysSeen })
        yield* sync({ keysSeen, node: "n2" })
        const change = yield* appendKey(keyId, 1, { _tag: "KeyDeactivated", reason: "test" })
        yield* store.leave("n2")
        yield* TestClock.adjust(2_999)
        assert.deepStrictEqual(
          (yield* store.nodesBehind(change)).map(({ node }) => node),
          ["n1"]
        )
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(yield* store.nodesBehind(change), [])
      })
    )

    test(
      "forgets settled leases after two days, never one whose uses may still be reported",
      Effect.gen(function* () {
        yield* ready()
        yield* sync({ wants: [want("r1", 10), want("r2", 10)] })
        yield* sync({ reports: [report("r1", 1, 4, true)] })
        yield* TestClock.adjust("3 days")
        yield* sync({ wants: [want("r3", 1)] })
        const { rejections } = yield* sync({ reports: [report("r1", 1, 4, true), report("r2", 1, 3, true)] })
        assert.deepStrictEqual(
          rejections.map(({ rejection }) => rejection.subject),
          ["r1", "r1"]
        )
        assert.strictEqual((yield* folded(day)).day.used, 7)
      })
    )
  })
}
