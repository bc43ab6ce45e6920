import { Clock, Effect, Predicate, Stream } from "effect"
import { EventUndecodable } from "../../../domain/ports/EventLog.ts"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { type ParkedStream, parkedStreamsMax, TooManyParked } from "../../../projections/ParkedStreams.ts"
import { startThread, type Thread } from "../../threads/Thread.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { compact } from "./Compaction.ts"
import { insertExactNames } from "./ExactNames.ts"
import { createIndexes, dropIndexes } from "./IndexSchema.ts"
import type { LoadAnswer, LoadedProduct, LoadQuestion } from "./LoadThread.ts"
import { insertProductSql, insertWords, productParameters } from "./ProductRow.ts"
import { numberedKey } from "./RankKey.ts"
import { fillVocabulary } from "./Vocabulary.ts"

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

const whileLoading: MergeOptions = { hashsize: 33_554_432, automerge: 0, crisismerge: 1_000 }
const ofFts5: MergeOptions = { hashsize: 1_048_576, automerge: 4, crisismerge: 16 }

/** Nobody waits for a turn. */
const pagesPerStep = 1_000

const configure = (db: SqliteDatabase, options: MergeOptions): void => {
  const set = db.statement("INSERT INTO product_words (product_words, rank) VALUES (?, CAST(? AS INTEGER))")
  for (const [name, value] of Object.entries(options)) set.run(name, value)
}

/** Positions of the log that the thread is asked for at once. */
const pageSize = 250
/** Pages that are on their way: the thread describes the next while one is written. */
const pagesAhead = 4
/** Products whose words go in together, as a segment of the index. */
const productsPerSegment = 3_000

/** The part of the log that is loaded. */
export interface LoadedLog {
  readonly path: string
  /** the last position */
  readonly end: number
}

/**
 * Loads an empty product index that nobody reads before it is complete from the newest event of each product. A thread
 * reads the log and describes, this one writes. Whatever has an order that products do not come in is put in it once, at
 * the end, from files of their own: ids, barcodes, exact names; the words are merged once. A `ProductIndex` that is to answer
 * from the file is opened afterwards: one from before may remember that it knew no words. Of a stream with an event that cannot be
 * read it loads what came before that; the answer says which are parked so, to be kept with the place.
 */
export const bulkLoad = Effect.fnUntraced(function* <E, R>(
  db: SqliteDatabase,
  log: LoadedLog,
  onProgress: (events: number) => Effect.Effect<void, E, R>
) {
  const thread = yield* startThread("index-load", new URL("LoadThread.ts", import.meta.url))
  const tables = makeTables(db)
  const parked: Array<ParkedStream> = []
  yield* db.write("prepare the product index for a load", tables.begin)
  yield* pagesOf(thread, log, yield* Clock.currentTimeMillis).pipe(
    Stream.runForEach(
      Effect.fnUntraced(function* (page) {
        parked.push(...page.parked)
        const last = parked.at(-1)
        if (last !== undefined && parked.length > parkedStreamsMax)
          return yield* new TooManyParked({ last: last.reason })
        yield* db.write("load products", () => tables.add(page))
        yield* onProgress(page.events)
      })
    )
  )
  yield* db.write("load the last products", tables.addWords)
  yield* compact(db, pagesPerStep)
  yield* db.write("sort what was loaded", tables.end)
  return parked satisfies ReadonlyArray<ParkedStream>
}, Effect.scoped)

const pagesOf = (thread: Thread, { end, path }: LoadedLog, now: number) =>
  Stream.range(0, Math.ceil(end / pageSize) - 1).pipe(
    Stream.mapEffect(
      (page) => ask(thread, { path, first: page * pageSize + 1, last: Math.min(end, (page + 1) * pageSize), end, now }),
      { concurrency: pagesAhead }
    )
  )

const ask = Effect.fnUntraced(function* (thread: Thread, question: LoadQuestion) {
  const answer = yield* thread
    .ask(question)
    .pipe(Effect.mapError((cause) => new StorageUnavailable({ operation: "load the product index", cause })))
  if (!isAnswer(answer)) return yield* Effect.die(new TypeError("the loading thread answered something else"))
  if (answer.undecodable !== null) return yield* new EventUndecodable(answer.undecodable)
  return answer
})

const isAnswer = (value: unknown): value is LoadAnswer =>
  Predicate.hasProperty(value, "products") &&
  Array.isArray(value.products) &&
  Predicate.hasProperty(value, "parked") &&
  Predicate.hasProperty(value, "undecodable")

/** The tables of the index while they are loaded; each step is for the inside of a write transaction. */
const makeTables = (db: SqliteDatabase) => {
  let number = 0
  let unsorted: Array<{ readonly key: number; readonly columns: ReadonlyArray<string> }> = []

  const addProduct = ({ found, ...row }: LoadedProduct): void => {
    number++
    const key = found === null ? null : numberedKey(found.key, number)
    db.statement(insertProductSql).run(...productParameters(row, number, key))
    if (found === null || key === null) return
    insertExactNames(db, { ...found, key }, "unsorted_names")
    unsorted.push({ key, columns: found.columns })
  }
  const addWords = (): void => {
    insertWords(db, unsorted)
    unsorted = []
  }
  return {
    begin: () => {
      configure(db, whileLoading)
      dropIndexes(db)
      db.exec("CREATE TEMP TABLE unsorted_names (name, rank, flags)")
    },
    add: ({ products }: LoadAnswer): void => {
      for (const product of products) addProduct(product)
      if (unsorted.length >= productsPerSegment) addWords()
    },
    addWords,
    end: () => {
      configure(db, ofFts5)
      fillVocabulary(db)
      createIndexes(db)
      db.exec("INSERT INTO exact_names SELECT name, rank, flags FROM unsorted_names ORDER BY name, rank")
      db.exec("DROP TABLE unsorted_names")
    }
  }
}
