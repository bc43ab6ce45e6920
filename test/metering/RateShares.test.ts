import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { seededRandom } from "../../bench/SyntheticCatalogue.ts"
import { plans } from "../../domain/key/Plan.ts"
import type { KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { defaultMeteringOptions } from "../../src/metering/MeteringOptions.ts"
import { test } from "./MeteringLoad.ts"
import { issueKey, type RunningNode, startNode } from "./MeteringRig.ts"

const stepMs = 20
const stepsASecond = 1_000 / stepMs

interface Outcome {
  /** ms of the test's clock at which a call was let through */
  readonly admitted: Array<number>
  refused: number
  /** how long the slowest admitted call waited, ms */
  slowestMs: number
}

/** Nodes that know of each other. */
const startNodes = (count: number) =>
  Effect.forEach(Array.from({ length: count }), (_, n) => startNode(`node_00000000000${n + 1}`)).pipe(
    Effect.tap(() => TestClock.adjust("1 second"))
  )

const startPair = Effect.gen(function* () {
  return [yield* startNode("node_000000000001"), yield* startNode("node_000000000002")] as const
})

/**
 * Calls at the pace, evenly in time, each at the node that `route` names; the clock goes on in steps of 20 ms.
 * Calls that do not count are paced as those are that do, and have no quota that could run out.
 */
const drive = Effect.fnUntraced(function* (
  nodes: ReadonlyArray<RunningNode>,
  key: KeyRecord,
  { pace, route, seconds }: { readonly pace: number; readonly seconds: number; readonly route: (n: number) => number }
) {
  const outcome: Outcome = { admitted: [], refused: 0, slowestMs: 0 }
  const fibers: Array<Fiber.Fiber<void, unknown>> = []
  const beganMs = yield* Clock.currentTimeMillis
  let calls = 0
  const call = Effect.fnUntraced(function* (node: RunningNode) {
    const sentMs = yield* Clock.currentTimeMillis
    const result = yield* Effect.result(node.metering.pace(key))
    const nowMs = yield* Clock.currentTimeMillis
    if (Result.isFailure(result)) return void outcome.refused++
    outcome.admitted.push(nowMs - beganMs)
    outcome.slowestMs = Math.max(outcome.slowestMs, nowMs - sentMs)
  })
  for (let step = 0; step < seconds * stepsASecond; step++) {
    while (calls < ((step + 1) * pace) / stepsASecond) {
      const node = nodes[route(calls)]
      calls++
      if (node !== undefined) fibers.push(yield* Effect.forkChild(call(node)))
    }
    yield* TestClock.adjust(stepMs)
  }
  yield* TestClock.adjust("1 second")
  yield* Fiber.awaitAll(fibers)
  return outcome
})

/** The most that any second holds, wherever it begins. */
const mostInASecond = ({ admitted }: Outcome): number =>
  Math.max(...admitted.map((start) => admitted.filter((at) => at >= start && at < start + 1_000).length))

/** The least of the whole seconds from the third on. */
const leastOfSeconds = ({ admitted }: Outcome, seconds: number): number =>
  Math.min(
    ...Array.from({ length: seconds - 2 }, (_, n) => (n + 2) * 1_000).map(
      (start) => admitted.filter((at) => at > start && at <= start + 1_000).length
    )
  )

const random = seededRandom(20261127)

interface Route {
  readonly name: string
  readonly nodes: number
  readonly of: (call: number) => number
  /** each node gets the same part of every second */
  readonly isSteady: boolean
}
const routes: ReadonlyArray<Route> = [
  { name: "all at one node", nodes: 2, of: () => 0, isSteady: true },
  { name: "in turns", nodes: 2, of: (n) => n % 2, isSteady: true },
  { name: "nine to one", nodes: 2, of: (n) => (n % 10 === 0 ? 1 : 0), isSteady: true },
  { name: "seven to three", nodes: 2, of: (n) => (n % 10 < 3 ? 1 : 0), isSteady: true },
  { name: "by chance", nodes: 2, of: () => (random() < 0.5 ? 0 : 1), isSteady: false },
  { name: "by chance at three", nodes: 3, of: () => Math.floor(random() * 3), isSteady: false },
  { name: "a hundred here, a hundred there", nodes: 2, of: (n) => Math.floor(n / 100) % 2, isSteady: false }
]

describe("the limit per second over several nodes", () => {
  for (const { isSteady, name, nodes, of: route } of routes) {
    test(`${name}: asked for twice the limit, they let through the limit, and never more in any second`, () =>
      Effect.gen(function* () {
        const key = yield* issueKey("starter")
        const limit = plans.starter.requestsPerSecond
        const seconds = 20
        const outcome = yield* drive(yield* startNodes(nodes), key, { pace: 2 * limit, seconds, route })
        assert.isAtMost(mostInASecond(outcome), limit)
        assert.isAtLeast(outcome.admitted.length, 0.9 * limit * seconds)
        if (isSteady) assert.isAtLeast(leastOfSeconds(outcome, seconds), 0.9 * limit)
      }))

    test(`${name}: a caller that keeps to nine tenths of the limit is let through, after three ticks at most`, () =>
      Effect.gen(function* () {
        const key = yield* issueKey("starter")
        const pace = 0.9 * plans.starter.requestsPerSecond
        const { refused, slowestMs } = yield* drive(yield* startNodes(nodes), key, { pace, seconds: 20, route })
        assert.isAtMost(refused, 0.05 * pace * 20)
        assert.isAtMost(slowestMs, 3 * defaultMeteringOptions.tickIntervalMs)
      }))
  }

  test("who asks for less than half of the limit waits for the ledger, and for no other node", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("growth")
      const nodes = yield* startNodes(2)
      const { refused, slowestMs } = yield* drive(nodes, key, { pace: 20, seconds: 20, route: (n) => n % 2 })
      assert.strictEqual(refused, 0)
      assert.isBelow(slowestMs, defaultMeteringOptions.tickIntervalMs / 4)
    }))

  test("a node that holds all of it gives another an equal share, and the limit is used meanwhile", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("starter")
      const [first, second] = yield* startPair
      yield* drive([first], key, { pace: 20, seconds: 3, route: () => 0 })
      const both = yield* drive([first, second], key, { pace: 40, seconds: 20, route: (n) => n % 2 })
      assert.isAtLeast(leastOfSeconds(both, 20), 9)
      const own = yield* drive([second], key, { pace: 20, seconds: 1, route: () => 0 })
      assert.isAtLeast(own.admitted.length, 4)
    }))

  test("while the ledger is away a request over the node's units is refused at once, and one within them is served", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("starter")
      const [first, second] = yield* startPair
      yield* drive([first, second], key, { pace: 8, seconds: 3, route: (n) => n % 2 })
      first.disk.isLedgerDown = true
      yield* TestClock.adjust("1 second")
      const { admitted, refused, slowestMs } = yield* drive([first], key, { pace: 20, seconds: 1, route: () => 0 })
      assert.isAtLeast(admitted.length, 3)
      assert.strictEqual(refused, 20 - admitted.length)
      assert.strictEqual(slowestMs, 0)
    }))
})
