import { Effect, Schema } from "effect"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { isWordTerm } from "../../../domain/language/Terms.ts"
import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import type { SearchVocabulary } from "../../../domain/search/SearchVocabulary.ts"
import { phoneticKeyOf } from "../../../domain/language/PhoneticKey.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import type { IndexCache } from "./IndexCache.ts"
import { findKeys, findMatches, type Matches } from "./IndexReads.ts"
import type { KnownWords } from "./KnownWords.ts"
import { allKeys } from "./RankKey.ts"
import { categoryMark, listedBeginningLengthMax, type TermWords, wordsOfTerm } from "./WordColumns.ts"
import { listedMatches } from "./WordLists.ts"
import { type WordQueries, wordQueries } from "./WordQuery.ts"

/** By how many products more or fewer a term is carried after a batch of changes, and the words that it makes. */
interface TermChange {
  readonly words: TermWords
  by: number
}
export type TermChanges = Map<string, TermChange>

/** Notes that one more or one fewer product carries the term. */
export const noteTerm = (changes: TermChanges, term: string, by: 1 | -1): TermWords => {
  const known = changes.get(term)
  if (known !== undefined) {
    known.by += by
    return known.words
  }
  const words = wordsOfTerm(term)
  changes.set(term, { words, by })
  return words
}

const changeSql = "UPDATE vocabulary SET products = products + ? WHERE term = ?"
const addSql = "INSERT INTO vocabulary (term, products, sound) VALUES (?, ?, ?)"

/**
 * Brings the counts of the vocabulary up to date, for the inside of a write transaction. Answers the words that are
 * new to it.
 */
export const changeVocabulary = (db: SqliteDatabase, changes: TermChanges): ReadonlyArray<string> => {
  const added: Array<string> = []
  for (const [term, { by }] of changes) {
    if (by === 0) continue
    const isKnown = db.statement(changeSql).run(by, term).changes > 0
    if (by < 0) db.statement("DELETE FROM vocabulary WHERE term = ? AND products <= 0").run(term)
    if (isKnown || by < 0) continue
    addTerm(db, term, by)
    if (isWordTerm(term)) added.push(term)
  }
  return added
}

const addTerm = (db: SqliteDatabase, term: string, products: number): void => {
  db.statement(addSql).run(term, products, isWordTerm(term) ? phoneticKeyOf(term) : null)
}

// a product has a term once: as it is, or marked in the column of categories; the other marked words are no terms
const countsSql = `
  SELECT ltrim(term, '${categoryMark}') AS term, sum(doc) AS products FROM temp.word_counts
  WHERE term NOT GLOB '[#^@]*' AND term NOT GLOB '*[*]' GROUP BY 1 ORDER BY 1`

/** Makes the vocabulary, which must be empty, from the word index, which knows it all. */
export const fillVocabulary = (db: SqliteDatabase): void => {
  db.exec("CREATE VIRTUAL TABLE temp.word_counts USING fts5vocab(main, product_words, row)")
  for (const { products, term } of db.statement(countsSql).iterate()) addTerm(db, String(term), Number(products))
  db.exec("DROP TABLE temp.word_counts")
}

const decodeTerms = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ term: Schema.String })))
const decodeProducts = Schema.decodeUnknownSync(Schema.UndefinedOr(Schema.Struct({ products: Schema.Int })))

const expansionsMax = 32

/** above every character that a word can have next */
const beyond = "\u{10ffff}"

// without the CAST the statement is planned anew for each limit
const beginningSql = "SELECT term FROM vocabulary WHERE term >= ? AND term < ? LIMIT CAST(? AS INTEGER)"

/** The first terms that begin like this. */
const termsWithPrefix = (db: SqliteDatabase, prefix: string, limit: number): ReadonlyArray<string> =>
  decodeTerms(db.statement(beginningSql).all(prefix, prefix + beyond, limit)).map((row) => row.term)

/**
 * The terms that begin like this; `null` when they are too many to be named one by one. FTS5 gathers all that a
 * beginning finds before it yields the first row, whereas named words are walked as far as needed.
 */
const expandPrefix = (db: SqliteDatabase, prefix: string): ReadonlyArray<string> | null => {
  if (prefix.length <= listedBeginningLengthMax) return null
  const terms = termsWithPrefix(db, prefix, expansionsMax + 1)
  return terms.length > expansionsMax ? null : terms
}

interface Remembered {
  readonly db: SqliteDatabase
  readonly cache: IndexCache
}

/** What all words of a query find. */
export const rememberedMatches = ({ cache, db }: Remembered, queries: WordQueries): Matches =>
  cache.found.of(queries, () => {
    const listed = listedMatches(db, cache.lists, queries.parts)
    return listed === null
      ? cache.matches.of(queries.all(), () => findMatches(db, queries))
      : { first: listed, total: listed.length }
  })

/** What a query looks for in the index, remembered as long as its beginnings are those of the same words. */
export const rememberedWordQueries = ({ cache, db }: Remembered, query: AnalyzedQuery): WordQueries | null =>
  cache.words.of(query, () =>
    wordQueries(query, (prefix) => cache.expansions.of(prefix, () => expandPrefix(db, prefix)))
  )

/** Whether more of them match does not matter to a query with filters. */
const countedMax = 100

/** How many products carry the term. */
export const productsWith = (db: SqliteDatabase, term: string): number =>
  decodeProducts(db.statement("SELECT products FROM vocabulary WHERE term = ?").get(term))?.products ?? 0

const termsSounding = (db: SqliteDatabase, soundKey: string): ReadonlyArray<string> =>
  decodeTerms(db.statement("SELECT term FROM vocabulary WHERE sound = ?").all(soundKey)).map((row) => row.term)

/** The vocabulary of the live database as queries ask for it. */
export const sqliteVocabulary = (
  current: () => SqliteDatabase,
  cache: IndexCache,
  knownWords: KnownWords
): SearchVocabulary<StorageUnavailable> => {
  const read = <A>(operation: string, find: (db: SqliteDatabase) => A) =>
    Effect.suspend(() => {
      const db = current()
      return db.read(operation, () => find(db))
    })
  const readCached = <A>(operation: string, find: (db: SqliteDatabase) => A) =>
    read(operation, (db) => {
      cache.validate(db)
      return find(db)
    })
  return {
    counts: (terms) =>
      readCached("count products of terms", (db) => cache.counts.ofAll(terms, (term) => productsWith(db, term))),
    matches: (query) =>
      readCached("count matches", (db) => {
        const unfiltered = query.filters.length === 0 ? query : { ...query, filters: [] }
        const queries = rememberedWordQueries({ db, cache }, unfiltered)
        if (queries === null) return 0
        // the page needs this count, too, if it has no filters
        return query.filters.length === 0
          ? rememberedMatches({ db, cache }, queries).total
          : cache.counts.of(queries.all(), () => findKeys(db, queries.all(), allKeys, countedMax).length)
      }),
    hasBeginning: (beginnings) =>
      read("find words by their beginning", (db) =>
        beginnings.some((beginning) => termsWithPrefix(db, beginning, 1).length > 0)
      ),
    soundingLike: (phoneticKeys) =>
      readCached("find words by their sound", (db) =>
        phoneticKeys.flatMap((key) => cache.sounding.of(key, () => termsSounding(db, key)))
      ),
    near: (word, edits) =>
      Effect.suspend(() => Effect.map(knownWords.of(current()), (words) => words.near(word, edits)))
  }
}
