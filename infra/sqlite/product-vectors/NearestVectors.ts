import { cosineOf } from "../../../projections/product-vectors/StoredVector.ts"
import type { VectorsNow } from "./FollowVectors.ts"

/** What is looked for among the vectors. */
export interface NearestQuestion {
  /** `null`: only follow what was written, so that the next question is answered at once */
  readonly query: Float32Array | null
  readonly limit: number
  /** equally near ones at the end are told up to here, for the caller to choose of */
  readonly most: number
}

/** The nearest products by number, nearest first, with their cosines. */
export interface ScanAnswer {
  /** the file that was asked: the numbers mean nothing in another one */
  readonly file: string
  readonly numbers: Float64Array
  readonly cosines: Float64Array
}

/** Up to where the nearest go: all that are as near as the last of the `limit`, up to `most`. */
const endOf = (nearest: ReadonlyArray<{ readonly cosine: number }>, limit: number, most: number): number => {
  let end = limit
  while (end < most && nearest[end]?.cosine === nearest[limit - 1]?.cosine) end++
  return end
}

export const nearestOf = (now: VectorsNow, { limit, most, query }: NearestQuestion): ScanAnswer => {
  const compared =
    query === null
      ? []
      : now.compared(query, limit).map(({ number, vector }) => ({ number, cosine: cosineOf(query, vector) }))
  const sorted = compared.sort((a, b) => b.cosine - a.cosine || a.number - b.number)
  const best = sorted.slice(0, endOf(sorted, limit, most))
  return {
    file: now.file,
    numbers: Float64Array.from(best, ({ number }) => number),
    cosines: Float64Array.from(best, ({ cosine }) => cosine)
  }
}
