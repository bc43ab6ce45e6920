import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { logStart } from "../../../domain/EventEnvelope.ts"
import { UsageDay } from "../../../domain/usage/UsageEvent.ts"
import { openSqlite, ViewsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import { checkpointsSchema } from "../../../infra/sqlite/SqliteCheckpoints.ts"
import * as SqliteUsageReport from "../../../infra/sqlite/SqliteUsageReport.ts"
import { ensureUsageReport } from "../../../infra/sqlite/usage-report/ReportSchema.ts"
import { UsageReport } from "../../../projections/ports/UsageReport.ts"
import { keyOf, suite } from "../../contracts/UsageReportContract.ts"

const views = Layer.effect(
  ViewsDatabase,
  Effect.map(openSqlite({ path: ":memory:", synchronous: "NORMAL" }), (db) => {
    db.exec(checkpointsSchema)
    ensureUsageReport(db)
    return { current: () => db }
  })
)
const layer = SqliteUsageReport.layer.pipe(Layer.provideMerge(views))

suite("SQLite", layer)

const day = UsageDay.make("2026-11-21")
const asked = { keyIds: [keyOf("a")], from: day, to: day }
const one = {
  keyId: keyOf("a"),
  day,
  hour: 1,
  operation: "search",
  outcome: "admitted",
  calls: 1
} as const

it.effect("a count that changed in its row is damage, not an answer, and nothing is added to it", () =>
  Effect.gen(function* () {
    const report = yield* UsageReport
    const checkpoint = yield* report.live.checkpoint
    yield* report.add(checkpoint, [one], { after: logStart, cursor: { tx: 0, position: 1 } })
    const db = (yield* ViewsDatabase).current()
    db.exec("UPDATE usage_report_hours SET calls = 3")
    const again = report.add(checkpoint, [one], {
      after: { tx: 0, position: 1 },
      cursor: { tx: 0, position: 2 }
    })
    for (const attempt of [Effect.asVoid(report.hours(asked)), again]) {
      const exit = yield* Effect.exit(attempt)
      assert.include(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", "is not what was written")
    }
    assert.deepStrictEqual(yield* report.place(checkpoint), { tx: 0, position: 1 })
  }).pipe(Effect.provide(layer))
)

it.effect("a report of another version begins at the start of the log again", () =>
  Effect.gen(function* () {
    const report = yield* UsageReport
    const checkpoint = yield* report.live.checkpoint
    yield* report.add(checkpoint, [one], { after: logStart, cursor: { tx: 0, position: 1 } })
    const db = (yield* ViewsDatabase).current()
    ensureUsageReport(db)
    assert.lengthOf(yield* report.days(asked), 1)
    db.exec("UPDATE usage_report_meta SET version = 'another'")
    ensureUsageReport(db)
    assert.deepStrictEqual(yield* report.place(checkpoint), logStart)
    assert.deepStrictEqual(yield* report.days(asked), [])
  }).pipe(Effect.provide(layer))
)
