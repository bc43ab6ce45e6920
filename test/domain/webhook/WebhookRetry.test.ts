import { assert, describe, it } from "@effect/vitest"
import { afterTry } from "../../../domain/webhook/WebhookRetry.ts"

describe("tries to deliver a webhook", () => {
  it("end with any 2xx, and with 410 for good", () => {
    for (const status of [200, 202, 204]) assert.strictEqual(afterTry(1, { status }), "delivered")
    assert.strictEqual(afterTry(1, { status: 410 }), "give-up")
  })

  it("go on after any other answer and after none, a redirect too, for less than 24 hours", () => {
    for (const outcome of [{ status: 302 }, { status: 404 }, { status: 500 }, { problem: "late" } as const]) {
      const pauses: Array<number> = []
      while (true) {
        const next = afterTry(pauses.length + 1, outcome)
        if (typeof next === "string") {
          assert.strictEqual(next, "give-up")
          break
        }
        assert.isAbove(next.retryInMs, pauses.at(-1) ?? 0)
        pauses.push(next.retryInMs)
      }
      assert.lengthOf(pauses, 10)
      const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000
      assert.isTrue(hours > 20 && hours < 24, `${hours} h`)
    }
  })
})
