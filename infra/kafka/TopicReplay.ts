import { Effect, Result, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { type Category, type Cursor, type EventEnvelope, logStart } from "../../domain/EventEnvelope.ts"
import { makeFailureLog } from "../logging/FailureLog.ts"
import { callKafka, KafkaCluster } from "./KafkaCluster.ts"
import { RelayedBatches } from "./RelayedBatches.ts"
import { readMessage } from "./TopicMessages.ts"
import { readTopic, type TopicBatch } from "./TopicReader.ts"
import { withAdmin } from "./Topics.ts"
import { VersionGate } from "./VersionGate.ts"

export interface ReplayedPage<C extends Category> {
  /** each stream in the order of its versions; some may be missing, some may have come before */
  readonly events: ReadonlyArray<EventEnvelope<C>>
  /** share of the topic read so far, 0..1 */
  readonly fraction: number
  /** nothing is left of what the topic held at the start */
  readonly isLast: boolean
}

/** What was read of one partition. */
interface PartitionReading {
  /** the offset of the next message */
  next: number
  readonly end: number
}

interface OffsetRange {
  readonly partition: number
  /** of the oldest message that is still there; above 0 something was deleted */
  readonly first: number
  /** the next message will get it */
  readonly end: number
}

const rangesOf = (topic: string) =>
  withAdmin((admin) =>
    Effect.map(
      callKafka("read a topic's offsets", () => admin.fetchTopicOffsets(topic)),
      (offsets) =>
        offsets.map(({ high, low, partition }): OffsetRange => ({ partition, first: Number(low), end: Number(high) }))
    )
  )

/** Batches that wait for others beyond this many are given up: what comes after them is read from the log. */
const waitingCountMax = 100_000

/** A topic that has more, but says nothing for so long, is read no further. */
const silenceMax = "30 seconds"

const strayMessage = makeFailureLog(Effect.logWarning, "a message in Kafka cannot be read; the log is read from there")

/** Reads a topic from its beginning to the end that it has when it starts. */
class Replay<C extends Category> {
  readonly #category: C
  readonly #gate = new VersionGate()
  readonly #partitions: ReadonlyMap<number, PartitionReading>
  readonly #batches: RelayedBatches
  /** an offset or a version of some stream is missing, so what the relay says of its batches is not believed any more */
  #hasGap: boolean

  constructor(category: C, ranges: ReadonlyArray<OffsetRange>, partitionCount: number) {
    this.#category = category
    this.#batches = new RelayedBatches(logStart, partitionCount)
    this.#hasGap = ranges.length < partitionCount || ranges.some(({ first }) => first > 0)
    this.#partitions = new Map(ranges.map(({ end, first, partition }) => [partition, { next: first, end }]))
  }

  /** The offset of the next message, by partition. */
  get positions(): ReadonlyMap<number, number> {
    return new Map([...this.#partitions].map(([partition, { next }]) => [partition, next]))
  }

  get isAtEnd(): boolean {
    return [...this.#partitions.values()].every(({ end, next }) => next >= end)
  }

  get fraction(): number {
    const sum = (of: (reading: PartitionReading) => number) =>
      [...this.#partitions.values()].reduce((total, reading) => total + of(reading), 0)
    return (
      sum(({ end, next }) => Math.min(next, end)) /
      Math.max(
        1,
        sum(({ end }) => end)
      )
    )
  }

  /** Everything of the category up to here has been read. */
  get place(): Cursor {
    return this.#batches.place
  }

  /** The events of the batch but those that were read before. */
  readonly read = Effect.fnUntraced({ self: this }, function* ({ acknowledge, messages, partition }: TopicBatch) {
    const reading = this.#partitions.get(partition)
    const events: Array<EventEnvelope<C>> = []
    for (const message of messages) {
      if (reading !== undefined) this.#moveTo(reading, Number(message.offset))
      const read = readMessage(this.#category, message)
      if (Result.isFailure(read)) {
        yield* strayMessage(read.failure, { category: this.#category })
        this.#giveUp()
        continue
      }
      const { envelope, part } = read.success
      if (envelope !== null && this.#isNew(envelope)) events.push(envelope)
      if (part !== null && !this.#hasGap) this.#batches.read(partition, part)
      if (this.#batches.waiting > waitingCountMax) this.#giveUp()
    }
    yield* acknowledge
    const page: ReplayedPage<C> = { events, fraction: this.fraction, isLast: this.isAtEnd }
    return page
  })

  /** Messages may be deleted meanwhile, up to any offset, even within a batch of the relay. */
  #moveTo(reading: PartitionReading, offset: number): void {
    if (offset > reading.next) this.#giveUp()
    reading.next = Math.max(reading.next, offset + 1)
  }

  #isNew(envelope: EventEnvelope<C>): boolean {
    const outcome = this.#gate.of(envelope)
    if (outcome === "gap") this.#giveUp()
    if (outcome !== "repeated") this.#gate.applied(envelope)
    return outcome !== "repeated"
  }

  /** The place stays where it is. */
  #giveUp(): void {
    this.#hasGap = true
    this.#batches.forget()
  }
}

/**
 * Gives `apply` what the topic of the category holds, from its beginning to the end that it has now, in no order but
 * that of each stream. Returns the place in the log up to which all of it was given: the start of the log when the
 * topic's beginning is missing. What comes after that place must be read from the log.
 */
export const replayTopic = Effect.fn("Kafka.replayTopic")(function* <C extends Category, E, R>(
  category: C,
  apply: (page: ReplayedPage<C>) => Effect.Effect<void, E, R>
) {
  const { options } = yield* KafkaCluster
  const topic = options.topics[category]
  const replay = new Replay(category, yield* rangesOf(topic), options.partitionCount)
  if (replay.isAtEnd) return replay.place
  yield* readTopic({
    topic,
    groupId: `${options.clientId}-replay-${randomUUID()}`,
    positions: replay.positions
  }).pipe(
    Stream.timeout(silenceMax),
    Stream.mapEffect(replay.read),
    Stream.takeUntil(({ isLast }) => isLast),
    // the next batch is read while this one is applied
    Stream.buffer({ capacity: 1 }),
    Stream.runForEach(apply)
  )
  if (!replay.isAtEnd) yield* Effect.logWarning("Kafka fell silent before the end of the topic", { topic })
  return replay.place
})
