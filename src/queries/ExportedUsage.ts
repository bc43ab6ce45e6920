import { Effect } from "effect"
import type { KeyId } from "../../domain/key/KeyEvent.ts"
import { addDays, usageWindow } from "../../domain/usage/UsageWindow.ts"
import { UsageReport } from "../../projections/ports/UsageReport.ts"
import { daysKeptDays } from "../../projections/usage-report/UsageCount.ts"

/** Every day that the report keeps of these keys, as their owner takes it along. `now`: ms since the epoch. */
export const exportedUsage = Effect.fn("exportedUsage")(function* (keyIds: ReadonlyArray<KeyId>, now: number) {
  if (keyIds.length === 0) return []
  const to = usageWindow(now).day
  const counts = yield* (yield* UsageReport).days({ keyIds, from: addDays(to, 1 - daysKeptDays), to })
  return counts.map(({ calls, day, keyId, operation, outcome }) => ({ key_id: keyId, day, operation, outcome, calls }))
})
