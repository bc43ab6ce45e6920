import { Effect, Layer, Option, Schedule, Schema } from "effect"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { DataDirectory, holdLock } from "../../infra/sqlite/DataDirectory.ts"
import { openSqlite, ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteUsageReport from "../../infra/sqlite/SqliteUsageReport.ts"
import { reportCheckpoint } from "../../infra/sqlite/usage-report/ReportSchema.ts"
import { UsageReport } from "../../projections/ports/UsageReport.ts"
import { usageReporting } from "../../projections/usage-report/UsageReporting.ts"
import { Settings } from "../Config.ts"
import { catchUp, ProjectorPace, unattendedPace } from "./Projector.ts"

const pollInterval = "100 millis"
const waitMax = "30 seconds"

/** Nobody projects usage, or whoever does is far behind. */
export class UsageReportBehind extends Schema.TaggedError<UsageReportBehind>()("UsageReportBehind", {}) {
  override get message(): string {
    return `the usage report has not seen the newest events within ${waitMax}: does a process with the projector role run?`
  }
}

/** Does the live report hold every usage event up to there? */
const holds = Effect.fnUntraced(function* (target: Cursor) {
  const log = yield* EventLog
  const report = yield* UsageReport
  const place = yield* report.place(yield* report.live.liveCheckpoint)
  return (yield* log.countAfter("usage", place)) <= (yield* log.countAfter("usage", target))
})

const untilItHolds = (target: Cursor) =>
  holds(target).pipe(
    Effect.repeat({ until: (isHeld) => isHeld, schedule: Schedule.spaced(pollInterval) }),
    Effect.timeoutOrElse({ duration: waitMax, orElse: () => new UsageReportBehind() })
  )

/**
 * Asks the report once it holds all usage that is in the log now: projected by the running service, or, in the embedded
 * tier, here when none runs. For commands.
 */
export const onUsageReport = Effect.fn("onUsageReport")(function* <A, E, R>(ask: Effect.Effect<A, E, R>) {
  const { cluster } = yield* Settings
  if (Option.isSome(cluster)) {
    const { stores } = yield* Effect.promise(() => import("./ClusterStores.ts"))
    return yield* Effect.provide(whenHeld(ask), stores(cluster.value))
  }
  const { stores } = yield* Effect.promise(() => import("./EmbeddedStores.ts"))
  return yield* Effect.provide(onDirectory(ask), stores)
})

const whenHeld = Effect.fnUntraced(function* <A, E, R>(ask: Effect.Effect<A, E, R>) {
  yield* untilItHolds(yield* (yield* EventLog).end)
  return yield* ask
})

const onDirectory = Effect.fnUntraced(function* <A, E, R>(ask: Effect.Effect<A, E, R>) {
  const { serveLock } = yield* DataDirectory
  const { views } = yield* Effect.promise(() => import("./EmbeddedViews.ts"))
  const here = catchUp(usageReporting, reportCheckpoint, () => Effect.void).pipe(
    Effect.provideService(ProjectorPace, unattendedPace),
    Effect.andThen(ask),
    Effect.provide(views, { local: true })
  )
  return yield* Effect.scoped(Effect.andThen(holdLock(serveLock), here)).pipe(
    Effect.catchTag("LockHeld", () => Effect.provide(whenHeld(ask), beside, { local: true }))
  )
})

/** The report of the running service, in the file that lies there now. */
const beside = SqliteUsageReport.layer.pipe(
  Layer.provide(
    Layer.effect(
      ViewsDatabase,
      Effect.gen(function* () {
        const { views: path } = yield* DataDirectory
        const db = yield* openSqlite({ path, synchronous: "NORMAL", readOnly: true })
        return { current: () => db }
      })
    )
  )
)
