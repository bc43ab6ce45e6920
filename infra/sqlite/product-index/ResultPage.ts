import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import { compareRanks } from "../../../domain/search/Ranking.ts"
import type { PageRange } from "../../../domain/search/SearchQuery.ts"
import type { SearchPage } from "../../../projections/ports/ProductIndex.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import type { IndexCache } from "./IndexCache.ts"
import { factsInOrder } from "./FoundFacts.ts"
import { type Matches, occupiedBlocks } from "./IndexReads.ts"
import type { Candidate } from "./Candidates.ts"
import { firstResults } from "./RankedSearch.ts"
import type { SearchCosts } from "./SearchCosts.ts"
import { productsWith, rememberedMatches, rememberedWordQueries } from "./Vocabulary.ts"
import type { WordQueries } from "./WordQuery.ts"

/** What a search needs besides the query. */
export interface SearchContext {
  readonly db: SqliteDatabase
  readonly cache: IndexCache
  readonly costs: SearchCosts
}

const empty: SearchPage = { products: [], total: 0 }

/** The page of results that the query asks for, and the number of all results. */
export const resultPage = (context: SearchContext, range: PageRange, analyzed: AnalyzedQuery): SearchPage => {
  const { cache, db } = context
  cache.validate(db)
  // the page is the last thing that a question asks for
  cache.endQuestion()
  const words = rememberedWordQueries(context, analyzed)
  if (words === null) return empty
  // counting a common word reads the whole of its list
  const matches = rememberedMatches(context, words)
  const { total } = matches
  return { products: range.offset >= total ? [] : productsOf(context, analyzed, words, range, matches), total }
}

/** How many entries the lists of the words have together, as far as is known. */
const postingsOf = ({ db, cache }: SearchContext, { terms }: WordQueries, { total }: Matches): number => {
  const products = cache.counts.ofAll(terms, (term) => productsWith(db, term))
  return terms.reduce((sum, term) => sum + (products.get(term) ?? 0), total)
}

const productsOf = (
  context: SearchContext,
  analyzed: AnalyzedQuery,
  words: WordQueries,
  { limit, offset }: PageRange,
  matches: Matches
): ReadonlyArray<ProductFacts> => {
  const { costs, db, cache } = context
  const end = offset + limit
  const candidates = firstResults(db, analyzed, {
    blocks: cache.blocks.of("", () => occupiedBlocks(db)),
    needed: end,
    costs,
    postings: () => postingsOf(context, words, matches),
    matches,
    terms: cache.terms,
    words
  })
  const first = startOfRun(candidates, offset)
  const found = candidates.slice(first, endOfRun(candidates, end))
  return factsInOrder(context, found, { offset: offset - first, limit })
}

const areEquals = (a: Candidate | undefined, b: Candidate | undefined): boolean =>
  a !== undefined && b !== undefined && compareRanks(a.rank, b.rank) === 0

const startOfRun = (candidates: ReadonlyArray<Candidate>, index: number): number => {
  let start = index
  while (start > 0 && areEquals(candidates[start - 1], candidates[index])) start--
  return start
}

const endOfRun = (candidates: ReadonlyArray<Candidate>, index: number): number => {
  let end = index
  while (areEquals(candidates[end], candidates[index - 1])) end++
  return end
}
