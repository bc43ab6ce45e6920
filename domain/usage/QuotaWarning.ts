import type { KeyId } from "../key/KeyEvent.ts"
import type { UsageDay } from "./UsageEvent.ts"

/** Percentages of the daily quota at which the owner of a key is warned, once each. */
export const warningThresholds = [80, 100] as const
export type WarningThreshold = (typeof warningThresholds)[number]

/** So much of its daily quota a key has used. */
export interface QuotaWarning {
  readonly keyId: KeyId
  readonly day: UsageDay
  readonly threshold: WarningThreshold
  readonly used: number
  readonly quota: number
}

/** The thresholds that so many calls have reached, the lowest first; none where the quota is `null`, unlimited. */
export const reachedThresholds = (used: number, quota: number | null): ReadonlyArray<WarningThreshold> =>
  // in whole numbers: 0.8 is none in binary
  quota === null ? [] : warningThresholds.filter((threshold) => used * 100 >= quota * threshold)

/** The same key, day and threshold have the same name, so that a warning is given once, whoever decides it how often. */
export const warningName = ({ day, keyId, threshold }: Omit<QuotaWarning, "used" | "quota">): string =>
  `quota_${keyId}_${day}_${threshold}`
