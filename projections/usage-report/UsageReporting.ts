import { Array as Arr, Effect } from "effect"
import type { LogPage } from "../../domain/ports/EventLog.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { type PlaceMoved, UsageReport } from "../ports/UsageReport.ts"
import type { Projection } from "../Projection.ts"
import type { HourlyCount } from "./UsageCount.ts"
import { countsOf, inSum } from "./UsageReportProjection.ts"

/** How many events are counted between two turns of the requests; each may hold a hundred calls. */
const eventsPerTurn = 200

const count = Effect.fnUntraced(function* (events: LogPage<"usage">["events"]) {
  const counts: Array<HourlyCount> = []
  for (const some of Arr.chunksOf(events, eventsPerTurn)) {
    counts.push(...countsOf(some))
    yield* Effect.yieldNow
  }
  return inSum(counts)
})

/** Counts of calls. They are sums, so the place is kept in their transaction. */
export const usageReporting: Projection<"usage", StorageUnavailable | PlaceMoved, UsageReport, UsageReport> = {
  name: "usage-report",
  category: "usage",
  order: "log",
  live: Effect.map(UsageReport, ({ live }) => live),
  writer: (checkpoint) => ({
    place: Effect.flatMap(UsageReport, ({ place }) => place(checkpoint)),
    write: Effect.fnUntraced(function* ({ cursor, events }, { after }) {
      yield* (yield* UsageReport).add(checkpoint, yield* count(events), { after, cursor })
    }),
    keep: () => Effect.void,
    // a count is a sum over streams: without one of them it would be wrong, and look like any other
    parking: null
  })
}
