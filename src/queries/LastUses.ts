import { Effect } from "effect"
import type { KeyId } from "../../domain/key/KeyEvent.ts"
import type { UsageDay } from "../../domain/usage/UsageEvent.ts"
import { addDays, usageWindow } from "../../domain/usage/UsageWindow.ts"
import { UsageReport } from "../../projections/ports/UsageReport.ts"

/** The UTC day of the last recorded call of each key; a key is missing that was not called within a year. */
export type LastUses = ReadonlyMap<KeyId, UsageDay>

const daysBack = 365

/** Last uses by what was recorded, so that no used key is ever shown as unused. `now`: ms since the epoch. */
export const lastUses = Effect.fn("lastUses")(function* (keyIds: ReadonlyArray<KeyId>, now: number) {
  const last = new Map<KeyId, UsageDay>()
  if (keyIds.length === 0) return last
  const report = yield* UsageReport
  const to = usageWindow(now).day
  const counts = yield* report.days({ keyIds, from: addDays(to, -daysBack), to })
  for (const { day, keyId, outcome } of counts) {
    const known = last.get(keyId)
    if (outcome === "admitted" && (known === undefined || day > known)) last.set(keyId, day)
  }
  return last
})
