import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Logger, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { plans } from "../../domain/key/Plan.ts"
import { UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { ClockGuard } from "../../src/metering/ClockGuard.ts"
import { NodeTime } from "../../src/metering/NodeTime.ts"
import { steppedClock } from "../support/SteppedClock.ts"
import { burst } from "./MeteringLoad.ts"
import { diskOf, issueKey, type RunningNode, startNode, storage, type Storage } from "./MeteringRig.ts"

/** some minutes before the hour turns */
const start = Date.UTC(2026, 2, 14, 12, 57)
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const yearMs = 365 * 24 * hourMs
const { requestsPerHour } = plans.developer

interface Wall {
  readonly setOff: (ms: number) => Effect.Effect<void>
  /** what was logged since it was last asked, of warnings and of the clocks */
  readonly logged: () => ReadonlyArray<string>
}

/** A node's storage and the node itself by a wall clock that the test sets. */
const test = (guarantee: string, body: (wall: Wall) => Effect.Effect<void, unknown, Storage | Scope.Scope>) =>
  it.effect(guarantee, () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const { setOff } = yield* steppedClock
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push(String(message)))
      const logged = () => lines.splice(0).filter((line) => line.includes("clock"))
      const layer = Layer.merge(storage, Logger.layer([logger]))
      yield* Effect.provide(body({ setOff, logged }), layer, { local: true })
    })
  )

/** All that the key gets in 15 seconds. */
const takeAll = Effect.fnUntraced(function* (node: RunningNode, key: Effect.Success<ReturnType<typeof issueKey>>) {
  let admitted = 0
  for (let second = 0; second < 15; second++) {
    admitted += (yield* burst(node, key, plans.developer.requestsPerSecond)).admitted.length
    yield* TestClock.adjust("1 second")
  }
  return admitted
})

describe("a wall clock that is set while a node runs", () => {
  test("a year forward, back and forward again gives no quota; the next real hour does, and nothing is an error", (wall) =>
    Effect.gen(function* () {
      const [key, node] = [yield* issueKey("developer"), yield* startNode()]
      assert.strictEqual(yield* takeAll(node, key), requestsPerHour)
      for (const offMs of [yearMs, 0, 2 * yearMs, -yearMs, yearMs]) {
        yield* wall.setOff(offMs)
        assert.strictEqual(yield* takeAll(node, key), 0, `off by ${offMs} ms`)
        const { limited, unavailable } = yield* burst(node, key, 3)
        assert.deepStrictEqual([limited.length, unavailable], [3, 0])
      }
      yield* TestClock.adjust(3 * minuteMs)
      assert.strictEqual(yield* takeAll(node, key), requestsPerHour)
    }))

  test("what it does is said once, with the remedy, and the metric shows the distance", (wall) =>
    Effect.gen(function* () {
      const node = yield* startNode()
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(wall.logged(), [])
      yield* wall.setOff(yearMs)
      yield* TestClock.adjust("10 seconds")
      const [forward, ...more] = wall.logged()
      assert.include(forward ?? "", "stepped forward")
      assert.include(forward ?? "", "accept-clock")
      assert.deepStrictEqual(more, [])
      assert.approximately(node.ledger.stats().clockOffsetMs, yearMs, minuteMs)
      yield* UsageLedgerStore.use((store) => store.acceptClock)
      yield* TestClock.adjust("1 second")
      assert.include(wall.logged()[0] ?? "", "agree again")
      yield* wall.setOff(0)
      yield* TestClock.adjust("1 second")
      const [back] = wall.logged()
      assert.include(back ?? "", "behind")
      assert.include(back ?? "", "accept-clock")
      assert.approximately(node.ledger.stats().clockOffsetMs, -yearMs, minuteMs)
    }))

  test("a restart takes a step forward over, once; the way back is none", (wall) =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      let node = yield* startNode()
      assert.strictEqual(yield* takeAll(node, key), requestsPerHour)
      for (const [offMs, expected] of [
        [yearMs, requestsPerHour],
        [0, 0],
        [yearMs, 0]
      ] as const) {
        yield* node.stop
        yield* wall.setOff(offMs)
        node = yield* startNode("node_000000000001", diskOf(node))
        assert.strictEqual(yield* takeAll(node, key), expected, `off by ${offMs} ms`)
      }
    }))
})

describe("the clock of a node that nobody can set", () => {
  it.effect("goes on while the machine sleeps, and not where only the uptime is rounded", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      let uptimeMs = 1_000
      const guard = new ClockGuard(new NodeTime(clock), () => uptimeMs)
      uptimeMs += 1_000
      assert.strictEqual(guard.steadyMs(), 0)
      uptimeMs += 8 * hourMs
      assert.strictEqual(guard.steadyMs(), 8 * hourMs + 1_000)
      uptimeMs += hourMs
      yield* TestClock.adjust(hourMs)
      assert.strictEqual(guard.steadyMs(), 9 * hourMs + 1_000)
    })
  )
})
