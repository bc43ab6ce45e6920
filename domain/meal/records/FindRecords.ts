import type { ProductId } from "../../product/ProductId.ts"
import { type Fit, fitOf } from "./RecordScore.ts"
import { recordIndex } from "./RecordIndex.ts"
import type { RecordQuery } from "./RecordQuery.ts"

/** Records that are looked at closely. */
const candidatesMax = 80

/** A named record is the right one, unless another has more of what was said or the phrase as its first name. */
const namedBonus = 1.2

/** The records that fit a phrase best, best first. `named`: one that it names; `others` are looked at, too. */
export const findRecords = (
  query: RecordQuery,
  limit: number,
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
    .slice(0, limit)
}

const headBonus = 4

let sums: Float32Array | null = null

/** Those that share most with the phrase, by how much the words tell. */
const candidatesOf = (query: RecordQuery): ReadonlyArray<number> => {
  const index = recordIndex()
  const shared = (sums ??= new Float32Array(index.size))
  shared.fill(0)
  const touched: Array<number> = []
  const add = (records: Iterable<number>, weight: number): void => {
    for (const record of records) {
      if (shared[record] === 0) touched.push(record)
      shared[record] = (shared[record] ?? 0) + weight
    }
  }
  for (const { concepts, isAbsent, isHead, term, weight } of query.terms) {
    if (isAbsent) continue
    const numbers = term === null ? concepts : [term, ...concepts]
    add(new Set(numbers.flatMap((each) => index.recordsOf(each))), weight)
    if (isHead) add(new Set(numbers.flatMap((each) => index.recordsAbout(each))), headBonus)
  }
  for (const { name } of query.attributes) {
    const number = index.termOf(name)
    if (number !== undefined)
      add(
        index.recordsOf(number).filter((record) => (shared[record] ?? 0) > 0),
        1
      )
  }
  const rank = (record: number): number => (shared[record] ?? 0) + (index.priors[record] ?? 0)
  return touched.toSorted((a, b) => rank(b) - rank(a) || a - b).slice(0, candidatesMax)
}
