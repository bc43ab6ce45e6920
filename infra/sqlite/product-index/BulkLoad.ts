import { Effect } from "effect"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { compact } from "./Compaction.ts"

// By itself FTS5 writes a segment for every megabyte of words and merges segments all along, each word some five times for
// a million products. In a file that nobody searches yet it is cheaper to let them pile up and to merge them at the end.
// See https://www.sqlite.org/fts5.html#configuration_options

interface MergeOptions {
  /** memory for words that no segment holds yet, bytes */
  readonly hashsize: number
  /** how many segments of one size are merged a little with each write; 0: none */
  readonly automerge: number
  /** how many are merged at once, however long it takes; FTS5 has room for 2,000 in all */
  readonly crisismerge: number
}

const whileLoading: MergeOptions = { hashsize: 16_777_216, automerge: 0, crisismerge: 256 }
const ofFts5: MergeOptions = { hashsize: 1_048_576, automerge: 4, crisismerge: 16 }

/** Nobody waits for a turn. */
const pagesPerStep = 1_000

const configure = (db: SqliteDatabase, options: MergeOptions): Effect.Effect<void, StorageUnavailable> =>
  db.write("configure the word index", () => {
    const set = db.statement("INSERT INTO product_words (product_words, rank) VALUES (?, CAST(? AS INTEGER))")
    for (const [name, value] of Object.entries(options)) set.run(name, value)
  })

/** Loads a product index that nobody searches yet: its words are merged once, at the end, and then all of them. */
export const bulkLoad = <A, E, R>(
  db: SqliteDatabase,
  load: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageUnavailable, R> =>
  Effect.gen(function* () {
    yield* configure(db, whileLoading)
    const loaded = yield* load
    yield* compact(db, pagesPerStep)
    yield* configure(db, ofFts5)
    return loaded
  })
