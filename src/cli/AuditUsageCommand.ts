import { Clock, Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { ReconciledRow } from "../api/contract/AuditContract.ts"
import { shownDay } from "../audit/trail/TrailPresentation.ts"
import { isReconcilable, reconciledDaysMax, usageReconciliation } from "../audit/trail/UsageReconciliation.ts"
import { auditTree } from "../roles/AuditTrees.ts"
import { onUsageReport } from "../roles/UsageReports.ts"
import { dayFlags, daysAsked } from "./DayFlags.ts"
import { withStores } from "./Stores.ts"
import { namedKey } from "./KeyArgument.ts"
import { output, printReading } from "./TrailOutput.ts"

/** Sums of several days do not say the same. */
export class UsageDiffers extends Schema.TaggedError<UsageDiffers>()("UsageDiffers", { days: Schema.Int }) {
  override get message(): string {
    return `${this.days} ${this.days === 1 ? "day differs" : "days differ"}: see the differences above, and docs/audit.md`
  }
}

/** What asks for days is no range, or too long. */
export class DaysUnusable extends Schema.TaggedError<DaysUnusable>()("DaysUnusable", {}) {
  override get message(): string {
    return `--from and --to are a range of 1 to ${reconciledDaysMax} days`
  }
}

export const auditUsage = Command.make(
  "usage",
  {
    key: namedKey,
    ...dayFlags,
    ...output
  },
  Effect.fn(function* ({ format, json, key, out, ...flags }) {
    const now = yield* Clock.currentTimeMillis
    const { from, to } = daysAsked(flags, now)
    if (!isReconcilable({ from, to })) return yield* new DaysUnusable()
    const reconcile = Effect.gen(function* () {
      const rows = yield* usageReconciliation({ key, from, to, now })
      const reading = {
        view: "usage" as const,
        filter: { key, from, to },
        columns: ReconciledRow.fields,
        shown: ["day", "events", "ledger", "report", "me", "differences"],
        rows: rows.map(shownDay),
        beside: {}
      }
      yield* printReading(reading, { format, json, out })
      return rows.filter(({ differences }) => differences.length > 0).length
    })
    const different = yield* withStores(Effect.provide(onUsageReport(reconcile), auditTree))
    if (different > 0) return yield* new UsageDiffers({ days: different })
  })
).pipe(
  Command.withDescription(
    "Compare what events, ledger, usage report and /v1/me say of a key, day by day; exit code 1: they differ"
  )
)
