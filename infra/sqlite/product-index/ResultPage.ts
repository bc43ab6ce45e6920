import { Predicate, Schema } from "effect"
import { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import { compareIds, compareRanks } from "../../../domain/search/Ranking.ts"
import type { SearchQuery } from "../../../domain/search/SearchQuery.ts"
import type { SearchPage } from "../../../projections/ports/ProductIndex.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { countMatches, occupiedBlocks } from "./IndexReads.ts"
import { numberOfKey } from "./RankKey.ts"
import { type Candidate, firstResults } from "./RankedSearch.ts"
import type { Remembered } from "./Remembered.ts"
import { expandPrefix } from "./Vocabulary.ts"
import { type WordQueries, wordQueries } from "./WordQuery.ts"

/** What a search needs besides the query. */
export interface SearchContext {
  readonly db: SqliteDatabase
  readonly totals: Remembered<number>
  readonly blocks: Remembered<ReadonlyArray<number>>
  readonly sortAllMax: (needed: number) => number
}

const empty: SearchPage = { products: [], total: 0 }

/** The page of results that the query asks for, and the number of all results. */
export const resultPage = (context: SearchContext, query: SearchQuery, analyzed: AnalyzedQuery): SearchPage => {
  const { db, totals } = context
  const words = wordQueries(analyzed, (prefix) => expandPrefix(db, prefix))
  if (words === null) return empty
  // counting a common word reads the whole of its list
  const total = totals.of(db, words.all, () => countMatches(db, words.all))
  return { products: query.offset >= total ? [] : productsOf(context, analyzed, words, query, total), total }
}

const productsOf = (
  { blocks, db, sortAllMax }: SearchContext,
  analyzed: AnalyzedQuery,
  words: WordQueries,
  { limit, offset }: SearchQuery,
  total: number
): ReadonlyArray<ProductFacts> => {
  const end = offset + limit
  const candidates = firstResults(db, analyzed, {
    blocks: blocks.of(db, "", () => occupiedBlocks(db)),
    needed: end,
    sortAllMax: sortAllMax(end),
    total,
    words
  })
  const first = startOfRun(candidates, offset)
  const products = candidates
    .slice(first, endOfRun(candidates, end))
    .map((candidate) => ({ candidate, facts: readFacts(db, numberOfKey(candidate.key)) }))
    .sort((a, b) => compareRanks(a.candidate.rank, b.candidate.rank) || compareIds(a.facts.id, b.facts.id))
  return products.slice(offset - first, end - first).map((product) => product.facts)
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

const decodeFacts = Schema.decodeUnknownSync(Schema.fromJsonString(ProductFacts))

const readFacts = (db: SqliteDatabase, number: number): ProductFacts =>
  decodeFacts(db.statement("SELECT facts FROM products WHERE number = ?").get(number)?.["facts"])

/** The facts of a row that has them; `null` for no row and for a withdrawn product. */
export const factsOfRow = (row: unknown): ProductFacts | null =>
  Predicate.hasProperty(row, "facts") && row.facts !== null ? decodeFacts(row.facts) : null
