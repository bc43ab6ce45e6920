import { Effect, Option, Stream } from "effect"
import { type Cursor, type EventEnvelope, isAtOrPast, logStart } from "../../../domain/EventEnvelope.ts"
import { EventLog, type NamingPage, sizeOf } from "../../../domain/ports/EventLog.ts"
import { replayTopic } from "../../../infra/kafka/TopicReplay.ts"
import type { ParkedStream } from "../../../projections/ParkedStreams.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import { parkingOf, productSearch } from "../../../projections/product-search/ProductSearch.ts"
import { changesOf } from "../../../projections/product-search/ProductSearchProjection.ts"
import { makeSieve, sayParked } from "../Parking.ts"

/** Where the events are read that an index is built from. Kafka spares Postgres; the log is always complete. */
export type EventSource = "log" | "kafka"

export interface Loaded {
  /** events read from Kafka, and from the log */
  fromKafka: number
  fromLog: number
}

export interface LoadStep {
  readonly rows: number
  /** share of the whole done so far */
  readonly fraction: number
}

export interface LoadOptions<EA, RA, EP, RP> {
  /** the name under which the place in the log is kept */
  readonly checkpoint: string
  readonly source: EventSource
  readonly apply: (changes: ReadonlyArray<ProductChange>) => Effect.Effect<void, EA, RA>
  readonly onStep: (step: LoadStep) => Effect.Effect<void, EP, RP>
  /** counted up */
  readonly loaded: Loaded
}

/** A bulk request pays off with documents in the thousands. */
const pageSize = 2_000
/** One page is described and given its vectors while the server writes the one before; versions decide, not the order. */
const pagesAtOnce = 2

const eventsInto =
  <E, R>(apply: LoadOptions<E, R, never, never>["apply"]) =>
  (events: ReadonlyArray<EventEnvelope<"product">>) =>
    events.length === 0 ? Effect.void : apply(changesOf(events))

const pagesAfter = (place: Cursor) =>
  Stream.paginate(
    place,
    Effect.fnUntraced(function* (after: Cursor) {
      const page = yield* (yield* EventLog).readNaming("product", after, pageSize)
      return [[page], sizeOf(page) === pageSize ? Option.some(page.cursor) : Option.none()] as const
    })
  )

/**
 * Applies the product events from the kept place to the end of the log, and keeps the new place. Nothing is kept on the
 * way, because nobody goes on with an index that was not finished.
 */
export const loadIndex = Effect.fnUntraced(function* <EA, RA, EP, RP>({
  apply,
  checkpoint,
  loaded,
  onStep,
  source
}: LoadOptions<EA, RA, EP, RP>) {
  const log = yield* EventLog
  const checkpoints = yield* Checkpoints
  const applyEvents = eventsInto(apply)
  const kept = yield* checkpoints.load(checkpoint)
  const isFirst = isAtOrPast(logStart, kept)
  let place = kept
  if (source === "kafka" && isFirst) {
    place = yield* replayTopic("product", ({ events, fraction }) => {
      loaded.fromKafka += events.length
      return Effect.andThen(applyEvents(events), onStep({ rows: events.length, fraction }))
    })
  }
  const toRead = yield* log.countAfter("product", place)
  let read = 0
  const parked: Array<ParkedStream> = []
  yield* pagesAfter(place).pipe(
    Stream.mapEffect(yield* makeSieve(parkingOf(checkpoint))),
    Stream.mapEffect((page) => Effect.as(applyEvents(page.events), page), { concurrency: pagesAtOnce }),
    Stream.runForEach((page) => {
      place = page.cursor
      read += page.size
      loaded.fromLog += page.size
      parked.push(...page.parked)
      return onStep({ rows: page.size, fraction: read >= toRead ? 1 : read / toRead })
    })
  )
  // once the index is live, the projector may be further already, and has met the same events
  if (isAtOrPast(yield* checkpoints.load(checkpoint), place)) return
  yield* checkpoints.save(checkpoint, place, parked)
  yield* sayParked(productSearch.name, parked)
})

export type LoadAtOptions<EA, RA, EP, RP> = Omit<LoadOptions<EA, RA, EP, RP>, "source"> & { readonly place: Cursor }

/** Applies the product events from the start of the log up to a place, and keeps the place. Versions decide, not the order. */
export const loadIndexAt = Effect.fnUntraced(function* <EA, RA, EP, RP>({
  apply,
  checkpoint,
  loaded,
  onStep,
  place
}: LoadAtOptions<EA, RA, EP, RP>) {
  const log = yield* EventLog
  const applyEvents = eventsInto(apply)
  const all = (yield* log.countAfter("product", logStart)) - (yield* log.countAfter("product", place))
  const parked: Array<ParkedStream> = []
  yield* pagesAfter(logStart).pipe(
    Stream.takeUntil(({ cursor }) => isAtOrPast(cursor, place)),
    Stream.map((page) => upTo(place, page)),
    Stream.mapEffect(yield* makeSieve(parkingOf(checkpoint))),
    Stream.mapEffect((page) => Effect.as(applyEvents(page.events), page), { concurrency: pagesAtOnce }),
    Stream.runForEach((page) => {
      loaded.fromLog += page.size
      parked.push(...page.parked)
      return onStep({ rows: page.size, fraction: loaded.fromLog / Math.max(all, loaded.fromLog, 1) })
    })
  )
  yield* (yield* Checkpoints).save(checkpoint, place, parked)
  yield* sayParked(productSearch.name, parked)
})

const upTo = (place: Cursor, { events, unreadable, ...page }: NamingPage<"product">): NamingPage<"product"> => {
  const isBefore = ({ cursor }: { readonly cursor: Cursor }) => isAtOrPast(place, cursor)
  return { ...page, events: events.filter(isBefore), unreadable: unreadable.filter(isBefore) }
}
