import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { KeyId } from "../../domain/key/KeyEvent.ts"
import { UsageDay } from "../../domain/usage/UsageEvent.ts"
import { UsageReport } from "../../projections/ports/UsageReport.ts"
import type { HourlyCount } from "../../projections/usage-report/UsageCount.ts"
import { byDay } from "../../projections/usage-report/UsageReportProjection.ts"
import { usageCsv, type UsageQuestion, usageReport } from "../../src/queries/UsageReport.ts"

const a = KeyId.make("key_aaaaaaaaaaaa")
const b = KeyId.make("key_bbbbbbbbbbbb")
const day = (text: string) => UsageDay.make(text)

const admitted = { operation: "search", outcome: "admitted" } as const
const counts: ReadonlyArray<HourlyCount> = [
  { keyId: a, day: day("2026-11-20"), hour: 23, ...admitted, calls: 5 },
  { keyId: a, day: day("2026-11-21"), hour: 0, ...admitted, calls: 2 },
  { keyId: a, day: day("2026-11-21"), hour: 0, operation: "search", outcome: "refused-hour", calls: 7 },
  { keyId: a, day: day("2026-11-21"), hour: 9, operation: "analyze", outcome: "admitted", calls: 1 },
  { keyId: b, day: day("2026-11-21"), hour: 9, operation: "analyze", outcome: "refused-second", calls: 4 },
  { keyId: b, day: day("2026-11-21"), hour: 9, operation: "analyze", outcome: "refused-day", calls: 3 }
]

const isAsked =
  ({ from, keyIds, to }: { from: string; to: string; keyIds: ReadonlyArray<KeyId> }) =>
  (count: { readonly day: string; readonly keyId: KeyId }) =>
    keyIds.includes(count.keyId) && count.day >= from && count.day <= to

const report = Layer.mock(UsageReport, {
  live: {
    checkpoint: Effect.die("no"),
    liveCheckpoint: Effect.die("no"),
    isPending: Effect.die("no"),
    adopt: Effect.void
  },
  hours: (asked) => Effect.succeed(counts.filter(isAsked(asked))),
  days: (asked) => Effect.succeed(byDay(counts).filter(isAsked(asked)))
})

const ask = (more: Partial<UsageQuestion>) =>
  usageReport({ keyIds: [a, b], from: day("2026-11-20"), to: day("2026-11-21"), by: "day", ...more }).pipe(
    Effect.provide(report)
  )

const none = { admitted: 0, refusedSecond: 0, refusedHour: 0, refusedDay: 0 }
const total = { admitted: 8, refusedSecond: 4, refusedHour: 7, refusedDay: 3 }

describe("a usage report", () => {
  it.effect("has a row for each day, of all keys together", () =>
    Effect.gen(function* () {
      const answer = yield* ask({ from: day("2026-11-19") })
      assert.deepStrictEqual(answer.rows, [
        { name: "2026-11-19", ...none },
        { name: "2026-11-20", ...none, admitted: 5 },
        { name: "2026-11-21", admitted: 3, refusedSecond: 4, refusedHour: 7, refusedDay: 3 }
      ])
      assert.deepStrictEqual(answer.total, total)
    })
  )

  it.effect("has a row for each hour, over a change of the year and a leap day, too", () =>
    Effect.gen(function* () {
      const answer = yield* ask({ by: "hour" })
      assert.lengthOf(answer.rows, 48)
      assert.deepStrictEqual(answer.rows[24], { name: "2026-11-21T00:00Z", ...none, admitted: 2, refusedHour: 7 })
      assert.deepStrictEqual(answer.total, total)
      const leap = yield* ask({ by: "hour", from: day("2028-02-28"), to: day("2028-03-01") })
      assert.lengthOf(leap.rows, 72)
      assert.strictEqual(leap.rows[24]?.name, "2028-02-29T00:00Z")
      const years = yield* ask({ from: day("2026-12-31"), to: day("2027-01-01") })
      assert.deepStrictEqual(
        years.rows.map(({ name }) => name),
        ["2026-12-31", "2027-01-01"]
      )
    })
  )

  it.effect("has a row for each operation, also where it was never called", () =>
    Effect.gen(function* () {
      const { rows, total: sum } = yield* ask({ by: "operation" })
      assert.deepStrictEqual(
        rows.map(({ admitted: calls, name }) => [name, calls]),
        [
          ["search", 7],
          ["barcode", 0],
          ["product", 0],
          ["semantic-search", 0],
          ["analyze", 1]
        ]
      )
      assert.deepStrictEqual(sum, total)
    })
  )

  it.effect("as CSV has the rows and no sum", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        usageCsv(yield* ask({ keyIds: [a] })),
        "day,admitted,refused_per_second,refused_per_hour,refused_per_day\r\n2026-11-20,5,0,0,0\r\n2026-11-21,3,0,7,0\r\n"
      )
    })
  )

  it.effect("says what is wrong with a range that it does not answer", () =>
    Effect.gen(function* () {
      const reasonOf = (more: Partial<UsageQuestion>) => Effect.map(Effect.flip(ask(more)), ({ message }) => message)
      assert.include(yield* reasonOf({ from: day("2026-11-22") }), "ends before it begins")
      assert.include(yield* reasonOf({ by: "hour", from: day("2026-10-21") }), "32 days are too many by hour")
      assert.include(yield* reasonOf({ from: day("2025-10-20") }), "398 days are too many by day")
      assert.include(yield* reasonOf({ from: day("2026-02-30") }), "2026-02-30 is no day of the calendar")
      assert.include(yield* reasonOf({ keyIds: Array.from({ length: 26 }, () => a) }), "26 keys are too many")
    })
  )
})
