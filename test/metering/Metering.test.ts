import { assert, describe } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { hourWindow } from "../../domain/usage/LedgerState.ts"
import { burst, ledgerOf, test, use } from "./MeteringLoad.ts"
import { appendKeyEvent, issueKey, recordOf, rotateKey, startNode, ticking } from "./MeteringRig.ts"

describe("the edge of a window", () => {
  test("60 parallel calls of an unused key admit exactly the plan's number per second", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      const { admitted, limited } = yield* burst(node, key, 60)
      assert.lengthOf(admitted, 10)
      assert.deepStrictEqual([...new Set(limited.map(({ window }) => window))], ["second"])
      assert.deepStrictEqual([...new Set(limited.map(({ retryAfterSeconds }) => retryAfterSeconds))], [1])
      yield* TestClock.adjust("1 second")
      assert.lengthOf((yield* burst(node, key, 60)).admitted, 10)
    }))

  test("60 parallel calls 3 before the end of the hour's quota admit exactly 3", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      yield* use(node, key, 97)
      const { admitted, limited } = yield* burst(node, key, 60)
      assert.lengthOf(admitted, 3)
      assert.strictEqual(limited[0]?.window, "hour")
      assert.approximately(limited[0]?.retryAfterSeconds ?? 0, 49 * 60, 60)
      assert.deepStrictEqual([limited[0]?.snapshot.usedToday, limited[0]?.snapshot.remaining], [100, 900])
    }))

  test("60 parallel calls 3 before the end of the day's quota admit exactly 3, until midnight UTC", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      for (let hour = 14; hour < 23; hour++) {
        yield* TestClock.setTime(Date.UTC(2026, 2, 14, hour))
        const node = yield* startNode()
        yield* use(node, key, 100)
        yield* node.stop
      }
      yield* TestClock.setTime(Date.UTC(2026, 2, 14, 23, 59, 30))
      const node = yield* startNode()
      yield* use(node, key, 97)
      const { admitted, limited } = yield* burst(node, key, 60)
      assert.deepStrictEqual(
        admitted.map(({ remaining }) => remaining),
        [2, 1, 0]
      )
      // the hour is used up as well: the window that stays closed longest is named
      assert.strictEqual(limited[0]?.window, "day")
      assert.strictEqual(limited[0]?.retryAfterSeconds, 20)
      yield* TestClock.setTime(Date.UTC(2026, 2, 15) - 10)
      assert.lengthOf((yield* burst(node, key, 1)).admitted, 0)
      yield* TestClock.setTime(Date.UTC(2026, 2, 15))
      const next = yield* burst(node, key, 60)
      assert.lengthOf(next.admitted, 10)
      assert.deepStrictEqual(
        next.admitted.map(({ usedToday }) => usedToday),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
      )
    }))

  test("the next hour has a new quota; what the last hour did not use is not lost to the day", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 14, 21, 59, 40))
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      yield* use(node, key, 95)
      yield* TestClock.setTime(Date.UTC(2026, 2, 14, 22))
      yield* use(node, key, 95)
      yield* TestClock.adjust(300)
      const state = yield* ledgerOf(key, "2026-03-14")
      assert.deepStrictEqual(hourWindow(state, 21), { open: 0, used: 95, burnt: 0 })
      assert.strictEqual(hourWindow(state, 22).used, 95)
    }))

  test("after midnight nothing is drawn from a lease of yesterday", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 14, 23, 59, 58))
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      yield* use(node, key, 10)
      assert.isAbove(node.ledger.stats().openLeases, 0)
      yield* TestClock.setTime(Date.UTC(2026, 2, 15))
      assert.strictEqual((yield* burst(node, key, 1)).admitted[0]?.usedToday, 1)
      yield* node.stop
      assert.strictEqual((yield* ledgerOf(key, "2026-03-14")).day.used, 10)
      assert.strictEqual((yield* ledgerOf(key, "2026-03-15")).day.used, 1)
    }))

  test("a refused call consumes nothing: neither the second nor the day", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("sandbox")
      const node = yield* startNode()
      const first = yield* burst(node, key, 10)
      assert.lengthOf(first.admitted, 2)
      assert.strictEqual((yield* node.metering.snapshot(key)).usedToday, 2)
      yield* TestClock.adjust("1 second")
      yield* use(node, key, 8)
      yield* burst(node, key, 10)
      // were the second consumed by the calls that the day refused, this one would be refused as well
      assert.strictEqual((yield* ticking(node.metering.pace(key))).remaining, 0)
    }))

  test("calls at the edge of the quota wait for a lease on its way instead of being refused", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("growth")
      const node = yield* startNode()
      let admitted = 0
      for (let i = 0; i < 100; i++) {
        admitted += (yield* burst(node, key, 5)).admitted.length
        yield* TestClock.adjust(100)
      }
      assert.strictEqual(admitted, 500)
    }))
})

describe("what a caller is told", () => {
  test("used and remaining are exact after every call, recorded or not", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      for (let n = 1; n <= 30; n++) {
        const { admitted } = yield* burst(node, key, 1)
        assert.deepStrictEqual(admitted, [{ plan: "developer", limit: 1_000, remaining: 1_000 - n, usedToday: n }])
        yield* TestClock.adjust(130)
      }
    }))

  test("an unlimited plan says -1 and still counts", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("business")
      const node = yield* startNode()
      const { admitted } = yield* burst(node, key, 1)
      assert.deepStrictEqual(admitted, [{ plan: "business", limit: -1, remaining: -1, usedToday: 1 }])
    }))

  test("calls that do not count keep to the limit per second and leave the quota alone", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      const calls = Array.from({ length: 60 }, () => Effect.result(node.metering.pace(key)))
      const results = yield* ticking(Effect.all(calls, { concurrency: "unbounded" }))
      assert.lengthOf(results.filter(Result.isSuccess), 10)
      assert.strictEqual((yield* node.metering.snapshot(key)).remaining, 1_000)
      assert.deepStrictEqual(node.disk.records, [])
    }))
})

describe("changes of a key", () => {
  test("a rotated key keeps its counters", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      yield* use(node, key, 20)
      const { change, record } = yield* rotateKey(key.keyId)
      yield* ticking(node.fence.awaitInForce(change))
      const { admitted } = yield* burst(node, record, 1)
      assert.strictEqual(admitted[0]?.usedToday, 21)
    }))

  test("a new plan is in force at the next call: upwards at once, downwards without what was leased before", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      yield* use(node, key, 100)
      assert.strictEqual((yield* burst(node, key, 1)).limited[0]?.window, "hour")
      const up = yield* appendKeyEvent(key.keyId, { _tag: "KeyPlanChanged", plan: "growth" })
      yield* ticking(node.fence.awaitInForce(up))
      const growing = yield* recordOf(key.keyId)
      yield* use(node, growing, 50)
      const down = yield* appendKeyEvent(key.keyId, { _tag: "KeyPlanChanged", plan: "developer" })
      yield* ticking(node.fence.awaitInForce(down))
      const { admitted, limited } = yield* burst(node, yield* recordOf(key.keyId), 5)
      assert.deepStrictEqual([admitted.length, limited[0]?.window], [0, "hour"])
    }))

  test("a deactivated key gets no lease", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      yield* use(node, key, 1)
      yield* appendKeyEvent(key.keyId, { _tag: "KeyDeactivated", reason: "test" })
      yield* ticking(Effect.sleep(300))
      assert.lengthOf((yield* burst(node, key, 5)).admitted, 0)
      assert.isFalse(Option.getOrThrow(yield* ticking(node.keys.find(key.digest))).active)
    }))
})
