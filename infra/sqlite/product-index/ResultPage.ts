import { Predicate, Schema } from "effect"
import { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { type AnalyzedQuery, analyzeQuery } from "../../../domain/search/AnalyzedQuery.ts"
import { compareIds, compareRanks } from "../../../domain/search/Ranking.ts"
import type { SearchQuery } from "../../../domain/search/SearchQuery.ts"
import type { SearchPage } from "../../../projections/ports/ProductIndex.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { numberOfKey } from "./RankKey.ts"
import { type Candidate, firstResults } from "./RankedSearch.ts"
import type { Totals } from "./Totals.ts"
import { wordQueries } from "./WordQuery.ts"

const empty: SearchPage = { products: [], total: 0 }

/** The page of results that the query asks for, and the number of all results. */
export const resultPage = (db: SqliteDatabase, totals: Totals, query: SearchQuery, sortAllMax: number): SearchPage => {
  const analyzed = analyzeQuery(query)
  if (analyzed.words.length === 0) return empty
  const total = totals.of(db, wordQueries(analyzed).all)
  return { products: query.offset >= total ? [] : productsOf(db, analyzed, query, total, sortAllMax), total }
}

const productsOf = (
  db: SqliteDatabase,
  analyzed: AnalyzedQuery,
  { limit, offset }: SearchQuery,
  total: number,
  sortAllMax: number
): ReadonlyArray<ProductFacts> => {
  const end = offset + limit
  const candidates = firstResults(db, analyzed, total, end, sortAllMax)
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
