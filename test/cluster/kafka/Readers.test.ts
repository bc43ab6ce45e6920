import { assert, describe, it } from "@effect/vitest"
import { Console, Effect, Fiber, Layer, Schedule, Stream } from "effect"
import { seededRandom } from "../../../bench/SyntheticCatalogue.ts"
import { type EventEnvelope, isAtOrPast, productStream } from "../../../domain/EventEnvelope.ts"
import { EventFeed } from "../../../domain/ports/EventFeed.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { LeaderLock } from "../../../domain/ports/LeaderLock.ts"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import { KafkaCluster } from "../../../infra/kafka/KafkaCluster.ts"
import { relayPlace, relayWith } from "../../../infra/kafka/Relay.ts"
import * as KafkaFeed from "../../../infra/kafka/KafkaFeed.ts"
import { withAdmin } from "../../../infra/kafka/Topics.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import { kafkaTopics } from "../../support/cluster/KafkaTopics.ts"
import * as MemoryCheckpoints from "../../support/cluster/MemoryCheckpoints.ts"
import { strayMessage } from "../../support/cluster/StrayMessage.ts"
import { sourceLog } from "../../support/cluster/SourceLog.ts"
import { appendVersions, foldOfLog } from "../../support/cluster/TopicContents.ts"

const seed = 8_121
const relay = relayWith({ pageSizeMax: 200 })
const stores = KafkaFeed.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(sourceLog, MemoryCheckpoints.layer, LeaderLock.layerAlone, kafkaTopics()))
)

const streamId = productStream(ProductId.make("c_p-0"))
const withdrawn = { _tag: "ProductWithdrawn", reason: "test" } as const
const meta = { commandId: "shared-feed", actor: "system" } as const

/** A read model with external versions, as OpenSearch keeps them; what it is given twice is counted. */
const readModel = () => {
  const versions = new Map<string, number>()
  const received: Array<string> = []
  let skippedVersions = 0
  const apply = (events: ReadonlyArray<EventEnvelope>) =>
    Effect.sync(() => {
      for (const { streamId, streamVersion } of events) {
        received.push(`${streamId}/${streamVersion}`)
        const version = versions.get(streamId) ?? 0
        if (streamVersion > version + 1) skippedVersions++
        if (streamVersion > version) versions.set(streamId, streamVersion)
      }
    })
  return { apply, received, skippedVersions: () => skippedVersions, versions }
}

/** A projection as the projector runs it: from its place on, which it keeps after it has applied a page. */
const projecting = <E, R>(apply: (events: ReadonlyArray<EventEnvelope>) => Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const feed = yield* EventFeed
    const checkpoints = yield* Checkpoints
    yield* feed
      .from("product", yield* checkpoints.load("projection"), 500)
      .pipe(
        Stream.runForEach((page) => Effect.andThen(apply(page.events), checkpoints.save("projection", page.cursor)))
      )
  }).pipe(Effect.retry(Schedule.spaced("50 millis")))

