import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { deadline } from "../../../src/api/operations/Deadline.ts"

/** An answer that never comes, and whether somebody still looks for it. */
const silence = () => {
  const state = { isLookedFor: true }
  const answer = Effect.onInterrupt(Effect.never, () =>
    Effect.sync(() => {
      state.isLookedFor = false
    })
  )
  return { state, answer }
}

describe("An answer within its deadline", () => {
  it("is given in the same turn when it comes at once", () => {
    const fiber = Effect.runFork(deadline(Effect.succeed("milk")))
    assert.deepStrictEqual(fiber.pollUnsafe(), Exit.succeed("milk"))
  })

  it("fails as it would without a deadline", () => {
    const fiber = Effect.runFork(deadline(Effect.fail("no milk")))
    assert.deepStrictEqual(fiber.pollUnsafe(), Exit.fail("no milk"))
  })

  it.effect("is given when it takes a moment less than 10 s", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(deadline(Effect.as(Effect.sleep("9999 millis"), "milk")))
      yield* TestClock.adjust("9999 millis")
      assert.strictEqual(yield* Fiber.join(fiber), "milk")
    })
  )
})

describe("An answer that does not come", () => {
  it.effect("is given up after 10 s", () =>
    Effect.gen(function* () {
      const { answer, state } = silence()
      const fiber = yield* Effect.forkChild(Effect.flip(deadline(answer)))
      yield* TestClock.adjust("9999 millis")
      assert.isTrue(state.isLookedFor)
      yield* TestClock.adjust("1 millis")
      assert.deepInclude(yield* Fiber.join(fiber), { _tag: "Busy", reason: "deadline passed", retryAfterSeconds: 1 })
      assert.isFalse(state.isLookedFor)
    })
  )

  it.effect("is given up before whoever asked is gone", () =>
    Effect.gen(function* () {
      const { answer, state } = silence()
      let wasLookedForAtTheEnd = true
      const asked = Effect.onExit(deadline(answer), () =>
        Effect.sync(() => {
          wasLookedForAtTheEnd = state.isLookedFor
        })
      )
      yield* Fiber.interrupt(yield* Effect.forkChild(asked, { startImmediately: true }))
      assert.isFalse(wasLookedForAtTheEnd)
    })
  )
})
