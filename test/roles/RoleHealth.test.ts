import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { Leadership, layer as leadership } from "../../src/roles/health/Leadership.ts"
import { sampled } from "../../src/roles/health/Sampling.ts"
import { RoleHealth, statusOf } from "../../src/roles/RoleHealth.ts"

const down = new StorageUnavailable({ operation: "look", cause: "postgres://user:secret@10.0.0.1 refuses" })

describe("health of a role", () => {
  it.effect("what does not answer fails its check, without a word of what the server said, and recovers", () =>
    Effect.gen(function* () {
      let isDown = true
      const look = Effect.suspend(() => (isDown ? Effect.fail(down) : Effect.succeed({ ok: true, detail: "answers" })))
      const { checks } = yield* sampled("relay", [{ name: "database", look }])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* checks, [{ name: "database", ok: false, detail: "does not answer" }])
      isDown = false
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(yield* checks, [{ name: "database", ok: true, detail: "answers" }])
    })
  )

  it.effect("what never answers, and what is broken, holds nobody up", () =>
    Effect.gen(function* () {
      const { checks } = yield* sampled("relay", [
        { name: "silent", look: Effect.never },
        { name: "broken", look: Effect.die(new Error("a mistake of ours")) },
        { name: "well", look: Effect.succeed({ ok: true, detail: "answers" }) }
      ])
      assert.deepStrictEqual(
        (yield* checks).map(({ detail }) => detail),
        ["not looked at yet", "not looked at yet", "not looked at yet"]
      )
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(
        (yield* checks).map(({ ok }) => ok),
        [false, false, true]
      )
    })
  )

  it.effect("after looks that took long the next come later, but not later than a limit", () =>
    Effect.gen(function* () {
      let looks = 0
      const look = Effect.suspend(() => {
        looks++
        return Effect.as(Effect.sleep("1 second"), { ok: true, detail: "answers" })
      })
      const { checks } = yield* sampled("projector", [{ name: "feed", look }])
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(looks, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(looks, 2)
      yield* TestClock.adjust("110 seconds")
      assert.strictEqual(looks, 12)
      assert.lengthOf(yield* checks, 1)
    })
  )

  it("is degraded by any check that fails, and useless only as the role decides", () => {
    const check = (name: string, ok: boolean) => ({ name, ok, detail: "" })
    const isUseless = (failed: ReadonlySet<string>) => failed.has("a") && failed.has("b")
    assert.strictEqual(statusOf([check("a", true), check("b", true)], isUseless), "ready")
    assert.strictEqual(statusOf([check("a", false), check("b", true)], isUseless), "degraded")
    assert.strictEqual(statusOf([check("a", false), check("b", false)], isUseless), "unready")
  })

  it.effect("a role that has not said yet how it is can do nothing, and is not left out", () =>
    Effect.gen(function* () {
      const health = yield* RoleHealth
      const statuses = Effect.map(health.reports, (reports) => reports.map(({ role, status }) => [role, status]))
      assert.deepStrictEqual(yield* statuses, [
        ["api", "unready"],
        ["relay", "unready"]
      ])
      yield* health.add("relay", Effect.succeed({ status: "ready", checks: [] }))
      assert.deepStrictEqual(yield* statuses, [
        ["api", "unready"],
        ["relay", "ready"]
      ])
    }).pipe(Effect.provide(RoleHealth.layer(["api", "relay"])))
  )

  it.effect("a role knows what it leads while it works, and not before or after", () =>
    Effect.gen(function* () {
      const { leads } = yield* Leadership
      const lock = yield* LeaderLock
      assert.isFalse(leads("relay"))
      assert.isTrue(
        yield* lock.whileLeader(
          "relay",
          Effect.sync(() => leads("relay") && !leads("other"))
        )
      )
      assert.isFalse(leads("relay"))
      yield* Effect.ignore(lock.whileLeader("relay", Effect.fail("lost")))
      assert.isFalse(leads("relay"))
    }).pipe(Effect.provide(leadership.pipe(Layer.provide(LeaderLock.layerAlone))))
  )
})
