import { Effect, Layer, Metric, Option, Result, Schedule, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { type Category, type Cursor, isAtOrPast } from "../../domain/EventEnvelope.ts"
import { EventFeed } from "../../domain/ports/EventFeed.ts"
import { EventLog, type LogPage, type NamingPage, sizeOf } from "../../domain/ports/EventLog.ts"
import { makeFailureLog } from "../logging/FailureLog.ts"
import { KafkaCluster } from "./KafkaCluster.ts"
import { PartitionMerge } from "./PartitionMerge.ts"
import { readMessage } from "./TopicMessages.ts"
import { readTopic, type TopicBatch } from "./TopicReader.ts"
import { endOffsets } from "./Topics.ts"

type Signal =
  | { readonly _tag: "Joined"; readonly positions: ReadonlyMap<number, number> }
  | { readonly _tag: "Read"; readonly batch: TopicBatch }
  | { readonly _tag: "Tick" }

/** How often the log is looked at while Kafka cannot be read. */
const tickInterval = "1 second"
/** After so many ticks without a message the log is looked at too: a relay that is down delays, no more. */
const quietTickCountMax = 5
const reconnect = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

const logReads = Metric.counter("kafka_feed_log_reads_total", {
  description: "Times a reader of Kafka went back to the log, by category and reason.",
  incremental: true
})

const unreadable = makeFailureLog(Effect.logWarning, "Kafka cannot be read; the log is read instead, until it can")

const strayMessage = makeFailureLog(Effect.logWarning, "a message in Kafka cannot be read; the log is read instead")

/** Messages of the topic from its end on. `Joined` comes first, when that end is known. */
const live = (category: Category) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { options } = yield* KafkaCluster
      const topic = options.topics[category]
      const positions = yield* endOffsets(topic)
      const groupId = `${options.clientId}-reader-${randomUUID()}`
      return Stream.concat(
        Stream.make<Array<Signal>>({ _tag: "Joined", positions }),
        readTopic({ topic, groupId, positions }).pipe(Stream.map((batch): Signal => ({ _tag: "Read", batch })))
      )
    })
  ).pipe(
    Stream.tapError((error) => unreadable(error, { category })),
    Stream.retry(reconnect)
  )

/** One reader: where it is, and what it does with what it hears. */
class Reading<C extends Category> {
  readonly #category: C
  readonly #batchSizeMax: number
  readonly #log: EventLog["Service"]
  readonly #merge: PartitionMerge<C>
  #isJoined = false
  #quietTickCount = 0
  /** where the reader was at the last tick, if it waited for something then */
  #waitedAt: Cursor | null = null

  constructor(category: C, after: Cursor, batchSizeMax: number, log: EventLog["Service"], partitionCount: number) {
    this.#category = category
    this.#batchSizeMax = batchSizeMax
    this.#log = log
    this.#merge = new PartitionMerge<C>(after, partitionCount)
  }

  /** From where the reader is to the end of the log. The page that catches up is given out even when it is empty. */
  readLog(reason: string, showEmpty = false) {
    const nextPage = Effect.fnUntraced({ self: this }, function* (showEmpty: boolean) {
      const page = yield* this.#log.readNaming(this.#category, this.#merge.delivered, this.#batchSizeMax)
      this.#merge.readFromLog(page)
      const next = sizeOf(page) === this.#batchSizeMax ? Option.some(true) : Option.none()
      return [sizeOf(page) > 0 || showEmpty ? [page] : [], next] as const
    })
    return Stream.unwrap(
      Effect.as(
        Metric.update(Metric.withAttributes(logReads, { category: this.#category, reason }), 1),
        Stream.paginate(showEmpty, nextPage)
      )
    )
  }

  on(signal: Signal) {
    switch (signal._tag) {
      case "Joined": {
        // what was relayed before the topic's end was taken is in the log; what comes later is read from Kafka
        this.#isJoined = true
        this.#merge.restart(signal.positions)
        return this.readLog("joined")
      }
      case "Read": {
        this.#quietTickCount = 0
        return Stream.concat(this.#read(signal.batch), Stream.fromEffectDrain(signal.batch.acknowledge))
      }
      case "Tick": {
        this.#quietTickCount++
        if (this.#isStalled()) return this.readLog("stalled")
        if (this.#isJoined && this.#quietTickCount < quietTickCountMax) return Stream.empty
        this.#quietTickCount = 0
        return this.readLog("quiet")
      }
    }
  }

  /** Has it waited since the last tick? Parts of a batch are read within milliseconds, unless Kafka lacks one. */
  #isStalled(): boolean {
    const { delivered, isWaiting } = this.#merge
    const isStalled = isWaiting && this.#waitedAt !== null && isAtOrPast(this.#waitedAt, delivered)
    this.#waitedAt = isWaiting && !isStalled ? delivered : null
    return isStalled
  }

  #read({ messages, partition }: TopicBatch) {
    return Stream.unwrap(
      Effect.gen({ self: this }, function* () {
        let reason = "incomplete"
        for (const message of messages) {
          this.#merge.read(partition, Number(message.offset))
          const read = readMessage(this.#category, message)
          if (Result.isFailure(read)) {
            yield* strayMessage(read.failure, { category: this.#category })
            this.#merge.unreadable()
            reason = "unreadable"
            continue
          }
          const { envelope, part } = read.success
          if (envelope !== null) this.#merge.event(envelope)
          if (part !== null) this.#merge.part(partition, part)
        }
        const page = this.#merge.take()
        if (this.#merge.needsLog) return this.readLog(reason)
        return Stream.fromIterable(page === undefined ? [] : this.#pages(page))
      })
    )
  }

  /** A stretch without events is not worth a page; the last page with events is short, for nothing follows it. */
  *#pages({ cursor, events }: LogPage<C>): Generator<NamingPage<C>> {
    if (events.length === 0) return
    for (let i = 0; i <= events.length; i += this.#batchSizeMax) {
      const some = events.slice(i, i + this.#batchSizeMax)
      const last = some.at(-1)
      yield {
        events: some,
        unreadable: [],
        cursor: last !== undefined && some.length === this.#batchSizeMax ? last.cursor : cursor
      }
    }
  }
}

/**
 * The feed over Kafka, in the order of the log and complete, whatever happens in Kafka: it reads the log up to its end,
 * goes on with the topic from the end that this had before, and goes back to the log whenever something is missing.
 */
export const layer: Layer.Layer<EventFeed, never, EventLog | KafkaCluster> = Layer.effect(
  EventFeed,
  Effect.gen(function* () {
    const log = yield* EventLog
    const cluster = yield* KafkaCluster
    const from: EventFeed["Service"]["from"] = (category, after, batchSizeMax) =>
      Stream.suspend(() => {
        const reading = new Reading(category, after, batchSizeMax, log, cluster.options.partitionCount)
        const ticks = Stream.fromSchedule(Schedule.spaced(tickInterval)).pipe(
          Stream.map((): Signal => ({ _tag: "Tick" }))
        )
        const signals = live(category).pipe(Stream.provideService(KafkaCluster, cluster), Stream.merge(ticks))
        return Stream.concat(
          reading.readLog("started", true),
          Stream.flatMap(signals, (signal) => reading.on(signal))
        )
      })
    return EventFeed.of({ from })
  })
)
