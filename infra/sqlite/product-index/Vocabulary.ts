import { Effect } from "effect"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { SearchVocabulary } from "../../../domain/search/SearchVocabulary.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import type { KnownWords } from "./KnownWords.ts"
import { type IndexOpener, noticing, type OpenIndex } from "./OpenIndex.ts"

/** Whether more of them match does not matter to whoever asks. */
const enoughMatches = 100

/** The vocabulary of the live database as queries ask for it. */
export const segmentVocabulary = (
  current: () => SqliteDatabase,
  opener: IndexOpener,
  knownWords: KnownWords
): SearchVocabulary<StorageUnavailable> => {
  const read = <A>(operation: string, find: (open: OpenIndex) => A) =>
    Effect.suspend(() => {
      const db = current()
      return db.read(operation, () => noticing(() => find(opener.open(db))))
    })
  return {
    counts: (terms) =>
      read("count products of terms", ({ counts, words }) => {
        const count = (term: string) => words.productsWith(term)
        return new Map(terms.map((term) => [term, counts.recall(term, count)]))
      }),
    matches: (query) =>
      read("count matches", ({ index }) =>
        index.count(query.filters.length === 0 ? query : { ...query, filters: [] }, enoughMatches)
      ),
    hasBeginning: (beginnings) =>
      read("find words by their beginning", ({ words }) =>
        beginnings.some((beginning) => words.hasBeginning(beginning))
      ),
    soundingLike: (soundKeys) =>
      read("find words by their sound", ({ sounds, words }) => {
        const find = (key: string) => words.soundingLike(key)
        return [...new Set(soundKeys)].flatMap((key) => sounds.recall(key, find))
      }),
    near: (word, edits) =>
      Effect.suspend(() => Effect.map(knownWords.of(current()), (words) => words.near(word, edits)))
  }
}
