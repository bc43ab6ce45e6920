import { assert, describe } from "@effect/vitest"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import type { KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { burst, ledgerOf, recordedToday, test, use } from "./MeteringLoad.ts"
import { diskOf, issueKey, type RunningNode, startNode, ticking } from "./MeteringRig.ts"

const day = "2026-03-14"

/** A call that counts as so many uses, answered at once. */
const batch = (node: RunningNode, key: KeyRecord, units: number) =>
  Effect.result(
    ticking(
      Effect.map(node.metering.admit(key, "product", units), (call) => {
        call.keep()
        return call.quota
      })
    )
  )

const windowOf = (result: Effect.Success<ReturnType<typeof batch>>): string =>
  Result.isFailure(result) && result.failure._tag === "RateLimited" ? result.failure.window : "admitted"

describe("a call that counts as several uses", () => {
  test("counts as each of them, in the ledger as single calls would", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("starter")
      const node = yield* startNode()
      const first = yield* batch(node, key, 50)
      assert.deepStrictEqual(Result.getOrThrow(first), {
        plan: "starter",
        limit: 50_000,
        remaining: 49_950,
        usedToday: 50
      })
      yield* use(node, key, 3)
      assert.strictEqual(Result.getOrThrow(yield* batch(node, key, 7)).usedToday, 60)
      yield* node.stop
      assert.strictEqual(yield* recordedToday(key), 60)
      assert.deepStrictEqual((yield* ledgerOf(key, day)).day, { open: 0, used: 60, burnt: 0 })
    }))

  test("three before the end of the hour four are refused and use nothing; then three are admitted", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      yield* use(node, key, 97)
      assert.strictEqual(windowOf(yield* batch(node, key, 4)), "hour")
      assert.strictEqual((yield* node.metering.snapshot(key)).usedToday, 97)
      assert.strictEqual(Result.getOrThrow(yield* batch(node, key, 3)).usedToday, 100)
      assert.strictEqual(windowOf(yield* batch(node, key, 1)), "hour")
      yield* node.stop
      assert.strictEqual(yield* recordedToday(key), 100)
    }))

  test("three before the end of the day four are refused until midnight, and one node never gives more than the quota", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("sandbox")
      const node = yield* startNode()
      assert.strictEqual(Result.getOrThrow(yield* batch(node, key, 7)).remaining, 3)
      const refused = yield* batch(node, key, 4)
      assert.strictEqual(windowOf(refused), "day")
      const three = yield* Effect.all([batch(node, key, 2), batch(node, key, 2)], { concurrency: "unbounded" })
      assert.sameMembers(three.map(windowOf), ["admitted", "day"])
      yield* node.stop
      assert.strictEqual(yield* recordedToday(key), 9)
    }))

  test("more than the quota of a plan is refused, however new the key is", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("sandbox")
      const node = yield* startNode()
      // fifty would be five of two requests a second: what is refused for the day is not told to come back in a second
      for (const units of [11, 50]) assert.strictEqual(windowOf(yield* batch(node, key, units)), "day")
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(windowOf(yield* batch(node, key, 50)), "day")
      assert.strictEqual((yield* node.metering.snapshot(key)).remaining, 10)
    }))

  test("is a request of the limit per second for every ten uses begun, and a refusal there uses nothing", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("starter")
      const node = yield* startNode()
      const asked = Array.from({ length: 12 }, () => batch(node, key, 20))
      const results = yield* Effect.all(asked, { concurrency: "unbounded" })
      assert.lengthOf(results.filter(Result.isSuccess), 5)
      assert.lengthOf(
        results.filter((result) => windowOf(result) === "second"),
        7
      )
      assert.strictEqual((yield* node.metering.snapshot(key)).usedToday, 100)
      assert.deepInclude(node.ledger.refusals.take()[0]?.refused[0], {
        operation: "product",
        window: "second",
        calls: 140
      })
      yield* TestClock.adjust("1 second")
      const sizes = [50, 41, 1]
      const next = yield* Effect.forEach(sizes, (units) => batch(node, key, units))
      assert.deepStrictEqual(next.map(windowOf), ["admitted", "admitted", "second"])
    }))

  test("given back, none of its uses counts, and others may have the units", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("sandbox")
      const node = yield* startNode()
      const call = yield* ticking(node.metering.admit(key, "barcode", 8))
      assert.strictEqual(call.giveBack().remaining, 10)
      assert.strictEqual(call.giveBack().remaining, 10)
      assert.strictEqual(Result.getOrThrow(yield* batch(node, key, 10)).remaining, 0)
      yield* node.stop
      assert.strictEqual(yield* recordedToday(key), 10)
    }))

  test("without room in the journal for all of its uses none is written down and none counts", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("starter")
      const node = yield* startNode()
      yield* use(node, key, 1)
      const before = node.disk.records.length
      node.disk.isFull = true
      assert.isTrue(Result.isFailure(yield* batch(node, key, 5)))
      node.disk.isFull = false
      assert.strictEqual(node.disk.records.filter(({ _tag }) => _tag === "Used").length, 1)
      assert.isAtLeast(node.disk.records.length, before)
      assert.strictEqual(Result.getOrThrow(yield* batch(node, key, 5)).usedToday, 6)
    }))

  test("drawn from several leases, it survives the death of the node in whole", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("starter")
      const node = yield* startNode()
      yield* burst(node, key, 3)
      assert.strictEqual(Result.getOrThrow(yield* batch(node, key, 45)).usedToday, 48)
      const uses = node.disk.records.flatMap((record) => (record._tag === "Used" ? [record] : []))
      assert.isAbove(new Set(uses.map(({ lease }) => lease)).size, 1)
      const disk = diskOf(node)
      yield* node.kill
      yield* TestClock.adjust("4 seconds")
      const next = yield* startNode("node_000000000001", disk)
      assert.strictEqual((yield* ticking(next.metering.snapshot(key))).usedToday, 48)
      yield* next.stop
      assert.strictEqual((yield* ledgerOf(key, day)).day.used, 48)
    }))
})
