import { Schema } from "effect"
import type { SqliteDatabase } from "../Sqlite.ts"

/** Adds words to the vocabulary; to be called inside a write transaction. Words stay when their products go. */
export const addToVocabulary = (db: SqliteDatabase, words: ReadonlySet<string>): void => {
  const insert = db.statement("INSERT INTO vocabulary (word) VALUES (?) ON CONFLICT DO NOTHING")
  for (const word of words) insert.run(word)
}

const decodeWords = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ word: Schema.String })))

/** Beginnings up to this length have lists of their own in the word index (`prefix` in `IndexSchema.ts`). */
export const indexedPrefixLengthMax = 4

const expansionsMax = 32

/** above every character that a word can have next */
const beyond = "\u{10ffff}"

/**
 * The words that begin like this; `null` when they are too many to be named one by one. FTS5 gathers all that a
 * beginning finds before it yields the first row, whereas named words are walked as far as needed.
 */
export const wordsWithPrefix = (db: SqliteDatabase, prefix: string): ReadonlyArray<string> | null => {
  const rows = db
    .statement(`SELECT word FROM vocabulary WHERE word >= ? AND word < ? LIMIT ${expansionsMax + 1}`)
    .all(prefix, prefix + beyond)
  return rows.length > expansionsMax ? null : decodeWords(rows).map((row) => row.word)
}
