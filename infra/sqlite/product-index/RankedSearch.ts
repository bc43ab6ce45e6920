import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import { bestLevel, enclosingLevels, isAbout, isAmongBest, tierCount, tierOf } from "../../../domain/search/Matching.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import {
  byRank,
  byTerms,
  type Candidate,
  type Levelled,
  type Search,
  type SearchPlan,
  sizeOf,
  sortAll,
  toCandidate
} from "./Candidates.ts"
import { findExactMatches } from "./ExactNames.ts"
import { findKeys } from "./IndexReads.ts"
import {
  allKeys,
  blockOfKey,
  curatedKeys,
  isBlockOf,
  isCompleteBlock,
  isCuratedBlock,
  type KeyRange,
  keysOfBlocks,
  otherKeys,
  placeInBlock,
  restOfRun,
  staticRankOfKey
} from "./RankKey.ts"
import type { LevelQuery } from "./WordQuery.ts"

/**
 * The first `needed` results in the order of `compareRanks`, and the rest of the run of equals that the last of them is
 * in, so that the caller can settle equals by id.
 */
export const firstResults = (db: SqliteDatabase, query: AnalyzedQuery, plan: SearchPlan): ReadonlyArray<Candidate> => {
  const exact = new Set(findExactMatches(db, query))
  const sortAllMax = plan.costs.sortAllMax(sizeOf(plan))
  const search: Search = { ...plan, db, query, exact, sortAllMax }
  const { first, total } = plan.matches
  const sortEach = () =>
    sortAll(search, first.length === total ? first : findKeys(db, search.words.all, allKeys, total))
  if (total <= sortAllMax) return sortEach()
  const curatedMatches = fewCurated(search)
  const curated = curatedMatches === null ? walk(search, true, () => true) : sortAll(search, curatedMatches)
  const missing = plan.needed - curated.length
  if (missing <= 0) return curated
  const rest = { ...search, needed: missing }
  // curated ones that were walked are not known to be all
  const others = curatedMatches === null ? null : total - curatedMatches.length
  const otherMatches = others !== null && others > sortAllMax ? null : fewOf(search, otherKeys)
  if (otherMatches !== null) return [...curated, ...sortAll(rest, otherMatches)]
  // many levels may find nothing, for which the lists of the words are read each time
  const isTried = total <= plan.costs.sortAfterAboutMax(sizeOf(plan))
  const walked = walk(rest, false, isTried ? isAbout : () => true)
  return isTried && walked.length < missing ? sortEach() : [...curated, ...walked]
}

/** All matches in the range; `null` where they are too many to sort. */
const fewOf = ({ db, sortAllMax, words }: Search, range: KeyRange): ReadonlyArray<number> | null => {
  const keys = findKeys(db, words.all, range, sortAllMax + 1)
  return keys.length <= sortAllMax ? keys : null
}

/** Curated keys come first, so the first matches hold all of them if others are among them. */
const fewCurated = (search: Search): ReadonlyArray<number> | null => {
  const { first } = search.matches
  const end = first.findIndex((key) => key > curatedKeys.last)
  if (end === -1) return fewOf(search, curatedKeys)
  return end <= search.sortAllMax ? first.slice(0, end) : null
}

