import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { KeyId } from "../../domain/key/KeyEvent.ts"
import type { PlanName } from "../../domain/key/Plan.ts"
import { reachedThresholds, warningName } from "../../domain/usage/QuotaWarning.ts"
import { UsageDay } from "../../domain/usage/UsageEvent.ts"
import { UsageReport } from "../../projections/ports/UsageReport.ts"
import type { DailyCount } from "../../projections/usage-report/UsageCount.ts"
import { quotaWarnings } from "../../src/queries/QuotaWarnings.ts"

const day = UsageDay.make("2026-11-21")
const keyOf = (number: number) => KeyId.make(`key_${String(number).padStart(12, "0")}`)
const count = (number: number, calls: number, more: Partial<DailyCount> = {}): DailyCount => ({
  keyId: keyOf(number),
  day,
  operation: "search",
  outcome: "admitted",
  calls,
  ...more
})

const ask = (counts: ReadonlyArray<DailyCount>, keys: ReadonlyArray<readonly [number, PlanName]>, active = true) =>
  quotaWarnings(
    keys.map(([number, plan]) => ({ keyId: keyOf(number), plan, active })),
    day
  ).pipe(
    Effect.provide(
      Layer.mock(UsageReport, {
        live: {
          checkpoint: Effect.die("no"),
          liveCheckpoint: Effect.die("no"),
          isPending: Effect.die("no"),
          adopt: Effect.void
        },
        days: ({ from, keyIds, to }) => {
          assert.isAtMost(keyIds.length, 25)
          return Effect.succeed(
            counts.filter((each) => keyIds.includes(each.keyId) && each.day >= from && each.day <= to)
          )
        }
      })
    )
  )

const Calls = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_000_000 }))
const Quota = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))

describe("warnings before the daily quota is used up", () => {
  it("begin at exactly 80 and 100 %", () => {
    assert.deepStrictEqual(
      [799, 800, 999, 1_000, 1_001].map((used) => reachedThresholds(used, 1_000)),
      [[], [80], [80], [80, 100], [80, 100]]
    )
    assert.deepStrictEqual(reachedThresholds(1_000_000, null), [])
    assert.deepStrictEqual(
      [7, 8].map((used) => reachedThresholds(used, 10)),
      [[], [80]]
    )
  })

  it.prop("are never taken back by more calls", [Calls, Quota], ([used, quota]) => {
    const [now, later] = [reachedThresholds(used, quota), reachedThresholds(used + 1, quota)]
    assert.deepStrictEqual(later.slice(0, now.length), [...now])
  })

  it("have one name for a key, a day and a threshold", () =>
    assert.strictEqual(warningName({ keyId: keyOf(1), day, threshold: 80 }), "quota_key_000000000001_2026-11-21_80"))

  it.effect("count admitted calls of all operations on the day, and nothing else", () =>
    Effect.gen(function* () {
      const counts = [
        count(1, 500),
        count(1, 299, { operation: "barcode" }),
        count(1, 900, { outcome: "refused-hour" }),
        count(1, 900, { day: UsageDay.make("2026-11-20") })
      ]
      assert.deepStrictEqual(yield* ask(counts, [[1, "developer"]]), [])
      const due = yield* ask([...counts, count(1, 1, { operation: "product" })], [[1, "developer"]])
      assert.deepStrictEqual(due, [{ keyId: keyOf(1), day, threshold: 80, used: 800, quota: 1_000 }])
    })
  )

  it.effect("of many keys are asked for in parts", () =>
    Effect.gen(function* () {
      const keys = Array.from({ length: 60 }, (_, i) => [i, "developer"] as const)
      const due = yield* ask(
        keys.map(([number]) => count(number, number < 20 ? 1_000 : 850)),
        keys
      )
      assert.lengthOf(due, 80)
      assert.lengthOf(
        due.filter(({ threshold }) => threshold === 100),
        20
      )
    })
  )

  it.effect("are not given for a deactivated key, nor after an upgrade has made room", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask([count(1, 1_000)], [[1, "developer"]], false), [])
      assert.deepStrictEqual(yield* ask([count(1, 1_000)], [[1, "starter"]]), [])
    })
  )
})
