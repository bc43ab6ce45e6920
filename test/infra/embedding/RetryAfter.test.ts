import { assert, describe, it } from "@effect/vitest"
import { retryAfterSeconds } from "../../../infra/embedding/RetryAfter.ts"

const nowMs = Date.UTC(2026, 10, 21, 12, 0, 0)
const said = (text: string) => retryAfterSeconds(new Headers({ "retry-after": text }), nowMs)

describe("how long an endpoint wants to be left alone", () => {
  for (const [text, seconds] of [
    ["17", 17],
    ["0.2", 1],
    ["0", 1],
    ["999999", 3_600],
    ["Sat, 21 Nov 2026 12:00:30 GMT", 30],
    ["Sat, 21 Nov 2026 11:00:00 GMT", 1],
    ["soon", 5],
    ["", 5]
  ] as const) {
    it(`"${text}" is ${seconds} s`, () => assert.strictEqual(said(text), seconds))
  }

  it("is 5 s when it does not say, or did not answer", () => {
    assert.strictEqual(retryAfterSeconds(new Headers(), nowMs), 5)
    assert.strictEqual(retryAfterSeconds(undefined, nowMs), 5)
  })
})