/** Many matches: one pass for each step of the order, in which the index yields the best first. */
const walk = (search: Search, curated: boolean, isWalked: (level: number) => boolean): ReadonlyArray<Candidate> => {
  const range = curated ? curatedKeys : otherKeys
  const { first, last } = range
  const exact = [...search.exact].filter((key) => key >= first && key <= last)
  const found = exact.map((key) => toCandidate(search, key, bestLevel)).sort(byRank)
  if (found.length >= search.needed) return found
  const seen = new Set(exact)
  const levels = search.words.levels().filter(({ level }) => isWalked(level))
  const finderOf = finderOfLevels(search, range, levels)
  for (const { blocks, levels: queries } of tiers(search, levels, curated)) {
    for (const query of queries) {
      const find = finderOf(query)
      for (const inLanguage of [true, false]) {
        if (found.length >= search.needed) return found
        const step = blocks.filter((block) => isBlockOf(search.query.language, block) === inLanguage)
        for (const key of pass(find, step, seen, search.needed - found.length)) {
          seen.add(key)
          found.push(toCandidate(search, key, query.level))
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

/** Group of levels by group, complete nutrition before incomplete. */
const tiers = ({ blocks }: Search, levels: ReadonlyArray<LevelQuery>, curated: boolean): ReadonlyArray<Tier> =>
  Array.from({ length: tierCount }, (_, tier) => tier).flatMap((tier) => {
    const ofTier = levels.filter(({ level }) => tierOf(level) === tier)
    if (ofTier.length === 0) return []
    return [true, false].map((complete) => ({
      levels: ofTier,
      blocks: blocks.filter((block) => isCuratedBlock(block) === curated && isCompleteBlock(block) === complete)
    }))
  })

/** Of a block, at least `limit` keys that a level finds, if there are so many, to the end of a run of equals. */
type FindInBlock = (block: number, limit: number) => ReadonlyArray<number>

/**
 * Up to so many matches of one word, and of all of several words, hardly any are at the best levels, which are then found
 * by one statement together, if they are so few.
 */
const sparseMax = 2_000
const readAtOnceMax = 30
const readAtOnceOfSeveralWordsMax = 100

/** How to find the keys of a level, by its index, in the blocks of the range. */
const finderOfLevels = (
  search: Search,
  range: KeyRange,
  queries: ReadonlyArray<LevelQuery>
): ((query: LevelQuery) => FindInBlock) => {
  const { db, matches, words } = search
  const best = queries.filter(({ level }) => isAmongBest(level))
  const byBlock = ({ expression }: LevelQuery): FindInBlock => {
    const text = expression()
    return (block, limit) => firstOfBlock(db, text, block, limit)
  }
  const isOneWord = words.wordCount === 1
  const others = isOneWord ? byBlock : byEnclosingLevel(search, byBlock)
  // the last of them finds what the others find
  const widest = best.at(-1)
  const isSparse = !isOneWord || matches.total <= sparseMax
  const readMax = isOneWord ? readAtOnceMax : readAtOnceOfSeveralWordsMax
  if (widest === undefined || best.length === 1 || !isSparse) return others
  const keys = findKeys(db, widest.expression(), range, readMax + 1)
  if (keys.length > readMax) return others
  const levels = [...byTerms(search, keys)]
  return (query) =>
    isAmongBest(query.level)
      ? (block) => keysAt(query.level, levels).filter((key) => blockOfKey(key) === block)
      : others(query)
}

/**
 * Two words that stand together in very many products stand in few of their phrases: instead of reading the lists to their
 * ends for each level of those, it is looked once for what all of them find in a block, and where that is little, it is
 * read which level each is at.
 */
const byEnclosingLevel = (
  search: Search,
  byBlock: (query: LevelQuery) => FindInBlock
): ((query: LevelQuery) => FindInBlock) => {
  const fewOfLevel = new Map(
    search.words.levels().map(({ expression, level }) => [level, fewInBlock(search, expression)] as const)
  )
  return (query) => {
    const enclosing = enclosingLevels(query.level).flatMap((level) => fewOfLevel.get(level) ?? [])
    let whole: FindInBlock | null = null
    return (block, limit) => {
      for (const few of enclosing) {
        const levels = few(block)
        if (levels !== null) return keysAt(query.level, levels)
      }
      return (whole ??= byBlock(query))(block, limit)
    }
  }
}

const keysAt = (wanted: number, levels: ReadonlyArray<Levelled>): ReadonlyArray<number> =>
  levels.flatMap(({ key, level }) => (level === wanted ? [key] : []))

/** What is found in a block; `null` where it is too much to be read. */
type FewInBlock = (block: number) => ReadonlyArray<Levelled> | null

const fewInBlock = (search: Search, expression: () => string): FewInBlock => {
  const known = new Map<number, ReturnType<FewInBlock>>()
  return (block) => {
    const before = known.get(block)
    if (before !== undefined) return before
    const { costs, db } = search
    const keys = findKeys(db, expression(), keysOfBlocks(block, block), costs.readInBlockMax + 1)
    const few = keys.length > costs.readInBlockMax ? null : [...byTerms(search, keys)]
    known.set(block, few)
    return few
  }
}

/**
 * The first `needed` keys of one step that no better one has yielded, and the rest of the last run of equals. A step
 * may hold what better ones hold, all of which have been walked to their ends.
 */
const pass = (
  find: FindInBlock,
  blocks: ReadonlyArray<number>,
  seen: ReadonlySet<number>,
  needed: number
): ReadonlyArray<number> => {
  const ofBlocks = blocks.map((block) => find(block, needed + seen.size))
  const keys = ofBlocks.flat().filter((key) => !seen.has(key))
  if (ofBlocks.length > 1) keys.sort((a, b) => placeInBlock(a) - placeInBlock(b))
  const last = keys[needed - 1]
  if (last === undefined) return keys
  const lastRank = staticRankOfKey(last)
  const end = keys.findIndex((key, i) => i >= needed && staticRankOfKey(key) !== lastRank)
  return end === -1 ? keys : keys.slice(0, end)
}

const firstOfBlock = (db: SqliteDatabase, expression: string, block: number, limit: number): ReadonlyArray<number> => {
  // one more shows whether the run of equals goes on, which it hardly ever does
  const keys = findKeys(db, expression, keysOfBlocks(block, block), limit + 1)
  const [last, next] = keys.slice(limit - 1)
  if (last === undefined || next === undefined) return keys
  return staticRankOfKey(next) === staticRankOfKey(last)
    ? [...keys, ...findKeys(db, expression, restOfRun(next), -1)]
    : keys
}
