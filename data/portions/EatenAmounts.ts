import type { SurveyFood } from "./Survey.ts"

/** Grams that nearly all reports of a food are within. */
export interface EatenRange {
  readonly least: number
  readonly most: number
}

/** Percentiles of fewer reports say little. */
const reportsMin = 20
/** From the 90th percentile of a normal distribution to the 99th: amounts eaten are about log-normal. */
const toPercentile99 = 2.326 / 1.282
/** Twice what USDA assumes is never too much. */
const servingsMin = 2

/**
 * The 1st and 99th percentile of what adults ate of a food at one time, continued from the 10th, 50th and 90th. `null`: too few
 * reports.
 */
export const eatenRange = ({ eaten, reports }: SurveyFood, serving: number | undefined): EatenRange | null => {
  if (eaten === null || reports < reportsMin || !(eaten.p10 > 0)) return null
  const { p10, p50, p90 } = eaten
  return {
    least: p50 * (p10 / p50) ** toPercentile99,
    most: Math.max(p50 * (p90 / p50) ** toPercentile99, servingsMin * Math.max(serving ?? 0, p50))
  }
}

/** A value and how much it counts. */
export interface Weighted {
  readonly value: number
  readonly weight: number
}

/** The value that a share of the weight is at most; `null` of none. */
export const weightedQuantile = (values: ReadonlyArray<Weighted>, share: number): number | null => {
  const sorted = values.toSorted((one, other) => one.value - other.value)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  let sum = 0
  for (const { value, weight } of sorted) {
    sum += weight
    if (sum >= share * total) return value
  }
  return null
}
