import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import { isAbout } from "../../../domain/search/RankingRules.ts"
import { countsAsCurated } from "../../../domain/search/Ranking.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { byRank, type Candidate, type Search, type SearchPlan, sizeOf, sortAll } from "./Candidates.ts"
import { findExactMatches } from "./ExactNames.ts"
import { findKeys } from "./IndexReads.ts"
import { walkCurated, walkOthers } from "./IndexWalk.ts"
import { allKeys, curatedKeys, type KeyRange, otherKeys } from "./RankKey.ts"

/**
 * The first `needed` results in the order of `compareRanks`, and the rest of the run of equals that the last of them is
 * in, so that the caller can settle equals by id.
 */
export const firstResults = (db: SqliteDatabase, query: AnalyzedQuery, plan: SearchPlan): ReadonlyArray<Candidate> => {
  const sortAllMax = plan.costs.sortAllMax(sizeOf(plan))
  const search: Search = { ...plan, db, query, exact: exactMatches(db, query, plan), sortAllMax }
  const { first, total } = plan.matches
  const sortEach = () =>
    sortAll(search, first.length === total ? first : findKeys(db, search.words.all(), allKeys, total))
  if (total <= sortAllMax) return sortEach()
  const curatedMatches = fewCurated(search)
  const curated = curatedMatches === null ? null : sortAll({ ...search, needed: total }, curatedMatches)
  const named = curated === null ? walkCurated(search) : curated.filter(({ rank }) => countsAsCurated(rank))
  const missing = plan.needed - named.length
  if (missing <= 0) return named
  const rest = { ...search, needed: missing }
  const mentioning = curated === null ? [] : curated.filter(({ rank }) => !countsAsCurated(rank))
  // curated ones that were walked are not known to be all
  const others = curatedMatches === null ? null : total - curatedMatches.length
  const otherMatches = others === null || others > sortAllMax ? null : fewOf(search, otherKeys)
  if (otherMatches !== null) {
    const keys = mentioning.map(({ key }) => key)
    return [...named, ...sortAll(rest, [...keys, ...otherMatches])]
  }
  // many buckets may find nothing, for which the lists of the words are read each time
  const isTried = total <= plan.costs.sortAfterAboutMax(sizeOf(plan))
  const walked = walkOthers(rest, curated === null ? named : null, isTried ? isAbout : () => true)
  if (isTried && walked.length < missing) return sortEach()
  return [...named, ...(walked.length < missing ? [...walked, ...mentioning].sort(byRank) : amid(walked, mentioning))]
}

/** The candidates with those of the others that come before the last of them, behind which more may follow. */
const amid = (walked: ReadonlyArray<Candidate>, others: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const last = walked.at(-1)
  if (last === undefined) return walked
  return [...walked, ...others.filter((other) => byRank(other, last) <= 0)].sort(byRank)
}

/** A query that leaves products out, or whose words do not count everywhere, does so under their whole names, too. */
const exactMatches = (db: SqliteDatabase, query: AnalyzedQuery, plan: SearchPlan): ReadonlySet<number> => {
  const keys = findExactMatches(db, query)
  const { exclusions, without } = query
  const isNarrow = exclusions.length + without.length > 0 || query.words.some(({ upTo }) => upTo !== null)
  if (!isNarrow) return new Set(keys)
  if (keys.length === 0) return new Set()
  const { first, total } = plan.matches
  const known = new Set(first)
  // up to here no other key matches than those that are known to
  const lastKnown = first.length === total ? allKeys.last : (first.at(-1) ?? allKeys.first)
  const isMatch = (key: number) =>
    key <= lastKnown ? known.has(key) : findKeys(db, plan.words.all(), { first: key, last: key }, 1).length > 0
  return new Set(keys.filter(isMatch))
}

/** All matches in the range; `null` where they are too many to sort. */
const fewOf = ({ db, sortAllMax, words }: Search, range: KeyRange): ReadonlyArray<number> | null => {
  const keys = findKeys(db, words.all(), range, sortAllMax + 1)
  return keys.length <= sortAllMax ? keys : null
}

/** Curated keys come first, so the first matches hold all of them if others are among them. */
const fewCurated = (search: Search): ReadonlyArray<number> | null => {
  const { first } = search.matches
  const end = first.findIndex((key) => key > curatedKeys.last)
  if (end === -1) return fewOf(search, curatedKeys)
  return end <= search.sortAllMax ? first.slice(0, end) : null
}
