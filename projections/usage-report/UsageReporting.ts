import { Effect } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { type PlaceMoved, UsageReport } from "../ports/UsageReport.ts"
import type { Projection } from "../Projection.ts"
import { countsOf } from "./UsageReportProjection.ts"

/** Counts of calls. They are sums, so the place is kept in their transaction. */
export const usageReporting: Projection<"usage", StorageUnavailable | PlaceMoved, UsageReport, UsageReport> = {
  name: "usage-report",
  category: "usage",
  order: "log",
  live: Effect.map(UsageReport, ({ live }) => live),
  writer: (checkpoint) => ({
    place: Effect.flatMap(UsageReport, ({ place }) => place(checkpoint)),
    write: ({ cursor, events }, { after }) =>
      Effect.flatMap(UsageReport, ({ add }) => add(checkpoint, countsOf(events), { after, cursor })),
    keep: () => Effect.void
  })
}
