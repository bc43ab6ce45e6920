import { Effect, Metric, Schedule, Stream } from "effect"
import { type Category, type EventEnvelope, logStart, type StreamId } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { callKafka, KafkaCluster } from "./KafkaCluster.ts"
import { readMessage } from "./TopicMessages.ts"
import { readTopic, type TopicBatch } from "./TopicReader.ts"
import { withAdmin } from "./Topics.ts"
import { VersionGate } from "./VersionGate.ts"

export interface SharedFeedOptions<C extends Category> {
  readonly category: C
  /** the members of a group share its partitions; the group's place is kept in Kafka */
  readonly group: string
}

type Apply<C extends Category, E, R> = (events: ReadonlyArray<EventEnvelope<C>>) => Effect.Effect<void, E, R>

const pageSizeMax = 1_000
const restart = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

const repairs = Metric.counter("kafka_shared_repairs_total", {
  description: "Gaps and holes that a member of a group filled from the log, by group and kind.",
  incremental: true
})

/**
 * Applies the events of a category together with the other members of the group, each stream in the order of its
 * versions, for ever. The group's place moves after `apply`, so an event may come again, to another member too: what
 * `apply` writes must carry the stream's version. Gaps and holes are filled from the log.
 */
export const consumeShared = <C extends Category, E, R>(options: SharedFeedOptions<C>, apply: Apply<C, E, R>) =>
  Effect.gen(function* () {
    const cluster = yield* KafkaCluster
    const log = yield* EventLog
    const topic = cluster.options.topics[options.category]
    const gates = new Map<number, VersionGate>()
    yield* readTopic({ topic, groupId: options.group }).pipe(
      Stream.runForEach((batch) =>
        Effect.gen(function* () {
          // another member may have read this partition meanwhile: what is remembered of it is old
          if (batch.isFirst) {
            gates.set(batch.partition, new VersionGate())
            if (yield* startsAfterHole(options.group, topic, batch)) yield* replay(log, options, apply)
          }
          const gate = gates.get(batch.partition) ?? new VersionGate()
          yield* applyBatch(log, options, gate, batch, apply)
          yield* batch.acknowledge
        })
      ),
      Effect.tapError((error) => Effect.logWarning("a shared reader of Kafka starts again", options, error)),
      Effect.retry(restart)
    )
  })

/** Is the first message not the one after the group's place? Then Kafka has lost what stood between. */
const startsAfterHole = Effect.fnUntraced(function* (groupId: string, topic: string, batch: TopicBatch) {
  const answer = yield* withAdmin((admin) =>
    callKafka("read a group's place", () => admin.fetchOffsets({ groupId, topics: [topic] }))
  )
  const place = answer[0]?.partitions.find(({ partition }) => partition === batch.partition)?.offset
  // -1: the group has never been here, so it should begin with the first message there ever was
  const expected = place === undefined || place === "-1" ? 0 : Number(place)
  return Number(batch.messages[0]?.offset ?? expected) !== expected
})

/** From the beginning, because a group does not know where in the log it was. */
const replay = Effect.fnUntraced(function* <C extends Category, E, R>(
  log: EventLog["Service"],
  options: SharedFeedOptions<C>,
  apply: Apply<C, E, R>
) {
  yield* Effect.logWarning("Kafka has a hole at the group's place: its category is read again from the log", options)
  yield* Metric.update(Metric.withAttributes(repairs, { group: options.group, kind: "hole" }), 1)
  let after = logStart
  while (true) {
    const { cursor, events } = yield* log.read(options.category, after, pageSizeMax)
    if (events.length > 0) yield* apply(events)
    if (events.length < pageSizeMax) return
    after = cursor
  }
})

const applyBatch = Effect.fnUntraced(function* <C extends Category, E, R>(
  log: EventLog["Service"],
  options: SharedFeedOptions<C>,
  gate: VersionGate,
  { messages }: TopicBatch,
  apply: Apply<C, E, R>
) {
  const events: Array<EventEnvelope<C>> = []
  for (const message of messages) {
    const read = yield* Effect.fromResult(readMessage(options.category, message))
    if (read._tag === "Progress") continue
    const { envelope } = read
    const outcome = gate.of(envelope)
    if (outcome === "repeated") continue
    const next = outcome === "gap" ? yield* missing(log, options, gate, envelope) : [envelope]
    for (const event of next) {
      gate.applied(event)
      events.push(event)
    }
  }
  if (events.length > 0) yield* apply(events)
})

/** What lies between the version applied last and this one, and this one. */
const missing = Effect.fnUntraced(function* <C extends Category>(
  log: EventLog["Service"],
  { category, group }: SharedFeedOptions<C>,
  gate: VersionGate,
  { streamId, streamVersion }: EventEnvelope<C>
) {
  yield* Metric.update(Metric.withAttributes(repairs, { group, kind: "gap" }), 1)
  const applied = gate.appliedVersion(streamId) ?? 0
  const events = yield* log.readStream(category, streamOf(category, streamId))
  return events.filter((event) => event.streamVersion > applied && event.streamVersion <= streamVersion)
})

const streamOf = <C extends Category>(category: C, streamId: string): StreamId<C> =>
  `${category}-${streamId.slice(category.length + 1)}`
