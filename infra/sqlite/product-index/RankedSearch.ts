import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import { compareRanks, type Rank } from "../../../domain/search/Ranking.ts"
import { blockOf, isCuratedRank } from "../../../domain/search/StaticRank.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { type ExactMatch, findExactMatches } from "./ExactNames.ts"
import { findKeys } from "./IndexReads.ts"
import { allKeys, type KeyRange, keysOfRanks, rankKey, productNumberMax, staticRankOfKey } from "./RankKey.ts"
import { type WordQueries, wordQueries } from "./WordQuery.ts"

/** A product found, with everything that decides about its place except its id. */
export interface Candidate {
  readonly key: number
  readonly rank: Rank
}

/** One search under way. */
interface Search {
  readonly db: SqliteDatabase
  readonly query: AnalyzedQuery
  readonly words: WordQueries
  readonly exact: ReadonlyMap<number, ExactMatch>
  /** up to so many matches are fetched and sorted; more are walked in the order of the index */
  readonly sortAllMax: number
  /** how many of the first results are asked for */
  readonly needed: number
}

/**
 * The first `needed` results in the order of `compareRanks`, and the rest of the run of equals that the last of them is
 * in, so that the caller can settle equals by id. May return more. `total` is the number of all matches.
 */
export const firstResults = (
  db: SqliteDatabase,
  query: AnalyzedQuery,
  total: number,
  needed: number,
  sortAllMax: number
): ReadonlyArray<Candidate> => {
  const exact = new Map(findExactMatches(db, query).map((match) => [match.key, match]))
  const search: Search = { db, query, words: wordQueries(query), exact, sortAllMax, needed }
  if (total <= sortAllMax) return sortAll(search, allKeys, findKeys(db, search.words.all, allKeys, sortAllMax))
  const found: Array<Candidate> = []
  for (const curated of [true, false]) {
    found.push(...inOrder(search, curated, needed - found.length))
    if (found.length >= needed) break
  }
  return found
}

const inOrder = (search: Search, curated: boolean, needed: number): ReadonlyArray<Candidate> => {
  const range = keysOfRanks(blockOf(curated, false)[0], blockOf(curated, true)[1])
  const few = findKeys(search.db, search.words.all, range, search.sortAllMax + 1)
  return few.length <= search.sortAllMax ? sortAll(search, range, few) : walk({ ...search, needed }, curated)
}

/** Few matches: find the level of each, then sort. Levels hold the better ones, so each asks for what is left. */
const sortAll = (search: Search, range: KeyRange, keys: ReadonlyArray<number>): ReadonlyArray<Candidate> => {
  const { db, exact, words } = search
  const spoken = new Set(keys.length === 0 ? [] : findKeys(db, words.inLanguage(words.all), range, keys.length))
  const left = new Set(keys)
  const found: Array<Candidate> = []
  for (const { level, upTo } of words.levels) {
    if (left.size === 0) break
    for (const key of findKeys(db, upTo, range, keys.length)) {
      if (!left.delete(key)) continue
      const rank = { staticRank: staticRankOfKey(key), exact: exact.has(key), level, inLanguage: spoken.has(key) }
      found.push({ key, rank })
    }
  }
  return found.sort((a, b) => compareRanks(a.rank, b.rank))
}

/** Many matches: one pass for each step of the order, in which the index yields what comes first first. */
const walk = (search: Search, curated: boolean): ReadonlyArray<Candidate> => {
  const found = exactCandidates(search, curated)
  for (const complete of [true, false]) {
    const range = keysOfRanks(...blockOf(curated, complete))
    for (const { level, only } of search.words.levels) {
      for (const inLanguage of [true, false]) {
        if (found.length >= search.needed) return found
        const expression = inLanguage ? search.words.inLanguage(only) : search.words.notInLanguage(only)
        for (const key of pass(search, expression, range, search.needed - found.length)) {
          found.push({ key, rank: { staticRank: staticRankOfKey(key), exact: false, level, inLanguage } })
        }
      }
    }
  }
  return found
}

const exactCandidates = (search: Search, curated: boolean): Array<Candidate> =>
  [...search.exact.values()]
    .map(({ inLanguage, key, place }) => ({
      key,
      rank: { staticRank: staticRankOfKey(key), exact: true, level: { form: "written", place }, inLanguage } as const
    }))
    .filter(({ rank }) => isCuratedRank(rank.staticRank) === curated)
    .sort((a, b) => compareRanks(a.rank, b.rank))

/** At least `needed` keys of one step, without the exact ones, to the end of the last run of equals. */
const pass = (search: Search, expression: string, range: KeyRange, needed: number): ReadonlyArray<number> => {
  const limit = needed + search.exact.size
  const keys = findKeys(search.db, expression, range, limit)
  const last = keys.at(-1)
  const equals = last === undefined || keys.length < limit ? [] : findKeys(search.db, expression, restOfRun(last), -1)
  return [...keys, ...equals].filter((key) => !search.exact.has(key))
}

/** What comes after this key and has the same static rank. */
const restOfRun = (key: number): KeyRange => ({
  first: key + 1,
  last: rankKey(staticRankOfKey(key), productNumberMax)
})
