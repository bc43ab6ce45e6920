import { assert, describe, it } from "@effect/vitest"
import { retryAfterMs } from "../../../infra/model-endpoint/RetryAfter.ts"

const nowMs = Date.UTC(2026, 10, 21, 12, 0, 0)
const said = (text: string) => retryAfterMs(new Headers({ "retry-after": text }), nowMs)

describe("how long an endpoint wants to be left alone", () => {
  for (const [text, ms] of [
    ["17", 17_000],
    ["0.2", 200],
    ["0", 0],
    ["999999", 3_600_000],
    ["Sat, 21 Nov 2026 12:00:30 GMT", 30_000],
    ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
    ["soon", null],
    ["", null]
  ] as const) {
    it(`"${text}" is ${ms === null ? "not known" : `${ms} ms`}`, () => assert.strictEqual(said(text), ms))
  }

  it("is not known when it does not say, or did not answer", () => {
    assert.isNull(retryAfterMs(new Headers(), nowMs))
    assert.isNull(retryAfterMs(undefined, nowMs))
  })
})
