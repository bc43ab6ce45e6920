import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import { bucketFinder } from "../../../domain/search/BucketFinder.ts"
import { bestBucket } from "../../../domain/search/RankingRules.ts"
import { compareRanks, type Rank } from "../../../domain/search/Ranking.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { firstInOrder } from "./FirstInOrder.ts"
import type { IndexCache } from "./IndexCache.ts"
import { type FoundTerms, type Matches, readTerms } from "./IndexReads.ts"
import { postingsLookup } from "./Postings.ts"
import { isKeyOf, staticRankOfKey } from "./RankKey.ts"
import type { SearchCosts, SearchSize } from "./SearchCosts.ts"
import { storedLookup } from "./StoredTerms.ts"
import type { WordQueries } from "./WordQuery.ts"

/** A product found, with everything that decides about its field except its id. */
export interface Candidate {
  readonly key: number
  readonly rank: Rank
}

export interface SearchPlan {
  readonly words: WordQueries
  readonly costs: SearchCosts
  /** how many entries the lists of the words have together, as far as is known */
  readonly postings: () => number
  /** the blocks that hold any product, see `RankKey.ts` */
  readonly blocks: ReadonlyArray<number>
  /** all matches, as far as they are known */
  readonly matches: Matches
  /** what products are found by, as far as it is remembered */
  readonly terms: IndexCache["terms"]
  /** how many of the first results are asked for */
  readonly needed: number
}

/** One search under way. */
export interface Search extends SearchPlan {
  readonly db: SqliteDatabase
  readonly query: AnalyzedQuery
  readonly exact: ReadonlySet<number>
  /** up to so many matches are fetched and sorted; more are walked in the order of the index */
  readonly sortAllMax: number
}

export const toCandidate = (search: Search, key: number, bucket: number): Candidate => {
  const exact = search.exact.has(key)
  const inLanguage = isKeyOf(search.query.language, key)
  return { key, rank: { staticRank: staticRankOfKey(key), exact, bucket: exact ? bestBucket : bucket, inLanguage } }
}

export const byRank = (a: Candidate, b: Candidate): number => compareRanks(a.rank, b.rank)

/** Few matches: find the bucket of each, then sort. The first `needed`, and the equals of the last. */
export const sortAll = (search: Search, keys: ReadonlyArray<number>): ReadonlyArray<Candidate> =>
  firstInOrder(candidatesOf(search, keys), search.needed, byRank)

const candidatesOf = function* (search: Search, keys: ReadonlyArray<number>): Iterable<Candidate> {
  for (const { key, bucket } of isReadByPostings(search, keys.length)
    ? byPostings(search, keys)
    : byTerms(search, keys)) {
    if (bucket !== null) yield toCandidate(search, key, bucket)
  }
}

/** A product and its bucket; `null`: it does not match. */
export interface Bucketed {
  readonly key: number
  readonly bucket: number | null
}

/** Reads the products that are not remembered. */
export const byTerms = function* (search: Search, keys: ReadonlyArray<number>): Iterable<Bucketed> {
  const bucketOf = bucketFinder(search.query, storedLookup)
  for (const { key, terms } of termsOf(search, keys)) yield { key, bucket: bucketOf(terms) }
}

/** More would take the place of what other searches remember. */
const rememberedAtOnceMax = 500

const termsOf = ({ db, terms }: Search, keys: ReadonlyArray<number>): ReadonlyArray<FoundTerms> => {
  if (keys.length > rememberedAtOnceMax) return readTerms(db, keys)
  const known = new Map(keys.map((key) => [key, terms.known(key)]))
  const unknown = keys.filter((key) => known.get(key) === undefined)
  for (const found of unknown.length === 0 ? [] : readTerms(db, unknown)) {
    known.set(found.key, found.terms)
    terms.remember(found.key, found.terms)
  }
  return keys.flatMap((key) => {
    const found = known.get(key)
    return found === undefined ? [] : [{ key, terms: found }]
  })
}

export const sizeOf = ({ needed, postings, words }: SearchPlan): SearchSize => ({
  needed,
  postings,
  wordCount: words.wordCount
})

const isReadByPostings = (search: Search, matches: number): boolean =>
  search.words.listsAll && !search.query.withCategories && search.costs.readsPostings(matches, sizeOf(search))

const byPostings = function* ({ db, query, words }: Search, keys: ReadonlyArray<number>): Iterable<Bucketed> {
  const bucketOf = bucketFinder(query, postingsLookup(db, words.listsOf))
  for (const key of keys) yield { key, bucket: bucketOf(key) }
}
