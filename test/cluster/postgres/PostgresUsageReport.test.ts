import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { logStart, usageStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { LeaseId, UsageDay } from "../../../domain/usage/UsageEvent.ts"
import { dayStartMs } from "../../../domain/usage/UsageWindow.ts"
import { beginBuild, checkpointOf, makeLive } from "../../../infra/postgres/usage-report/ReportBuilds.ts"
import { PlaceMoved, UsageReport } from "../../../projections/ports/UsageReport.ts"
import { rebuildUsageReport } from "../../../src/roles/cluster-views/RebuildUsageReport.ts"
import { keyOf, suite } from "../../contracts/UsageReportContract.ts"
import { freshStores } from "../../support/cluster/PostgresDatabase.ts"

suite("Postgres", freshStores, 4)

const day = UsageDay.make("2026-11-21")
const asked = { keyIds: [keyOf("a")], from: day, to: day }
const one = { keyId: keyOf("a"), day, hour: 1, operation: "search", outcome: "admitted", calls: 1 } as const
const first = { tx: 0, position: 1 }

const calls = Effect.gen(function* () {
  const report = yield* UsageReport
  const hours = yield* report.hours(asked)
  const days = yield* report.days(asked)
  return [hours, days].map((counts) => counts.reduce((sum, count) => sum + count.calls, 0))
})

const recordCalls = Effect.fnUntraced(function* (from: number, count: number) {
  const entries = Array.from({ length: count }, (_, i) => ({
    n: from + i,
    at: dayStartMs(day) + i,
    operation: "barcode" as const
  }))
  yield* (yield* EventLog).append(
    [
      {
        streamId: usageStream(keyOf("a"), day),
        expectedVersion: from === 1 ? 0 : 1,
        events: [{ _tag: "UsageRecorded", lease: LeaseId.make("l"), from, to: from + count - 1, entries }]
      }
    ],
    { commandId: "test", actor: "system" }
  )
})

describe("a usage report that is built beside the live one", () => {
  it.live("answers nobody before it is live, and then alone; a projector of the one before adds nothing", () =>
    Effect.gen(function* () {
      const report = yield* UsageReport
      yield* report.live.adopt
      const before = yield* report.live.checkpoint
      yield* report.add(before, [one], { after: logStart, cursor: first })
      const build = yield* beginBuild
      yield* report.add(checkpointOf(build), [{ ...one, calls: 5 }], { after: logStart, cursor: first })
      assert.deepStrictEqual(yield* calls, [1, 1])
      assert.isFalse(yield* report.live.isPending)
      yield* makeLive(build)
      assert.deepStrictEqual(yield* calls, [5, 5])
      assert.isTrue(yield* report.live.isPending)
      const late = yield* Effect.result(report.add(before, [one], { after: first, cursor: { tx: 0, position: 2 } }))
      assert.isTrue(Result.isFailure(late) && late.failure instanceof PlaceMoved)
      yield* report.live.adopt
      assert.strictEqual(yield* report.live.checkpoint, checkpointOf(build))
      assert.deepStrictEqual(yield* report.place(checkpointOf(build)), first)
      assert.deepStrictEqual(yield* report.place(before), logStart)
    }).pipe(Effect.provide(freshStores))
  )

  it.live("holds what the log holds, whatever the one before held and an earlier try left", () =>
    Effect.gen(function* () {
      const report = yield* UsageReport
      yield* recordCalls(1, 7)
      yield* report.add(yield* report.live.checkpoint, [{ ...one, calls: 99 }], { after: logStart, cursor: first })
      const unfinished = yield* beginBuild
      yield* report.add(checkpointOf(unfinished), [one], { after: logStart, cursor: first })
      yield* recordCalls(8, 4)
      yield* rebuildUsageReport
      assert.deepStrictEqual(yield* calls, [11, 11])
      yield* rebuildUsageReport
      assert.deepStrictEqual(yield* calls, [11, 11])
    }).pipe(Effect.provide(freshStores))
  )
})
