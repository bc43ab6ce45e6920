import { assert } from "@effect/vitest"
import { Effect, HashMap } from "effect"
import { TestClock } from "effect/testing"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import { UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { granted } from "../../domain/usage/LedgerState.ts"
import {
  appendKey,
  balance,
  day,
  folded,
  keyId,
  nextDay,
  otherKey,
  ready,
  report,
  sharesIn,
  sync,
  type testsOn,
  want
} from "./UsageLedgerScript.ts"

type Test = ReturnType<typeof testsOn>

export const windowsAndPlans = (test: Test): void => {
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
}

export const nodesAndKeys = (test: Test): void => {
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

  test(
    "I8 the leases of a lost node are burnt once, those of a live one not; a late report takes their place",
    Effect.gen(function* () {
      yield* ready()
      const store = yield* UsageLedgerStore
      yield* sync({ wants: [want("r1", 30), want("r2", 10)] })
      yield* sync({ node: "n2", wants: [want("r3", 5)] })
      yield* sync({ reports: [report("r1", 1, 4)] })
      const [first, second] = yield* store.nodes
      assert.deepStrictEqual([first?.node, first?.openLeases, first?.openUnits], ["n1", 2, 36])
      assert.deepStrictEqual([second?.node, second?.openLeases, second?.openUnits], ["n2", 1, 5])
      assert.isAbove(first?.expiresInMs ?? 0, 0)
      const refused = yield* Effect.flip(store.burn("n1"))
      assert.strictEqual(refused._tag, "NodeIsLive")
      yield* TestClock.adjust("5 seconds")
      assert.isBelow((yield* store.nodes)[0]?.expiresInMs ?? 0, 0)
      assert.deepStrictEqual(yield* store.burn("n1"), { leases: 2, units: 36 })
      assert.deepStrictEqual(yield* store.burn("n1"), { leases: 0, units: 0 })
      assert.deepStrictEqual(yield* store.burn("unheard-of"), { leases: 0, units: 0 })
      const { burnt, open, used } = (yield* folded(day)).day
      assert.deepStrictEqual({ burnt, open, used }, { burnt: 36, open: 5, used: 4 })
      const { rejections } = yield* sync({ reports: [report("r1", 5, 9, true)] })
      const after = (yield* folded(day)).day
      assert.deepStrictEqual([rejections.length, after.burnt, after.used], [0, 31, 9])
    })
  )

  test(
    "the limit per second is shared out: each claim as far as the others leave it, and a node that goes leaves its units",
    Effect.gen(function* () {
      yield* ready()
      const store = yield* UsageLedgerStore
      const claim = (node: string, perSecond: number) =>
        Effect.map(sync({ node, rateClaims: [{ keyId, perSecond }] }), sharesIn)
      const look = (node: string) => Effect.map(sync({ node, balancesOf: [keyId] }), sharesIn)
      // the plan's limit is ten
      assert.deepStrictEqual(yield* claim("n1", 4), { own: 4, others: 0, lack: 0, nodes: 0 })
      assert.deepStrictEqual(yield* claim("n2", 9), { own: 6, others: 4, lack: 0, nodes: 1 })
      assert.deepStrictEqual(yield* look("n1"), { own: 4, others: 6, lack: 3, nodes: 1 })
      yield* sync({ node: "n3", rateClaims: [{ keyId: otherKey, perSecond: 9 }] })
      assert.deepStrictEqual(yield* claim("n1", 3), { own: 3, others: 6, lack: 3, nodes: 2 })
      assert.deepStrictEqual(yield* claim("n2", 9), { own: 7, others: 3, lack: 0, nodes: 2 })
      assert.deepStrictEqual(yield* claim("n2", 0), { own: 0, others: 3, lack: 0, nodes: 2 })
      assert.deepStrictEqual(yield* claim("n2", 2), { own: 2, others: 3, lack: 0, nodes: 2 })
      // another life of the node holds nothing
      yield* store.start("n2")
      assert.deepStrictEqual(yield* look("n1"), { own: 3, others: 0, lack: 0, nodes: 2 })
      yield* store.leave("n3")
      yield* claim("n2", 5)
      // n1 says nothing for so long that its units go to n2; when it comes back it has what n2 leaves
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* claim("n2", 10), { own: 10, others: 0, lack: 0, nodes: 0 })
      assert.deepStrictEqual(yield* look("n1"), { own: 0, others: 10, lack: 0, nodes: 1 })
    })
  )

  test(
    "a heartbeat that vouches for keys through an outage keeps no units from others for longer than three seconds",
    Effect.gen(function* () {
      yield* ready()
      const heartbeatTtlMs = 60_000
      const claim = (node: string, perSecond: number) =>
        Effect.map(sync({ node, heartbeatTtlMs, rateClaims: [{ keyId, perSecond }] }), sharesIn)
      yield* claim("n1", 10)
      assert.deepStrictEqual(yield* claim("n2", 10), { own: 0, others: 10, lack: 0, nodes: 1 })
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* claim("n2", 10), { own: 10, others: 0, lack: 0, nodes: 0 })
    })
  )

  test(
    "a node that left without open leases is not listed, one with open leases is, without a heartbeat",
    Effect.gen(function* () {
      yield* ready()
      const store = yield* UsageLedgerStore
      yield* sync({})
      yield* sync({ node: "n2", wants: [want("r1", 3)] })
      yield* store.leave("n1")
      yield* store.leave("n2")
      assert.deepStrictEqual(yield* store.nodes, [{ node: "n2", expiresInMs: null, openLeases: 1, openUnits: 3 }])
    })
  )
}
