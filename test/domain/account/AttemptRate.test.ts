import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { type AttemptCount, decideAttempt } from "../../../domain/account/AttemptRate.ts"

const limit = { max: 5, windowMs: 60_000 }

/** How many of the attempts at these times were let through, and when. */
const allowed = (times: ReadonlyArray<number>): ReadonlyArray<number> => {
  let count: AttemptCount | null = null
  return times.filter((now) => {
    const decision = decideAttempt(count, limit, now)
    count = decision.count
    return decision.retryAfterMs === 0
  })
}

const Gaps = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40_000 }))).check(
  Schema.isMaxLength(60)
)

describe("AttemptRate", () => {
  it("so many at once and no more", () => assert.lengthOf(allowed(Array.from({ length: 20 }, () => 1_000)), 5))

  it("the border between two windows lets no more through", () => {
    const times = [...Array.from({ length: 5 }, () => 59_999), ...Array.from({ length: 5 }, () => 60_001)]
    assert.lengthOf(allowed(times), 5)
  })

  it("what is refused counts for nothing: who waits is let in", () => {
    const hammering = Array.from({ length: 600 }, (_, second) => second * 1_000)
    assert.isAtLeast(allowed(hammering).length, 40)
  })

  it.prop(
    "in no window are there more than twice the limit, and after the wait one is let through",
    [Arbitrary.schema(Gaps)],
    ([gaps]) => {
      let count: AttemptCount | null = null
      let now = 1_000_000
      const passed: Array<number> = []
      for (const gap of gaps) {
        now += gap
        const decision = decideAttempt(count, limit, now)
        count = decision.count
        if (decision.retryAfterMs === 0) {
          passed.push(now)
          continue
        }
        assert.isAtMost(decision.retryAfterMs, 2 * limit.windowMs)
        assert.strictEqual(decideAttempt(count, limit, now + decision.retryAfterMs).retryAfterMs, 0)
      }
      for (const start of passed) {
        const within = passed.filter((at) => at >= start && at < start + limit.windowMs)
        assert.isAtMost(within.length, 2 * limit.max)
      }
    }
  )

  it("a clock that was set back opens nothing", () => {
    const full = allowed([120_000, 120_000, 120_000, 120_000, 120_000, 60_000, 60_000])
    assert.lengthOf(full, 5)
  })
})
