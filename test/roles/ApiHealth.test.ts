import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Readiness, type ReadinessState } from "../../src/api/admission/Readiness.ts"
import { LedgerNode } from "../../src/metering/LedgerNode.ts"
import { RefusalCounts } from "../../src/metering/RefusalCounts.ts"
import * as ApiHealth from "../../src/roles/health/ApiHealth.ts"
import { RoleHealth } from "../../src/roles/RoleHealth.ts"

const stats = {
  admitted: 0,
  unreported: 0,
  openLeases: 0,
  syncs: 1,
  syncFailures: 0,
  sinceSyncMs: 0,
  journalBytes: 0,
  clockOffsetMs: 0
}

const ledgerNode = Layer.succeed(LedgerNode, {
  refusals: new RefusalCounts(),
  id: "node-1",
  request: () => Effect.die("nothing is asked here"),
  isTrusted: () => true,
  syncNow: Effect.void,
  onKeysChanged: () => {},
  stats: () => stats
})

/** An API process whose vectors are complete before anything is there to be embedded, as at a first start. */
const firstStart = () => {
  const state: { readiness: ReadinessState; due: number; isSilent: boolean; looks: number } = {
    readiness: { ready: false, reason: "catching up" },
    due: 0,
    isSilent: false,
    looks: 0
  }
  const vectors = {
    name: "product-vectors",
    look: Effect.suspend(() => {
      state.looks++
      return state.isSilent ? Effect.never : Effect.succeed({ ok: state.due === 0, detail: `${state.due} wait` })
    })
  }
  const layer = ApiHealth.layer([vectors]).pipe(
    Layer.provideMerge(RoleHealth.layer(["api"])),
    Layer.provide([ledgerNode, Layer.succeed(Readiness, { state: Effect.sync(() => state.readiness) })])
  )
  return { state, layer }
}

const report = Effect.flatMap(RoleHealth, ({ reports }) => Effect.map(reports, ([api]) => api))

describe("health of the api role", () => {
  it.effect("the first report that says ready knows what the start brought in, however late the last look was", () => {
    const { layer, state } = firstStart()
    return Effect.gen(function* () {
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* report)?.status, "unready")
      state.due = 12_248
      state.readiness = { ready: true }
      const first = yield* report
      assert.strictEqual(first?.status, "degraded")
      assert.deepStrictEqual(
        first?.checks.find(({ name }) => name === "product-vectors"),
        { name: "product-vectors", ok: false, detail: "12248 wait" }
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("once it is ready, asking costs no look; the looks that come by themselves see the end", () => {
    const { layer, state } = firstStart()
    return Effect.gen(function* () {
      yield* TestClock.adjust(1)
      state.readiness = { ready: true }
      yield* report
      const { looks } = state
      for (let i = 0; i < 100; i++) yield* report
      assert.strictEqual(state.looks, looks)
      state.due = 5
      assert.strictEqual((yield* report)?.status, "ready")
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual((yield* report)?.status, "degraded")
      state.due = 0
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual((yield* report)?.status, "ready")
    }).pipe(Effect.provide(layer))
  })

  it.effect(
    "a dependency that never answers holds the answer up for half a second, not for as long as it is silent",
    () => {
      const { layer, state } = firstStart()
      return Effect.gen(function* () {
        yield* TestClock.adjust(1)
        state.readiness = { ready: true }
        state.isSilent = true
        const asked = yield* Effect.forkChild(report)
        yield* TestClock.adjust("500 millis")
        assert.strictEqual((yield* Fiber.join(asked))?.status, "ready", "as it was seen last")
        yield* TestClock.adjust("3 seconds")
        assert.strictEqual((yield* report)?.status, "degraded")
      }).pipe(Effect.provide(layer))
    }
  )
})
