import type { ProductId } from "../../product/ProductId.ts"
import { candidatesOf } from "./Candidates.ts"
import { type Fit, fitOf } from "./RecordScore.ts"
import { recordIndex } from "./RecordIndex.ts"
import type { RecordQuery } from "./RecordQuery.ts"

/** A named record is the right one, unless another has more of what was said or the phrase as its first name. */
const namedBonus = 1.2

/** The records that fit a phrase best, best first. `named`: one that it names; `others` are looked at, too. */
export const findRecords = (
  query: RecordQuery,
  named?: ProductId,
  others: ReadonlyArray<ProductId> = []
): ReadonlyArray<Fit> => {
  const index = recordIndex()
  const own = [...(named === undefined ? [] : [named]), ...others].flatMap((id) => index.numberOf(id) ?? [])
  return [...new Set([...own, ...candidatesOf(query)])]
    .flatMap((number) => {
      const record = index.record(number)
      if (record === null) return []
      const fit = fitOf(query, record)
      return named === record.id ? [{ ...fit, score: fit.score + namedBonus }] : [fit]
    })
    .toSorted((one, other) => other.score - one.score)
}
