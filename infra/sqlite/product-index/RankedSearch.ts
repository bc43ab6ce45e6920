import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import type { MatchLevel } from "../../../domain/search/Matching.ts"
import { compareRanks, type Rank } from "../../../domain/search/Ranking.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { type ExactMatch, findExactMatches } from "./ExactNames.ts"
import { findKeys } from "./IndexReads.ts"
import {
  allKeys,
  curatedKeys,
  isBlockOf,
  isCompleteBlock,
  isCuratedBlock,
  isKeyOf,
  type KeyRange,
  keysOfBlocks,
  otherKeys,
  placeInBlock,
  restOfRun,
  staticRankOfKey
} from "./RankKey.ts"
import type { WordQueries } from "./WordQuery.ts"

/** A product found, with everything that decides about its place except its id. */
export interface Candidate {
  readonly key: number
  readonly rank: Rank
}

export interface SearchPlan {
  readonly words: WordQueries
  /** up to so many matches are fetched and sorted; more are walked in the order of the index */
  readonly sortAllMax: number
  /** the blocks that hold any product, see `RankKey.ts` */
  readonly blocks: ReadonlyArray<number>
  /** the number of all matches */
  readonly total: number
  /** how many of the first results are asked for */
  readonly needed: number
}

/** One search under way. */
interface Search extends SearchPlan {
  readonly db: SqliteDatabase
  readonly query: AnalyzedQuery
  readonly exact: ReadonlyMap<number, ExactMatch>
}

/**
 * The first `needed` results in the order of `compareRanks`, and the rest of the run of equals that the last of them is
 * in, so that the caller can settle equals by id.
 */
export const firstResults = (db: SqliteDatabase, query: AnalyzedQuery, plan: SearchPlan): ReadonlyArray<Candidate> => {
  const exact = new Map(findExactMatches(db, query).map((match) => [match.key, match]))
  const search: Search = { ...plan, db, query, exact }
  if (plan.total <= plan.sortAllMax)
    return sortAll(search, allKeys, findKeys(db, search.words.all, allKeys, plan.total))
  const curated = inOrder(search, curatedKeys, true)
  const missing = plan.needed - curated.length
  return missing <= 0 ? curated : [...curated, ...inOrder({ ...search, needed: missing }, otherKeys, false)]
}

const inOrder = (search: Search, range: KeyRange, curated: boolean): ReadonlyArray<Candidate> => {
  const few = findKeys(search.db, search.words.all, range, search.sortAllMax + 1)
  return few.length <= search.sortAllMax ? sortAll(search, range, few) : walk(search, curated)
}

const toCandidate = ({ exact, query }: Search, key: number, level: MatchLevel): Candidate => ({
  key,
  rank: { staticRank: staticRankOfKey(key), exact: exact.has(key), level, inLanguage: isKeyOf(query.language, key) }
})

const byRank = (a: Candidate, b: Candidate): number => compareRanks(a.rank, b.rank)

/** Few matches: find the level of each, best levels first, then sort. */
const sortAll = (search: Search, range: KeyRange, keys: ReadonlyArray<number>): ReadonlyArray<Candidate> => {
  const left = new Set(keys)
  const found: Array<Candidate> = []
  for (const { level, upTo } of search.words.levels) {
    if (left.size === 0) break
    for (const key of findKeys(search.db, upTo, range, keys.length)) {
      if (left.delete(key)) found.push(toCandidate(search, key, level))
    }
  }
  return found.sort(byRank)
}

/** Many matches: one pass for each step of the order, in which the index yields the best first. */
const walk = (search: Search, curated: boolean): ReadonlyArray<Candidate> => {
  const found = exactCandidates(search, curated ? curatedKeys : otherKeys)
  for (const complete of [true, false]) {
    const blocks = search.blocks.filter(
      (block) => isCuratedBlock(block) === curated && isCompleteBlock(block) === complete
    )
    for (const { level, only } of search.words.levels) {
      for (const inLanguage of [true, false]) {
        if (found.length >= search.needed) return found
        const step = blocks.filter((block) => isBlockOf(search.query.language, block) === inLanguage)
        const keys = pass(search, only, step, search.needed - found.length)
        found.push(...keys.map((key) => toCandidate(search, key, level)))
      }
    }
  }
  return found
}

const exactCandidates = (search: Search, range: KeyRange): Array<Candidate> =>
  [...search.exact.values()]
    .filter(({ key }) => key >= range.first && key <= range.last)
    .map(({ key, place }) => toCandidate(search, key, { form: "written", place }))
    .sort(byRank)

/** The first `needed` keys of one step, without the exact names, and the rest of the last run of equals. */
const pass = (
  search: Search,
  expression: string,
  blocks: ReadonlyArray<number>,
  needed: number
): ReadonlyArray<number> => {
  const limit = needed + search.exact.size
  const ofBlocks = blocks.map((block) => firstOfBlock(search.db, expression, block, limit))
  const keys = ofBlocks.flat().filter((key) => !search.exact.has(key))
  if (ofBlocks.length > 1) keys.sort((a, b) => placeInBlock(a) - placeInBlock(b))
  const last = keys[needed - 1]
  if (last === undefined) return keys
  const lastRank = staticRankOfKey(last)
  const end = keys.findIndex((key, i) => i >= needed && staticRankOfKey(key) !== lastRank)
  return end === -1 ? keys : keys.slice(0, end)
}

/** At least `limit` keys of the block, if it has so many, to the end of a run of equals. */
const firstOfBlock = (db: SqliteDatabase, expression: string, block: number, limit: number): ReadonlyArray<number> => {
  const keys = findKeys(db, expression, keysOfBlocks(block, block), limit)
  const last = keys.at(-1)
  return last === undefined || keys.length < limit ? keys : [...keys, ...findKeys(db, expression, restOfRun(last), -1)]
}
