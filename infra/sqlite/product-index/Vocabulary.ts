import { Effect, Schema } from "effect"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { isWordTerm } from "../../../domain/search/Terms.ts"
import type { Vocabulary } from "../../../domain/search/Vocabulary.ts"
import { soundKeyOf } from "../../../domain/text/Transliteration.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { countMatches } from "./IndexReads.ts"
import type { KnownWords } from "./KnownWords.ts"
import type { Remembered } from "./Remembered.ts"
import { wordQueries } from "./WordQuery.ts"

/** By how many products more or fewer each term is carried after a batch of changes. */
export type TermChanges = Map<string, number>

export const noteTerms = (changes: TermChanges, terms: ReadonlyArray<string>, by: 1 | -1): void => {
  for (const term of terms) changes.set(term, (changes.get(term) ?? 0) + by)
}

const addSql = `
  INSERT INTO vocabulary (term, products, sound) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET products = products + excluded.products`

/**
 * Brings the counts of the vocabulary up to date, for the inside of a write transaction. Answers the words that may be
 * new to it.
 */
export const changeVocabulary = (db: SqliteDatabase, changes: TermChanges): ReadonlyArray<string> => {
  const added: Array<string> = []
  for (const [term, by] of changes) {
    if (by === 0) continue
    const isWord = isWordTerm(term)
    db.statement(addSql).run(term, by, isWord ? soundKeyOf(term) : null)
    if (isWord && by > 0) added.push(term)
    if (by < 0) db.statement("DELETE FROM vocabulary WHERE term = ? AND products <= 0").run(term)
  }
  return added
}

const decodeTerms = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ term: Schema.String })))
const decodeProducts = Schema.decodeUnknownSync(Schema.UndefinedOr(Schema.Struct({ products: Schema.Int })))

/** Beginnings up to this length have lists of their own in the word index (`prefix` in `IndexSchema.ts`). */
export const indexedPrefixLengthMax = 4

const expansionsMax = 32

/** above every character that a word can have next */
const beyond = "\u{10ffff}"

/** The first terms that begin like this. */
const termsWithPrefix = (db: SqliteDatabase, prefix: string, limit: number): ReadonlyArray<string> =>
  decodeTerms(
    db.statement("SELECT term FROM vocabulary WHERE term >= ? AND term < ? LIMIT ?").all(prefix, prefix + beyond, limit)
  ).map((row) => row.term)

/**
 * The terms that begin like this; `null` when they are too many to be named one by one. FTS5 gathers all that a
 * beginning finds before it yields the first row, whereas named words are walked as far as needed.
 */
export const expandPrefix = (db: SqliteDatabase, prefix: string): ReadonlyArray<string> | null => {
  if (prefix.length <= indexedPrefixLengthMax) return null
  const terms = termsWithPrefix(db, prefix, expansionsMax + 1)
  return terms.length > expansionsMax ? null : terms
}

const productsWith = (db: SqliteDatabase, term: string): number =>
  decodeProducts(db.statement("SELECT products FROM vocabulary WHERE term = ?").get(term))?.products ?? 0

/** What was found out about the words and matches of the index as it is. */
export interface VocabularyMemory {
  readonly counts: Remembered<number>
  readonly totals: Remembered<number>
  readonly knownWords: KnownWords
}

/** The vocabulary of the database as queries ask for it. */
export const sqliteVocabulary = (
  db: SqliteDatabase,
  { counts, knownWords, totals }: VocabularyMemory
): Vocabulary<StorageUnavailable> => ({
  counts: (terms) =>
    db.read("count products of terms", () => counts.ofAll(db, terms, (term) => productsWith(db, term))),
  matches: (query) =>
    db.read("count matches", () => {
      const queries = wordQueries({ ...query, filters: [] }, (prefix) => expandPrefix(db, prefix))
      return queries === null ? 0 : totals.of(db, queries.all, () => countMatches(db, queries.all))
    }),
  hasBeginning: (beginnings) =>
    db.read("find words by their beginning", () =>
      beginnings.some((beginning) => termsWithPrefix(db, beginning, 1).length > 0)
    ),
  soundingLike: (soundKeys) =>
    db.read("find words by their sound", () =>
      soundKeys.flatMap((key) =>
        decodeTerms(db.statement("SELECT term FROM vocabulary WHERE sound = ?").all(key)).map((row) => row.term)
      )
    ),
  near: (word, edits) =>
    Effect.map(
      db.read("find words like a misspelt one", () => knownWords.of(db)),
      (words) => words.near(word, edits)
    )
})
