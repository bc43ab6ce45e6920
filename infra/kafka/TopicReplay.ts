import { Effect, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { type Category, type Cursor, type EventEnvelope, isAtOrPast, logStart } from "../../domain/EventEnvelope.ts"
import { callKafka, KafkaCluster } from "./KafkaCluster.ts"
import type { RelayProgress } from "./RelayProgress.ts"
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
  /** every event of the partition up to here in the log has been read */
  complete: Cursor
  /** an offset or a version of some stream is missing, so what the relay says of the partition is not believed any more */
  hasGap: boolean
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

/** A topic that has more, but says nothing for so long, is read no further. */
const silenceMax = "30 seconds"

/** Reads a topic from its beginning to the end that it has when it starts. */
class Replay<C extends Category> {
  readonly #category: C
  readonly #gate = new VersionGate()
  readonly #partitions: ReadonlyMap<number, PartitionReading>
  readonly #partitionCount: number

  constructor(category: C, ranges: ReadonlyArray<OffsetRange>, partitionCount: number) {
    this.#category = category
    this.#partitionCount = partitionCount
    this.#partitions = new Map(
      ranges.map(({ end, first, partition }) => [
        partition,
        { complete: logStart, hasGap: first > 0, next: first, end }
      ])
    )
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
    const places = [...this.#partitions.values()].map(({ complete }) => complete)
    if (places.length < this.#partitionCount) return logStart
    return places.reduce((a, b) => (isAtOrPast(a, b) ? b : a), places[0] ?? logStart)
  }

  /** The events of the batch but those that were read before. */
  readonly read = Effect.fnUntraced({ self: this }, function* ({ acknowledge, messages, partition }: TopicBatch) {
    const reading = this.#partitions.get(partition)
    const events: Array<EventEnvelope<C>> = []
    for (const message of messages) {
      const read = yield* Effect.fromResult(readMessage(this.#category, message))
      if (reading !== undefined) this.#moveTo(reading, Number(message.offset))
      if (read._tag === "Progress") this.#advance(reading, read.progress)
      else if (this.#isNew(reading, read.envelope)) events.push(read.envelope)
    }
    yield* acknowledge
    const page: ReplayedPage<C> = { events, fraction: this.fraction, isLast: this.isAtEnd }
    return page
  })

  /** Messages may be deleted meanwhile, up to any offset, even between a batch of the relay and what it says of it. */
  #moveTo(reading: PartitionReading, offset: number): void {
    if (offset > reading.next) reading.hasGap = true
    reading.next = Math.max(reading.next, offset + 1)
  }

  #isNew(reading: PartitionReading | undefined, envelope: EventEnvelope<C>): boolean {
    const outcome = this.#gate.of(envelope)
    if (outcome === "gap" && reading !== undefined) reading.hasGap = true
    if (outcome !== "repeated") this.#gate.applied(envelope)
    return outcome !== "repeated"
  }

  #advance(reading: PartitionReading | undefined, { from, to }: RelayProgress): void {
    if (reading === undefined || reading.hasGap || !isAtOrPast(reading.complete, from)) return
    if (isAtOrPast(to, reading.complete)) reading.complete = to
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
