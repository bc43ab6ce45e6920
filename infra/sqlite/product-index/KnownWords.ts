import { Schema } from "effect"
import { mayBeMeant } from "../../../domain/search/Corrections.ts"
import { isWordTerm } from "../../../domain/search/Terms.ts"
import { makeNearWords, type NearWords } from "../../../domain/text/NearWords.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { dataVersion } from "./Remembered.ts"

/**
 * The words of the vocabulary in memory, to find those that a misspelt one is near to: read from the file when it is
 * opened, when another connection wrote to it or when another file took its place. Words that no product carries any
 * more may be among them; the counts say so.
 */
export interface KnownWords {
  readonly of: (db: SqliteDatabase) => NearWords
  /** to be called with the words that a change by this connection brought */
  readonly add: (db: SqliteDatabase, words: ReadonlyArray<string>) => void
}

interface Loaded {
  readonly db: SqliteDatabase
  readonly version: number
  readonly words: Set<string>
  readonly near: NearWords
}

const decodeTerms = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.String)))
// one JSON array is several times faster to read than as many rows
const termsSql = "SELECT json_group_array(term) AS terms FROM vocabulary"

const readTerms = (db: SqliteDatabase): ReadonlyArray<string> => decodeTerms(db.statement(termsSql).get()?.["terms"])

const load = (db: SqliteDatabase): Loaded => {
  const loaded = { db, version: dataVersion(db), words: new Set<string>(), near: makeNearWords() }
  addTo(loaded, readTerms(db))
  return loaded
}

const addTo = ({ near, words }: Loaded, terms: ReadonlyArray<string>): void => {
  for (const term of terms) {
    if (words.has(term) || !isWordTerm(term) || !mayBeMeant(term)) continue
    words.add(term)
    near.add(term)
  }
}

export const makeKnownWords = (): KnownWords => {
  let loaded: Loaded | null = null
  return {
    of: (db) => {
      if (loaded?.db !== db || loaded.version !== dataVersion(db)) loaded = load(db)
      return loaded.near
    },
    add: (db, words) => {
      if (loaded?.db === db) addTo(loaded, words)
    }
  }
}
