import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { burst, recordedToday, test, use } from "./MeteringLoad.ts"
import { diskOf, issueKey, type RunningNode, startNode, ticking } from "./MeteringRig.ts"

describe("when something is not there", () => {
  test("without the ledger what is leased is served, then calls are refused, and nothing is lost", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("growth")
      const node = yield* startNode()
      for (let i = 0; i < 10; i++) yield* use(node, key, 20)
      node.disk.isLedgerDown = true
      let admitted = 0
      let unavailable = 0
      for (let i = 0; i < 20; i++) {
        const served = yield* burst(node, key, 20)
        assert.deepStrictEqual(served.limited, [])
        admitted += served.admitted.length
        unavailable += served.unavailable
        yield* TestClock.adjust("1 second")
      }
      assert.isAbove(admitted, 10)
      assert.isAbove(unavailable, 0)
      node.disk.isLedgerDown = false
      yield* ticking(Effect.sleep(300))
      assert.strictEqual(yield* recordedToday(key), 200 + admitted)
    }))

  test("without room for the journal calls are refused and consume nothing", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      yield* use(node, key, 5)
      node.disk.isFull = true
      assert.strictEqual((yield* burst(node, key, 3)).unavailable, 3)
      node.disk.isFull = false
      assert.strictEqual((yield* burst(node, key, 1)).admitted[0]?.usedToday, 6)
    }))

  test("after a kill the next life records exactly what was admitted and gives the rest back", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("growth")
      let disk = undefined
      let admitted = 0
      for (let life = 0; life < 30; life++) {
        const node: RunningNode = yield* startNode("node_000000000001", disk)
        for (let i = 0; i <= life % 4; i++) {
          admitted += (yield* burst(node, key, 7)).admitted.length
          yield* TestClock.adjust(90 * (life % 3))
        }
        yield* node.kill
        disk = diskOf(node)
        yield* TestClock.adjust("1 second")
      }
      const last = yield* startNode("node_000000000001", disk)
      assert.isAbove(admitted, 300)
      assert.strictEqual(yield* recordedToday(key), admitted)
      assert.strictEqual((yield* ticking(last.metering.snapshot(key))).usedToday, admitted)
      yield* last.stop
      assert.strictEqual(
        (yield* UsageLedgerStore.use((store) => store.balance(key.keyId))).leftToday,
        500_000 - admitted
      )
    }))

  test("with the journal lost as well, what was leased is gone: never more than the quota", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      yield* use(node, key, 40)
      const before = (yield* burst(node, key, 10)).admitted.length
      yield* node.kill
      const next = yield* startNode()
      let after = 0
      for (let i = 0; i < 20; i++) {
        after += (yield* burst(next, key, 10)).admitted.length
        yield* TestClock.adjust("1 second")
      }
      assert.isAtMost(40 + before + after, 100)
      assert.isAtLeast(after, 20)
    }))

  test("a node that stops in order leaves nothing open, and an empty journal", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      yield* use(node, key, 7)
      yield* burst(node, key, 2)
      yield* node.stop
      assert.deepStrictEqual(node.disk.records, [])
      const { leftThisHour, usedToday } = yield* UsageLedgerStore.use((store) => store.balance(key.keyId))
      assert.deepStrictEqual([usedToday, leftThisHour], [9, 91])
      assert.strictEqual((yield* burst(node, key, 1)).unavailable, 1)
    }))

  test("two nodes on one quota admit no more than it together, and all of it", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const nodes = [yield* startNode("node_00000000000a"), yield* startNode("node_00000000000b")]
      let admitted = 0
      for (let i = 0; i < 40; i++) {
        for (const node of nodes) admitted += (yield* burst(node, key, 4)).admitted.length
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual(admitted, 100)
    }))

  test("in the steady state a sync carries hundreds of calls", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("business")
      const node = yield* startNode()
      let admitted = 0
      for (let i = 0; i < 200; i++) {
        admitted += (yield* burst(node, key, 5)).admitted.length
        yield* TestClock.adjust(50)
      }
      assert.strictEqual(admitted, 1_000)
      assert.isAtMost(node.ledger.stats().syncs, 60)
    }))
})
