import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  defaultLeaseSizing,
  isHoarding,
  nextDemand,
  targetSize,
  wantedSize
} from "../../../domain/usage/LeaseSizing.ts"
import { grantedUnits, type RateView, wantedUnits } from "../../../domain/usage/RateShare.ts"
import { countRecent, hasRoom, makeSecondWindow, noteAdmission, withLimit } from "../../../domain/usage/SecondWindow.ts"
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
      // half of the calls come while the node holds all of it, and some while it holds nothing
      const allowed = i % 7 === 0 ? 0 : i % 2 === 0 ? share : given.Limit
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
    assert.strictEqual(countRecent(window, now), Math.min(Next, recent + more))
    assert.strictEqual(more, Math.max(0, Next - recent))
  })
})

describe("RateShare", () => {
  const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 25 }))
  const alone = { limit: 10, held: 0, othersHeld: 0, othersLack: 0, otherNodes: 0, hot: 0, waiting: 0 }

  it("what a node should hold of a limit of ten", () => {
    const one = { ...alone, otherNodes: 1 }
    const cases: ReadonlyArray<readonly [string, RateView, number]> = [
      ["alone it holds all", alone, 10],
      ["nothing that nobody asks for", one, 0],
      ["up to an equal share, for a first request", { ...one, waiting: 1 }, 5],
      ["what it needs, beyond an equal share", { ...one, held: 5, hot: 5, waiting: 3 }, 8],
      ["no more while a quarter of it is cold", { ...one, held: 4, hot: 2 }, 4],
      ["lets go of cold ones when another joins", { ...one, held: 10, hot: 3 }, 5],
      ["keeps a few while enough is free", { ...one, held: 5, hot: 1 }, 5],
      ["keeps no spare one while another lacks some", { ...one, held: 5, hot: 2, othersHeld: 5, othersLack: 1 }, 2],
      ["one at a time above an equal share", { ...one, held: 10, hot: 10, waiting: 4, othersLack: 7 }, 9],
      ["an equal share stays", { ...one, held: 5, hot: 5, othersHeld: 5, othersLack: 3 }, 5]
    ]
    for (const [rule, view, units] of cases) assert.strictEqual(wantedUnits(view), units, rule)
  })

  it.prop(
    "never more than the limit, and what it needs up to an equal share",
    { limit: Limit, held: Count, othersHeld: Count, othersLack: Count, otherNodes: Count, hot: Count, waiting: Count },
    (given) => {
      const view = { ...given, held: Math.min(given.held, given.limit), hot: Math.min(given.hot, given.held) }
      const units = wantedUnits(view)
      assert.isTrue(Number.isInteger(units) && units >= 0 && units <= view.limit)
      const equalShare = Math.ceil(view.limit / (view.otherNodes + 1))
      if (view.held <= equalShare) assert.isAtLeast(units, Math.min(equalShare, view.hot + view.waiting))
    }
  )

  it.prop(
    "claims that are granted one after the other never come to more than the limit",
    { Limit, claims: Schema.Array(Schema.Tuple([Schema.Literals([0, 1, 2]), Count])) },
    (given) => {
      const held = [0, 0, 0]
      for (const [node, claimed] of given.claims) {
        const others = held.reduce((sum, units, i) => (i === node ? sum : sum + units), 0)
        held[node] = grantedUnits(given.Limit, claimed, others)
        assert.isAtMost(others + (held[node] ?? 0), given.Limit)
      }
    }
  )
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
    wantedSize(sizing, { demandPerSecond, available, waiting, left: 10_000 })
  const target = (demandPerSecond: number, left = 10_000) => targetSize(sizing, { demandPerSecond, left })

  it("a lease lasts until the horizon and is never empty", () => {
    assert.strictEqual(target(50), 100)
    assert.strictEqual(target(0), 1)
    assert.strictEqual(target(1e9), sizing.sizeMax)
  })

  it("lasts through an outage out of an eighth of what is left, and until the horizon in any case", () => {
    const through = { ...sizing, outageMs: 60_000 }
    const needs = [10_000, 8_000, 100, 0].map((left) => targetSize(through, { demandPerSecond: 10, left }))
    assert.deepStrictEqual(needs, [1_200, 1_000, 20, 20])
    assert.strictEqual(targetSize(through, { demandPerSecond: 0, left: 10_000 }), 1)
  })

  it("hoards what it does not need when it is more than half of what is left for others", () => {
    const hoards = (available: number, left: number) => isHoarding(sizing, { demandPerSecond: 5, available, left })
    assert.deepStrictEqual([hoards(20, 0), hoards(21, 100), hoards(21, 40), hoards(21, 0)], [false, false, true, true])
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
