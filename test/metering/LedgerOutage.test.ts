import { assert, describe } from "@effect/vitest"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { plans } from "../../domain/key/Plan.ts"
import type { KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { throughOutage } from "../../src/metering/MeteringOptions.ts"
import { burst, recordedToday, test } from "./MeteringLoad.ts"
import { Disk, diskOf, issueKey, recordOf, type RunningNode, startNode, ticking } from "./MeteringRig.ts"

const outageSeconds = 60
const options = throughOutage(outageSeconds)
const startOne = (name: string, disk = new Disk()) => startNode(name, disk, options)

/** Finds the key and admits a call with it, five times a second, as a request does; counts what came of it. */
const askFor = Effect.fnUntraced(function* (node: RunningNode, key: KeyRecord, seconds: number) {
  let admitted = 0
  let failed = 0
  for (let call = 0; call < seconds * 5; call++) {
    const found = yield* ticking(Effect.result(node.keys.find(key.digest)))
    if (Result.isSuccess(found)) admitted += (yield* burst(node, key, 1)).admitted.length
    else failed++
    yield* TestClock.adjust(200)
  }
  return { admitted, failed }
})

/** A node whose ledger goes away while a key is in use, and what was admitted before. */
const cutOff = Effect.gen(function* () {
  const key = yield* issueKey("starter")
  const node = yield* startOne("node_000000000001")
  const before = yield* askFor(node, key, 5)
  node.disk.isLedgerDown = true
  return { before, key, node }
})

describe("the ledger is away", () => {
  test("a key in use is served through a failover of a minute, and each of its uses is recorded afterwards", () =>
    Effect.gen(function* () {
      const { before, key, node } = yield* cutOff
      const meanwhile = yield* askFor(node, key, outageSeconds - 2)
      assert.deepStrictEqual(meanwhile, { admitted: (outageSeconds - 2) * 5, failed: 0 })
      node.disk.isLedgerDown = false
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* recordedToday(key), before.admitted + meanwhile.admitted)
    }))

  test("a key that pauses for longer than a lease is kept otherwise is served again before the outage is over", () =>
    Effect.gen(function* () {
      const { key, node } = yield* cutOff
      yield* TestClock.adjust("40 seconds")
      assert.deepStrictEqual(yield* askFor(node, key, 5), { admitted: 25, failed: 0 })
    }))

  test("after that no key is served, because it may have been rotated elsewhere", () =>
    Effect.gen(function* () {
      const { key, node } = yield* cutOff
      yield* TestClock.adjust("61 seconds")
      assert.deepStrictEqual(yield* askFor(node, key, 1), { admitted: 0, failed: 5 })
    }))

  test("never more than the quota: a node without the ledger serves what it holds, and another is not granted it again", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const [first, second] = [yield* startOne("node_000000000001"), yield* startOne("node_000000000002")]
      let admitted = 0
      for (let round = 0; round < 8; round++) {
        for (const node of [first, second]) admitted += (yield* burst(node, key, 4)).admitted.length
        yield* TestClock.adjust("1 second")
      }
      first.disk.isLedgerDown = true
      for (let call = 0; call < 30; call++) {
        admitted += (yield* burst(first, key, 5)).admitted.length
        admitted += (yield* burst(second, key, 5)).admitted.length
        yield* TestClock.adjust("1 second")
      }
      first.disk.isLedgerDown = false
      yield* TestClock.adjust("1 second")
      assert.strictEqual(admitted, plans.developer.requestsPerHour)
      assert.strictEqual(yield* recordedToday(key), admitted)
    }))

  test("a rotation is not begun while a node is out of touch, and is when that one has started again", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("starter")
      const stays = yield* startOne("node_000000000001")
      const dies = yield* startOne("node_000000000002")
      yield* askFor(dies, key, 1)
      yield* stays.fence.demandAllInTouch
      yield* dies.kill
      yield* TestClock.adjust("3 seconds")
      const refused = yield* Effect.flip(stays.fence.demandAllInTouch)
      assert.include(String(refused.cause), "node_000000000002")
      assert.deepStrictEqual(yield* recordOf(key.keyId), key)
      yield* startOne("node_000000000002", diskOf(dies))
      yield* TestClock.adjust("1 second")
      yield* stays.fence.demandAllInTouch
    }))
})

describe("leases as long as an outage", () => {
  test("a node that no longer needs what it holds gives it back before another one lacks it", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const [first, second] = [yield* startOne("node_000000000001"), yield* startOne("node_000000000002")]
      yield* TestClock.adjust("1 second")
      yield* burst(first, key, 10)
      let admitted = 10
      for (let call = 0; call < 20; call++) {
        admitted += (yield* burst(second, key, 5)).admitted.length
        yield* TestClock.adjust("1 second")
      }
      // one unit stays with each node for its next request
      assert.isAtLeast(admitted, plans.developer.requestsPerHour - 1)
    }))
})
