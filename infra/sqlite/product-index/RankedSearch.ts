import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import { bestLevel, isWholeLevel, levelOf } from "../../../domain/search/Matching.ts"
import { compareRanks, type Rank } from "../../../domain/search/Ranking.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { findExactMatches } from "./ExactNames.ts"
import { findKeys, readTerms } from "./IndexReads.ts"
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
import { placesInStored } from "./StoredTerms.ts"
import type { LevelQuery, WordQueries } from "./WordQuery.ts"

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
  readonly exact: ReadonlySet<number>
}

/**
 * The first `needed` results in the order of `compareRanks`, and the rest of the run of equals that the last of them is
 * in, so that the caller can settle equals by id.
 */
export const firstResults = (db: SqliteDatabase, query: AnalyzedQuery, plan: SearchPlan): ReadonlyArray<Candidate> => {
  const exact = new Set(findExactMatches(db, query))
  const search: Search = { ...plan, db, query, exact }
  if (plan.total <= plan.sortAllMax) return sortAll(search, findKeys(db, search.words.all, allKeys, plan.total))
  const curated = inOrder(search, curatedKeys, true)
  const missing = plan.needed - curated.length
  return missing <= 0 ? curated : [...curated, ...inOrder({ ...search, needed: missing }, otherKeys, false)]
}

const inOrder = (search: Search, range: KeyRange, curated: boolean): ReadonlyArray<Candidate> => {
  const few = findKeys(search.db, search.words.all, range, search.sortAllMax + 1)
  return few.length <= search.sortAllMax ? sortAll(search, few) : walk(search, curated)
}

const toCandidate = (search: Search, key: number, level: number): Candidate => {
  const exact = search.exact.has(key)
  const inLanguage = isKeyOf(search.query.language, key)
  return { key, rank: { staticRank: staticRankOfKey(key), exact, level: exact ? bestLevel : level, inLanguage } }
}

const byRank = (a: Candidate, b: Candidate): number => compareRanks(a.rank, b.rank)

/** Few matches: find the level of each, then sort. */
const sortAll = (search: Search, keys: ReadonlyArray<number>): ReadonlyArray<Candidate> =>
  readTerms(search.db, keys)
    .flatMap(({ key, terms }) => {
      const level = levelOf(search.query, placesInStored(terms))
      return level === null ? [] : [toCandidate(search, key, level)]
    })
    .sort(byRank)

/** Many matches: one pass for each step of the order, in which the index yields the best first. */
const walk = (search: Search, curated: boolean): ReadonlyArray<Candidate> => {
  const { first, last } = curated ? curatedKeys : otherKeys
  const exact = [...search.exact].filter((key) => key >= first && key <= last)
  const found = exact.map((key) => toCandidate(search, key, bestLevel)).sort(byRank)
  const seen = new Set(exact)
  for (const { blocks, levels } of tiers(search, curated)) {
    for (const { expression, level } of levels) {
      for (const inLanguage of [true, false]) {
        if (found.length >= search.needed) return found
        const step = blocks.filter((block) => isBlockOf(search.query.language, block) === inLanguage)
        for (const key of pass(search, expression(), step, seen, search.needed - found.length)) {
          seen.add(key)
          found.push(toCandidate(search, key, level))
        }
      }
    }
  }
  return found
}

interface Tier {
  readonly blocks: ReadonlyArray<number>
  readonly levels: ReadonlyArray<LevelQuery>
}

/** Whole words before others, complete nutrition before incomplete. */
const tiers = ({ blocks, words }: Search, curated: boolean): ReadonlyArray<Tier> =>
  [true, false].flatMap((whole) => {
    const levels = words.levels.filter(({ level }) => isWholeLevel(level) === whole)
    return [true, false].map((complete) => ({
      levels,
      blocks: blocks.filter((block) => isCuratedBlock(block) === curated && isCompleteBlock(block) === complete)
    }))
  })

/**
 * The first `needed` keys of one step that no better one has yielded, and the rest of the last run of equals. A level
 * holds what better ones hold, all of which have been walked to their ends.
 */
const pass = (
  { db }: Search,
  expression: string,
  blocks: ReadonlyArray<number>,
  seen: ReadonlySet<number>,
  needed: number
): ReadonlyArray<number> => {
  const ofBlocks = blocks.map((block) => firstOfBlock(db, expression, block, needed + seen.size))
  const keys = ofBlocks.flat().filter((key) => !seen.has(key))
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
