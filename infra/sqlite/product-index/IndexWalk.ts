import { bestLevel, enclosingLevels, isAmongBest, isNamed, tierCount, tierOf } from "../../../domain/search/Matching.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { byRank, byTerms, type Candidate, type Levelled, type Search, toCandidate } from "./Candidates.ts"
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
  plainnessOfKey,
  restOfRun
} from "./RankKey.ts"
import type { LevelQuery } from "./WordQuery.ts"

/** What of the index is walked: which keys, at which levels, and in which blocks at each of them. */
interface Walk {
  readonly range: KeyRange
  /** keys that are not to be found again */
  readonly found: ReadonlyArray<number>
  readonly isWalked: (level: number) => boolean
  readonly isWalkedAt: (block: number, level: number) => boolean
}

export const walkCurated = (search: Search): ReadonlyArray<Candidate> =>
  walk(search, { range: curatedKeys, found: [], isWalked: isNamed, isWalkedAt: isCuratedBlock })

/** `named`: the curated products that were walked before; those that merely mention what is asked for are walked here. */
export const walkOthers = (
  search: Search,
  named: ReadonlyArray<Candidate> | null,
  isWalked: (level: number) => boolean
): ReadonlyArray<Candidate> =>
  walk(search, {
    range: named === null ? otherKeys : allKeys,
    found: (named ?? []).map(({ key }) => key),
    isWalked,
    isWalkedAt: (block, level) => !isCuratedBlock(block) || (named !== null && !isNamed(level))
  })

/** Many matches: one pass for each step of the order, in which the index yields the best first. */
const walk = (search: Search, { found: before, isWalked, isWalkedAt, range }: Walk): ReadonlyArray<Candidate> => {
  const isInBlock = (key: number) => isWalkedAt(blockOfKey(key), bestLevel)
  const exact = [...search.exact].filter(isInBlock)
  const found = exact.map((key) => toCandidate(search, key, bestLevel)).sort(byRank)
  if (found.length >= search.needed) return found
  const seen = new Set([...exact, ...before])
  const levels = search.words.levels().filter(({ level }) => isWalked(level))
  const finderOf = finderOfLevels(search, range, levels)
  for (const { blocks, levels: queries } of tiers(search, levels, isWalkedAt)) {
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
const tiers = (
  { blocks }: Search,
  levels: ReadonlyArray<LevelQuery>,
  isWalkedAt: Walk["isWalkedAt"]
): ReadonlyArray<Tier> =>
  Array.from({ length: tierCount }, (_, tier) => tier).flatMap((tier) => {
    const ofTier = levels.filter(({ level }) => tierOf(level) === tier)
    if (ofTier.length === 0) return []
    // the levels of a group are all of them named or none
    const isWalked = (block: number) => ofTier.some(({ level }) => isWalkedAt(block, level))
    return [true, false].map((complete) => ({
      levels: ofTier,
      blocks: blocks.filter((block) => isCompleteBlock(block) === complete && isWalked(block))
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
  const lastPlainness = plainnessOfKey(last)
  const end = keys.findIndex((key, i) => i >= needed && plainnessOfKey(key) !== lastPlainness)
  return end === -1 ? keys : keys.slice(0, end)
}

const firstOfBlock = (db: SqliteDatabase, expression: string, block: number, limit: number): ReadonlyArray<number> => {
  // one more shows whether the run of equals goes on, which it hardly ever does
  const keys = findKeys(db, expression, keysOfBlocks(block, block), limit + 1)
  const [last, next] = keys.slice(limit - 1)
  if (last === undefined || next === undefined) return keys
  return plainnessOfKey(next) === plainnessOfKey(last)
    ? [...keys, ...findKeys(db, expression, restOfRun(next), -1)]
    : keys
}
