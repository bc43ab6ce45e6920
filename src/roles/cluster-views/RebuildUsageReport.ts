import { Effect } from "effect"
import { beginBuild, checkpointOf, makeLive } from "../../../infra/postgres/usage-report/ReportBuilds.ts"
import * as LogTailFeed from "../../../infra/sqlite/LogTailFeed.ts"
import { usageReporting } from "../../../projections/usage-report/UsageReporting.ts"
import { catchUp, ProjectorPace } from "../Projector.ts"

const pace = { batchSizeMax: 5_000, concurrency: 1, stepsPerShow: 1 }

/**
 * Builds the usage report anew from the log beside the live one, which answers until the new one takes its place. Killed
 * at any point, one complete report is live; the next run removes what was left.
 */
export const rebuildUsageReport = Effect.gen(function* () {
  const build = yield* beginBuild
  yield* catchUp(usageReporting, checkpointOf(build), () => Effect.void).pipe(
    Effect.provideService(ProjectorPace, pace),
    Effect.provide(LogTailFeed.layer, { local: true })
  )
  yield* makeLive(build)
}).pipe(Effect.withSpan("rebuildUsageReport"))
