import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { type Cursor, type EventEnvelope, isAtOrPast, logStart } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { LeaderLock } from "../../../domain/ports/LeaderLock.ts"
import { progressHeader, progressType } from "../../../infra/kafka/BatchPart.ts"
import { encodeCloudEvent } from "../../../infra/event-log/CloudEvent.ts"
import { KafkaCluster } from "../../../infra/kafka/KafkaCluster.ts"
import { partitionOf } from "../../../infra/kafka/Partitioner.ts"
import { relayPlace, relayWith } from "../../../infra/kafka/Relay.ts"
import { replayTopic } from "../../../infra/kafka/TopicReplay.ts"
import { endOffsets } from "../../../infra/kafka/Topics.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import { kafkaTopics } from "../../support/cluster/KafkaTopics.ts"
import * as MemoryCheckpoints from "../../support/cluster/MemoryCheckpoints.ts"
import { relayed } from "../../support/cluster/RelayChecks.ts"
import { strayMessage } from "../../support/cluster/StrayMessage.ts"
import { sourceLog } from "../../support/cluster/SourceLog.ts"
import { appendVersions, foldOfLog, gated } from "../../support/cluster/TopicContents.ts"

const stores = Layer.mergeAll(sourceLog, MemoryCheckpoints.layer, LeaderLock.layerAlone, kafkaTopics())

/** Writes what an earlier version wrote: the events, and to every partition a message that says how far it is complete. */
const writeAsBefore = Effect.fnUntraced(function* (events: ReadonlyArray<EventEnvelope>, from: Cursor, to: Cursor) {
  const { kafka, options } = yield* KafkaCluster
  const messages = [
    ...events.map((envelope) => {
      const key = Buffer.from(envelope.streamId)
      return { key, value: encodeCloudEvent("product", envelope), partition: partitionOf(key, options.partitionCount) }
    }),
    ...Array.from({ length: options.partitionCount }, (_, partition) => ({
      partition,
      value: JSON.stringify({ type: progressType, data: { from, to } }),
      headers: { [progressHeader]: "1" }
    }))
  ]
  yield* Effect.promise(async () => {
    const producer = kafka.producer({ allowAutoTopicCreation: false })
    await producer.connect()
    await producer.send({ topic: options.topics.product, acks: -1, messages })
    await producer.disconnect()
  })
})

const relayAll = Effect.gen(function* () {
  const running = yield* Effect.forkChild(relayWith({ pageSizeMax: 20 }))
  yield* relayed
  yield* Fiber.interrupt(running)
})

const replayed = Effect.gen(function* () {
  const events: Array<EventEnvelope> = []
  const place = yield* replayTopic("product", (page) => Effect.sync(() => void events.push(...page.events)))
  return { events, place }
})

describe("a topic replayed from its beginning", () => {
  it.live("gives the whole log and its end, whether this version of the relay filled it or one before", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      yield* appendVersions(40, 3)
      const first = yield* log.read("product", logStart, 1_000)
      yield* writeAsBefore(first.events, logStart, first.cursor)
      yield* (yield* Checkpoints).save(relayPlace("product"), first.cursor)
      yield* appendVersions(40, 2, "later")
      yield* relayAll
      const { events, place } = yield* replayed
      assert.deepStrictEqual(gated(events), { duplicates: 0, orderBreaks: 0, versions: yield* foldOfLog })
      assert.deepStrictEqual(place, yield* log.end)
    }).pipe(Effect.provide(stores), Effect.scoped)
  )

  it.live("is complete only up to what the relay has left out", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      yield* appendVersions(40, 1)
      yield* relayAll
      const before = yield* log.end
      yield* appendVersions(1, 1, "left-out")
      yield* (yield* Checkpoints).save(relayPlace("product"), yield* log.end)
      yield* appendVersions(40, 1, "later")
      yield* relayAll
      assert.deepStrictEqual((yield* replayed).place, before)
    }).pipe(Effect.provide(stores), Effect.scoped)
  )

  it.live("is complete only up to a message that cannot be read", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      yield* appendVersions(40, 1)
      yield* relayAll
      const before = yield* log.end
      yield* strayMessage
      yield* appendVersions(40, 1, "later")
      yield* relayAll
      const { events, place } = yield* replayed
      assert.isTrue(isAtOrPast(before, place))
      assert.isAtMost(gated(events).versions.size, 80)
    }).pipe(Effect.provide(stores), Effect.scoped)
  )

  it.live("holds one record for each event", () =>
    Effect.gen(function* () {
      const { options } = yield* KafkaCluster
      yield* appendVersions(3, 50, "few")
      yield* relayAll
      const records = [...(yield* endOffsets(options.topics.product)).values()].reduce((a, b) => a + b, 0)
      assert.strictEqual(records, 150)
    }).pipe(Effect.provide(stores), Effect.scoped)
  )
})
