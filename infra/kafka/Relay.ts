import { Clock, Effect, Layer, Metric, Option, Schedule, Stream } from "effect"
import type { Producer } from "kafkajs"
import { type Category, Category as Categories, type Cursor, isAtOrPast } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { makeFailureLog } from "../logging/FailureLog.ts"
import { callKafka, KafkaCluster } from "./KafkaCluster.ts"
import { batchesOf, type RelayBatch } from "./RelayBatch.ts"
import { ensureTopics } from "./Topics.ts"

export interface RelayOptions {
  /** how many events are read, and sent, at once */
  readonly pageSizeMax: number
}

const defaultOptions: RelayOptions = { pageSizeMax: 2_000 }

/** How soon an appended event is seen; a notification of Postgres would cost appends three quarters of their speed. */
const pollInterval = "50 millis"
const sendTimeoutMs = 10_000
/** For as long as it takes: a batch that is not acknowledged blocks what comes after it. */
const untilAcknowledged = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

/** The name under which the relay keeps its place in a category. */
export const relayPlace = (category: Category): string => `relay-${category}`

const relayedEvents = Metric.counter("relay_events_total", {
  description: "Events acknowledged by Kafka, by category.",
  incremental: true
})
const rejections = Metric.counter("relay_rejections_total", {
  description: "Batches that Kafka did not acknowledge and that are sent again, by category.",
  incremental: true
})
const delay = Metric.gauge("relay_delay_ms", {
  description: "Time from recording to acknowledgement of the event relayed last, by category."
})

/** One send at a time of a producer without idempotence: kafkajs with idempotence has lost acknowledged messages. */
const producer = Effect.gen(function* () {
  const { kafka } = yield* KafkaCluster
  return yield* Effect.acquireRelease(
    Effect.sync(() => kafka.producer({ idempotent: false, maxInFlightRequests: 1, allowAutoTopicCreation: false })),
    (producer) => Effect.promise(() => producer.disconnect())
  )
})

type Report = ReturnType<typeof makeFailureLog>

/** The same batch until all of its partitions have acknowledged it. Never another one first: order would break. */
const send = Effect.fnUntraced(function* (producer: Producer, category: Category, batch: RelayBatch, report: Report) {
  const { options } = yield* KafkaCluster
  const topic = options.topics[category]
  yield* callKafka("send to Kafka", async () => {
    // does nothing when there is a connection
    await producer.connect()
    await producer.send({ topic, acks: -1, timeout: sendTimeoutMs, messages: batch.messages })
  }).pipe(
    Effect.tapError((error) =>
      Effect.andThen(Metric.update(Metric.withAttributes(rejections, { category }), 1), report(error, { category }))
    ),
    Effect.retry(untilAcknowledged)
  )
  yield* Metric.update(Metric.withAttributes(relayedEvents, { category }), batch.messages.length)
  yield* Metric.update(Metric.withAttributes(delay, { category }), (yield* Clock.currentTimeMillis) - batch.recordedAt)
})

/**
 * Batches after the place, without end. A batch begins where the one before it ended, not where the read before it did:
 * of stretches without events of the category nothing is sent.
 */
const batchesAfter = (category: Category, place: Cursor, { pageSizeMax }: RelayOptions) => {
  const next = Effect.fnUntraced(function* (state: { readonly read: Cursor; readonly sent: Cursor }) {
    const log = yield* EventLog
    const { options } = yield* KafkaCluster
    const page = yield* log.read(category, state.read, pageSizeMax)
    if (page.events.length === 0) yield* Effect.sleep(pollInterval)
    const batches = batchesOf(category, page, state.sent, options)
    return [batches, Option.some({ read: page.cursor, sent: batches.at(-1)?.to ?? state.sent })] as const
  })
  return Stream.paginate({ read: place, sent: place }, next)
}

/** Only forwards, because a relay that lost its lock may be late. Were it moved back, events would be repeated. */
const advance = Effect.fnUntraced(function* (category: Category, to: Cursor) {
  const checkpoints = yield* Checkpoints
  if (isAtOrPast(yield* checkpoints.load(relayPlace(category)), to)) return
  yield* checkpoints.save(relayPlace(category), to)
})

/** Relays one category for ever; fails when the log or the checkpoints cannot be read. */
const relayCategory = Effect.fnUntraced(function* (category: Category, options: RelayOptions, report: Report) {
  const connection = yield* producer
  const place = yield* (yield* Checkpoints).load(relayPlace(category))
  yield* batchesAfter(category, place, options).pipe(
    // the next page is read and encoded while Kafka writes this one
    Stream.buffer({ capacity: 1 }),
    Stream.runForEach((batch) => Effect.andThen(send(connection, category, batch, report), advance(category, batch.to)))
  )
}, Effect.scoped)

const forAsLongAsItTakes = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

/**
 * Carries the log into Kafka, every category into its topic, at least once and each stream in the order of its
 * versions. Runs for ever while this process leads; another that leads at the same time does no harm.
 */
export const relayWith = Effect.fnUntraced(function* (options: RelayOptions) {
  const lock = yield* LeaderLock
  // shared, because the categories lose the same server
  const unacknowledged = makeFailureLog(Effect.logWarning, "Kafka did not acknowledge a batch; it is sent again")
  const stopped = makeFailureLog(Effect.logError, "the relay of a category stopped and will be tried again")
  const everyCategory = Effect.forEach(
    Categories.literals,
    (category) =>
      relayCategory(category, options, unacknowledged).pipe(
        Effect.tapError((error) => stopped(error, { category })),
        Effect.retry(forAsLongAsItTakes)
      ),
    { concurrency: "unbounded", discard: true }
  )
  yield* lock.whileLeader("relay", Effect.andThen(ensureTopics, everyCategory))
})

export const relay = relayWith(defaultOptions)

const relayStopped = makeFailureLog(Effect.logError, "the relay stopped and will be tried again")

/** The relay in the background of a process. */
export const layer: Layer.Layer<never, never, EventLog | Checkpoints | LeaderLock | KafkaCluster> = Layer.effectDiscard(
  relay.pipe(
    Effect.tapError((error) => relayStopped(error)),
    Effect.retry(forAsLongAsItTakes),
    Effect.forkScoped
  )
)
