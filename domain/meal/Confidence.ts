import type { RecordMatch } from "./RecordChoice.ts"
import type { Weight } from "./Weighing.ts"

/** What the answer for one item stands on. */
export interface ItemEvidence {
  readonly match: RecordMatch
  readonly source: Weight["source"]
  /** share of the meal's energy, 0 to 1, where it is known; items count alike without it */
  readonly share?: number
}

export type Confidence = "high" | "medium" | "low"

/** How far each kind of evidence can be relied on, from 0 to 1. */
const matchTrust: Readonly<Record<RecordMatch, number>> = { exact: 1, good: 0.8, loose: 0.4 }
const sourceTrust: Readonly<Record<Weight["source"], number>> = { stated: 1, portion: 0.85, default: 0.6 }

const highMin = 0.8
const mediumMin = 0.5

/**
 * Trust in each item is that of its record times that of its amount; the meal's is their mean, by share of energy where
 * known, and what was left unresolved counts as an item of no trust. `high` from 0.8 on, `medium` from 0.5 on. So named
 * foods in stated amounts are `high`, without amounts `medium`, and a meal of which half is unknown is never `high`.
 */
export const confidenceOf = (evidence: ReadonlyArray<ItemEvidence>, unresolvedCount: number): Confidence => {
  if (evidence.length === 0) return "low"
  const shares = evidence.map(({ share }) => share ?? 1 / evidence.length)
  const total = shares.reduce((sum, share) => sum + share, 0)
  const trusted = evidence.reduce(
    (sum, { match, source }, i) =>
      sum + matchTrust[match] * sourceTrust[source] * ((shares[i] ?? 0) / (total > 0 ? total : 1)),
    0
  )
  const score = total > 0 ? (trusted * evidence.length) / (evidence.length + unresolvedCount) : 0
  if (score >= highMin) return "high"
  return score >= mediumMin ? "medium" : "low"
}
