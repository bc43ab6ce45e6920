import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { defaultLeaseSizing, nextDemand, targetSize, wantedSize } from "../../../domain/usage/LeaseSizing.ts"
import { isWorthTelling, shareOfLimit } from "../../../domain/usage/RateShare.ts"
import { hasRoom, makeSecondWindow, noteAdmission, withLimit } from "../../../domain/usage/SecondWindow.ts"
import { retryAfterSeconds, usageWindow } from "../../../domain/usage/UsageWindow.ts"

const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 }))
/** gaps between calls, ms: bursts, and pauses around a second */
const Gaps = Schema.Array(Schema.Literals([0, 0, 0, 1, 40, 100, 250, 999, 1_000, 1_001])).check(
  Schema.isMinLength(20),
  Schema.isMaxLength(120)
)

describe("SecondWindow", () => {
  it.prop(
    "admits at most the limit in any second, and a call that it refuses has that many before it",
    { Limit, Gaps },
    ({ Gaps, Limit }) => {
      const window = makeSecondWindow(Limit)
      const admitted: Array<number> = []
      let now = 0
      for (const gap of Gaps) {
        now += gap
        const within = admitted.filter((time) => now - time < 1_000).length
        assert.strictEqual(hasRoom(window, now), within < Limit)
        if (within >= Limit) continue
        noteAdmission(window, now)
        admitted.push(now)
      }
    }
  )

  it.prop("a share of the limit is kept as exactly as the limit", { Limit, Gaps, Share: Limit }, (given) => {
    const share = Math.min(given.Share, given.Limit)
    const window = makeSecondWindow(given.Limit)
    const admitted: Array<number> = []
    let now = 0
    for (const [i, gap] of given.Gaps.entries()) {
      now += gap
      // half of the calls come while nobody else asks
      const allowed = i % 2 === 0 ? share : given.Limit
      const within = admitted.filter((time) => now - time < 1_000).length
      assert.strictEqual(hasRoom(window, now, allowed), within < allowed)
      if (within >= allowed) continue
      noteAdmission(window, now)
      admitted.push(now)
    }
  })

  it.prop("under another limit recent calls still count", { Limit, Next: Limit, Gaps }, ({ Gaps, Limit, Next }) => {
    let window = makeSecondWindow(Limit)
    const admitted: Array<number> = []
    let now = 0
    for (const gap of Gaps) {
      now += gap
      if (!hasRoom(window, now)) continue
      noteAdmission(window, now)
      admitted.push(now)
    }
    window = withLimit(window, Next)
    let more = 0
    for (; hasRoom(window, now); more++) noteAdmission(window, now)
    const recent = admitted.filter((time) => now - time < 1_000).length
    assert.strictEqual(more, Math.max(0, Next - recent))
  })
})

describe("RateShare", () => {
  const Pace = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 500 }))

  it.prop(
    "nodes that know of each other keep the limit together, but for the one request that each may always admit",
    { Limit, paces: Schema.Array(Pace).check(Schema.isMinLength(1), Schema.isMaxLength(8)) },
    ({ Limit, paces }) => {
      const told = paces.map((pace) => Math.max(1, pace))
      const all = told.reduce((sum, pace) => sum + pace, 0)
      const shares = told.map((pace) => shareOfLimit(Limit, pace, all - pace))
      const beyondOne = shares.reduce((sum, share) => sum + (share > 1 ? share : 0), 0)
      assert.isTrue(shares.every((share) => share >= 1))
      assert.isAtMost(beyondOne, Limit)
      if (paces.length === 1) assert.deepStrictEqual(shares, [Limit])
    }
  )

  it("a pace is told when it changed by a fifth and a request a second, and when it ended", () => {
    const cases: ReadonlyArray<readonly [number, number, boolean]> = [
      [0, 0, false],
      [0, 1, true],
      [3, 0, true],
      [10, 11, false],
      [10, 12, true],
      [10, 8, true]
    ]
    for (const [told, now, worth] of cases) assert.strictEqual(isWorthTelling(told, now), worth, `${told} → ${now}`)
  })
})

describe("UsageWindow", () => {
  it("an instant belongs to its UTC day and hour, and the hour ends where the next begins", () => {
    const last = usageWindow(Date.UTC(2026, 11, 31, 23, 59, 59, 999))
    assert.deepStrictEqual([String(last.day), last.hour], ["2026-12-31", 23])
    const next = usageWindow(last.endMs)
    assert.deepStrictEqual([String(next.day), next.hour, next.startMs], ["2027-01-01", 0, last.endMs])
  })

  it("Retry-After is the whole seconds until the window opens, at least one", () => {
    const noon = Date.UTC(2026, 2, 14, 12)
    assert.strictEqual(retryAfterSeconds("second", noon + 1), 1)
    assert.strictEqual(retryAfterSeconds("hour", noon), 3_600)
    assert.strictEqual(retryAfterSeconds("hour", noon + 3_599_999), 1)
    assert.strictEqual(retryAfterSeconds("day", noon), 43_200)
    assert.strictEqual(retryAfterSeconds("day", noon + 500), 43_200)
  })
})

describe("LeaseSizing", () => {
  const sizing = defaultLeaseSizing
  const want = (demandPerSecond: number, available: number, waiting = 0) =>
    wantedSize(sizing, { demandPerSecond, available, waiting })

  it("a lease lasts until the horizon and is never empty", () => {
    assert.strictEqual(targetSize(sizing, 50), 100)
    assert.strictEqual(targetSize(sizing, 0), 1)
    assert.strictEqual(targetSize(sizing, 1e9), sizing.sizeMax)
  })

  it("asks for the next when half of it is used, and not before", () => {
    assert.strictEqual(want(50, 51), 0)
    assert.strictEqual(want(50, 50), 50)
    assert.strictEqual(want(0, 1), 0)
    assert.strictEqual(want(0, 0), 1)
  })

  it("asks for all who wait at once", () => {
    assert.strictEqual(want(0, 0, 60), 60)
    assert.strictEqual(want(50, 0, 10), 100)
  })

  it("demand rises at once and falls by and by", () => {
    assert.strictEqual(nextDemand(4, 5, 250), 20)
    assert.strictEqual(nextDemand(30, 0, 250), 20)
    assert.strictEqual(nextDemand(30, 9, 0), 30)
  })
})