const hasReached = (versions: ReadonlyMap<string, number>, events: number) =>
  Effect.sync(() => [...versions.values()].reduce((a, b) => a + b, 0)).pipe(
    Effect.repeat({ until: (count) => count >= events, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("40 seconds")
  )

const relayed = Effect.gen(function* () {
  const end = yield* (yield* EventLog).end
  yield* (yield* Checkpoints)
    .load(relayPlace("product"))
    .pipe(Effect.repeat({ until: (place) => isAtOrPast(place, end), schedule: Schedule.spaced("20 millis") }))
})

describe("readers of a topic", () => {
  it.live(`come and go every 2 s: every event is applied, each stream in order (seed ${seed})`, () =>
    Effect.gen(function* () {
      const random = seededRandom(seed)
      const model = readModel()
      let refusals = 0
      // a read model that dies in the middle of a batch, six times
      const apply = (events: ReadonlyArray<EventEnvelope>) =>
        refusals < 6 && events.length > 1 && random() < 0.1
          ? model
              .apply(events.slice(0, events.length >> 1))
              .pipe(
                Effect.andThen(Effect.sync(() => void refusals++)),
                Effect.andThen(Effect.fail(new StorageUnavailable({ operation: "apply", cause: "killed" })))
              )
          : model.apply(events)
      const member = Effect.forkChild(projecting(apply))
      const members = [yield* member, yield* member, yield* member]
      yield* Effect.forkChild(relay)
      const writing = yield* Effect.forkChild(appendVersions(100, 100, "shared", "100 millis"))
      for (let turn = 0; turn < 6; turn++) {
        yield* Effect.sleep("2 seconds")
        const [leaving] = members.splice(Math.floor(random() * members.length), 1)
        if (leaving !== undefined) yield* Fiber.interrupt(leaving)
        members.push(yield* member)
      }
      yield* Fiber.join(writing)
      yield* hasReached(model.versions, 10_000)
      assert.deepStrictEqual(model.versions, yield* foldOfLog)
      assert.strictEqual(model.skippedVersions(), 0)
      const duplicates = model.received.length - new Set(model.received).size
      yield* Console.log(`6 changes of members, seed ${seed}: 10000 events, ${duplicates} applied again`)
      assert.strictEqual(refusals, 6)
      assert.isAbove(duplicates, 0)
    }).pipe(Effect.provide(stores), Effect.scoped)
  )

  it.live("a version that Kafka lacks is read from the log before the one after it", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const checkpoints = yield* Checkpoints
      yield* appendVersions(1, 1)
      const running = yield* Effect.forkChild(relay)
      yield* relayed
      yield* Fiber.interrupt(running)
      // version 2 passes the relay by, 3 does not
      const second = yield* log.append([{ streamId, expectedVersion: 1, events: [withdrawn] }], meta)
      yield* checkpoints.save(relayPlace("product"), second)
      yield* log.append([{ streamId, expectedVersion: 2, events: [withdrawn] }], meta)
      const model = readModel()
      yield* Effect.forkChild(relay)
      yield* Effect.forkChild(projecting(model.apply))
      yield* hasReached(model.versions, 3)
      assert.deepStrictEqual(model.received, ["product-c_p-0/1", "product-c_p-0/2", "product-c_p-0/3"])
    }).pipe(Effect.provide(stores), Effect.scoped)
  )

  it.live("an event that Kafka lacks holds a reader up for seconds, however busy the topic is", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const checkpoints = yield* Checkpoints
      const model = readModel()
      yield* Effect.forkChild(projecting(model.apply))
      const running = yield* Effect.forkChild(relay)
      yield* appendVersions(1, 1)
      yield* relayed
      yield* hasReached(model.versions, 1)
      yield* Fiber.interrupt(running)
      // this one passes the relay by, and what follows it never ends
      const missing = yield* log.append(
        [{ streamId: productStream(ProductId.make("c_missing")), expectedVersion: 0, events: [withdrawn] }],
        meta
      )
      yield* checkpoints.save(relayPlace("product"), missing)
      yield* Effect.forkChild(relay)
      yield* Effect.forkChild(appendVersions(1, 1_000, "busy", "50 millis"))
      yield* Effect.sync(() => model.versions.has("product-c_missing") && model.versions.has("product-c_busy-0")).pipe(
        Effect.repeat({ until: (done) => done, schedule: Schedule.spaced("20 millis") }),
        Effect.timeout("20 seconds")
      )
      assert.strictEqual(model.skippedVersions(), 0)
    }).pipe(Effect.provide(stores), Effect.scoped)
  )

  it.live("a message that cannot be read sends a reader to the log, which has it or names it, and ends no feed", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const feed = yield* EventFeed
      yield* appendVersions(5, 1)
      yield* Effect.forkChild(relay)
      yield* relayed
      const model = readModel()
      const reader = yield* feed.from("product", yield* log.end, 500).pipe(
        Stream.runForEach(({ events }) => model.apply(events)),
        Effect.forkChild
      )
      yield* appendVersions(5, 1, "before")
      yield* hasReached(model.versions, 5)
      yield* strayMessage
      yield* appendVersions(5, 3, "after")
      yield* hasReached(model.versions, 20)
      assert.deepStrictEqual([reader.pollUnsafe(), model.skippedVersions()], [undefined, 0])
      assert.lengthOf(model.received, 20)
    }).pipe(Effect.provide(stores), Effect.scoped)
  )

  it.live("a reader whose place Kafka no longer has is given what it lacks from the log", () =>
    Effect.gen(function* () {
      const { options } = yield* KafkaCluster
      yield* appendVersions(50, 2)
      yield* Effect.forkChild(relay)
      yield* relayed
      // as retention does: the messages are gone, the offsets go on
      yield* withAdmin((admin) =>
        Effect.promise(async () => {
          const topic = options.topics.product
          const ends = await admin.fetchTopicOffsets(topic)
          await admin.deleteTopicRecords({
            topic,
            partitions: ends.map(({ high, partition }) => ({ partition, offset: high }))
          })
        })
      )
      yield* appendVersions(50, 1, "after")
      yield* relayed
      const model = readModel()
      yield* Effect.forkChild(projecting(model.apply))
      yield* hasReached(model.versions, 150)
      assert.deepStrictEqual(model.versions, yield* foldOfLog)
    }).pipe(Effect.provide(stores), Effect.scoped)
  )
})
