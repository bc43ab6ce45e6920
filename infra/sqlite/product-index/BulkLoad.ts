import { Clock, Effect, Predicate, Stream } from "effect"
import { EventUndecodable } from "../../../domain/ports/EventLog.ts"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { type ParkedStream, parkedStreamsMax, TooManyParked } from "../../../projections/ParkedStreams.ts"
import { startThread, type Thread } from "../../threads/Thread.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import type { LoadAnswer, LoadQuestion } from "./LoadThread.ts"
import { startLoad } from "./ProductLoad.ts"

/** Positions of the log that the thread is asked for at once. */
const pageSize = 250
/** Pages that are on their way: the thread describes the next while one is written. */
const pagesAhead = 4

/** The part of the log that is loaded. */
export interface LoadedLog {
  readonly path: string
  /** the last position */
  readonly end: number
}

/**
 * Loads an empty product index that nobody reads before it is complete from the newest event of each product. A thread
 * reads the log and describes, this one writes. A `ProductIndex` that is to answer from the file is opened afterwards. Of a stream with an
 * event that cannot be read it loads what came before that; the answer says which are parked so, to be kept with the place.
 */
export const bulkLoad = Effect.fnUntraced(function* <E, R>(
  db: SqliteDatabase,
  log: LoadedLog,
  onProgress: (events: number) => Effect.Effect<void, E, R>
) {
  const thread = yield* startThread("index-load", new URL("LoadThread.ts", import.meta.url))
  const load = yield* startLoad(db)
  const parked: Array<ParkedStream> = []
  yield* pagesOf(thread, log, yield* Clock.currentTimeMillis).pipe(
    Stream.runForEach(
      Effect.fnUntraced(function* (page) {
        parked.push(...page.parked)
        const last = parked.at(-1)
        if (last !== undefined && parked.length > parkedStreamsMax)
          return yield* new TooManyParked({ last: last.reason })
        yield* load.add(page.products)
        yield* onProgress(page.events)
      })
    )
  )
  yield* load.finish
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
