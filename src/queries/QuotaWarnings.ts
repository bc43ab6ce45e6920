import { Array as Arr, Effect } from "effect"
import type { KeyId } from "../../domain/key/KeyEvent.ts"
import { plans } from "../../domain/key/Plan.ts"
import type { KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { type QuotaWarning, reachedThresholds } from "../../domain/usage/QuotaWarning.ts"
import type { UsageDay } from "../../domain/usage/UsageEvent.ts"
import { UsageReport } from "../../projections/ports/UsageReport.ts"

/** Keys of one question to the report. */
const keysAtOnce = 25

type WarnedKey = Pick<KeyRecord, "keyId" | "plan" | "active">

/**
 * Every threshold of their daily quotas that active keys have reached on the day, by key, the lowest first. The quota is that
 * of the plan now: after an upgrade a warning of before is no longer due.
 */
export const quotaWarnings = Effect.fn("quotaWarnings")(function* (
  keys: ReadonlyArray<WarnedKey>,
  day: UsageDay
): Effect.fn.Return<ReadonlyArray<QuotaWarning>, StorageUnavailable, UsageReport> {
  const report = yield* UsageReport
  const warned = keys.filter(({ active, plan }) => active && plans[plan].requestsPerDay !== null)
  const used = new Map<KeyId, number>()
  for (const some of Arr.chunksOf(warned, keysAtOnce)) {
    const counts = yield* report.days({ keyIds: some.map(({ keyId }) => keyId), from: day, to: day })
    for (const { calls, keyId, outcome } of counts) {
      if (outcome === "admitted") used.set(keyId, (used.get(keyId) ?? 0) + calls)
    }
  }
  return warned.flatMap(({ keyId, plan }) => warningsOf(keyId, day, used.get(keyId) ?? 0, plans[plan].requestsPerDay))
})

const warningsOf = (keyId: KeyId, day: UsageDay, used: number, quota: number | null): ReadonlyArray<QuotaWarning> =>
  quota === null ? [] : reachedThresholds(used, quota).map((threshold) => ({ keyId, day, threshold, used, quota }))
