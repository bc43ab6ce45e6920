import process from "node:process"
import { Console, Effect, Layer, Schedule } from "effect"
import { type Cursor, type EventEnvelope, isAtOrPast, logStart, productStream } from "../domain/EventEnvelope.ts"
import { EventLog } from "../domain/ports/EventLog.ts"
import { LeaderLock } from "../domain/ports/LeaderLock.ts"
import type { ProductEvent } from "../domain/product/ProductEvent.ts"
import { ProductId } from "../domain/product/ProductId.ts"
import { encodeCloudEvent } from "../infra/kafka/CloudEvent.ts"
import { KafkaCluster } from "../infra/kafka/KafkaCluster.ts"
import { relay, relayPlace } from "../infra/kafka/Relay.ts"
import { Checkpoints } from "../projections/ports/Checkpoints.ts"
import { facts } from "../test/support/Facts.ts"
import { kafkaTopics } from "../test/support/cluster/KafkaTopics.ts"
import * as MemoryCheckpoints from "../test/support/cluster/MemoryCheckpoints.ts"
import { sourceLog } from "../test/support/cluster/SourceLog.ts"

/**
 * Relays a log into Kafka, and sends the same messages, encoded before, by a bare loop over the same client; prints both
 * and the ratio. Needs KAFKA_BROKERS.
 */
const eventCount = 100_000
const sendSize = 1_000

const kinds: ReadonlyArray<readonly [string, ProductEvent]> = [
  ["withdrawn", { _tag: "ProductWithdrawn", reason: "no longer sold" }],
  ["listed", { _tag: "ProductListed", facts: facts(), fingerprint: "0123456789abcdefghijkl" }]
]

const fill = Effect.fnUntraced(function* (event: ProductEvent) {
  const log = yield* EventLog
  for (let done = 0; done < eventCount; done += 5_000) {
    const streams = Array.from({ length: 5_000 }, (_, i) => ({
      streamId: productStream(ProductId.make(`off_${done + i}`)),
      expectedVersion: 0,
      events: [event]
    }))
    yield* log.append(streams, { commandId: "bench", actor: "system" })
  }
})

/** From a tenth of the log on, when the connections are made and the code is warm. */
const relayed = Effect.gen(function* () {
  const checkpoints = yield* Checkpoints
  const arrivedAt = (place: Cursor) =>
    checkpoints
      .load(relayPlace("product"))
      .pipe(Effect.repeat({ until: (now) => isAtOrPast(now, place), schedule: Schedule.spaced("5 millis") }))
  const measured = Effect.gen(function* () {
    const begin = yield* arrivedAt({ tx: 0, position: eventCount / 10 })
    const start = performance.now()
    const cpu = process.cpuUsage()
    yield* arrivedAt({ tx: 0, position: eventCount })
    const { system, user } = process.cpuUsage(cpu)
    const events = eventCount - begin.position
    return { usPerEvent: ((performance.now() - start) * 1_000) / events, cpuUs: (system + user) / events }
  })
  return yield* Effect.raceFirst(Effect.andThen(relay, Effect.never), measured)
})

const bare = Effect.fnUntraced(function* (envelopes: ReadonlyArray<EventEnvelope>) {
  const { kafka, options } = yield* KafkaCluster
  const messages = envelopes.map((envelope) => ({
    key: envelope.streamId,
    value: encodeCloudEvent("product", envelope)
  }))
  const producer = kafka.producer({ idempotent: false, maxInFlightRequests: 1, allowAutoTopicCreation: false })
  yield* Effect.promise(() => producer.connect())
  const start = performance.now()
  const cpu = process.cpuUsage()
  for (let i = 0; i < messages.length; i += sendSize) {
    const some = messages.slice(i, i + sendSize)
    yield* Effect.promise(() => producer.send({ topic: options.topics.product, acks: -1, messages: some }))
  }
  const usPerEvent = ((performance.now() - start) * 1_000) / eventCount
  const { system, user } = process.cpuUsage(cpu)
  yield* Effect.promise(() => producer.disconnect())
  const bytes = messages.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0) / messages.length
  return { usPerEvent, cpuUs: (system + user) / eventCount, bytes }
})

const measure = Effect.fnUntraced(function* (name: string, event: ProductEvent) {
  yield* fill(event)
  const own = yield* relayed
  const { events } = yield* (yield* EventLog).read("product", logStart, eventCount)
  const loop = yield* bare(events)
  const rate = ({ cpuUs, usPerEvent }: { readonly usPerEvent: number; readonly cpuUs: number }) =>
    `${Math.round(1_000_000 / usPerEvent).toLocaleString("en-GB")}/s with ${cpuUs.toFixed(0)} µs CPU each`
  yield* Console.log(
    `${name}, ${Math.round(loop.bytes)} B: relay ${rate(own)}, bare loop ${rate(loop)}, ratio ${(loop.usPerEvent / own.usPerEvent).toFixed(2)}`
  )
})

const stores = () =>
  Layer.mergeAll(sourceLog, MemoryCheckpoints.layer, LeaderLock.layerAlone, kafkaTopics({ partitionCount: 6 }))

await Effect.runPromise(
  Effect.forEach(kinds, ([name, event]) => Effect.provide(measure(name, event), stores(), { local: true }), {
    discard: true
  })
)
