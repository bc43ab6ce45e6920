import process from "node:process"
import { Console, Effect, Layer, Schedule } from "effect"
import { type Cursor, type EventEnvelope, isAtOrPast, productStream } from "../domain/EventEnvelope.ts"
import { EventLog } from "../domain/ports/EventLog.ts"
import { LeaderLock } from "../domain/ports/LeaderLock.ts"
import type { ProductEvent } from "../domain/product/ProductEvent.ts"
import { ProductId } from "../domain/product/ProductId.ts"
import { encodeCloudEvent } from "../infra/event-log/CloudEvent.ts"
import { KafkaCluster } from "../infra/kafka/KafkaCluster.ts"
import { relay, relayPlace } from "../infra/kafka/Relay.ts"
import { Checkpoints } from "../projections/ports/Checkpoints.ts"
import { facts } from "../test/support/Facts.ts"
import { kafkaTopics } from "../test/support/cluster/KafkaTopics.ts"
import { freshStores } from "../test/support/cluster/PostgresDatabase.ts"
import { median } from "./Statistics.ts"

/**
 * Relays the log of Postgres into Kafka, and sends the same messages, encoded before, by a bare loop over the same
 * client; takes turns and prints the medians and their ratio. Needs DATABASE_URL and KAFKA_BROKERS.
 */
const rounds = 5
const roundEvents = 30_000
const sendSize = 1_000

const kinds: ReadonlyArray<readonly [string, ProductEvent]> = [
  ["withdrawn", { _tag: "ProductWithdrawn", reason: "no longer sold" }],
  ["listed", { _tag: "ProductListed", facts: facts(), fingerprint: "0123456789abcdefghijkl" }]
]

interface Speed {
  readonly usPerEvent: number
  readonly cpuUs: number
}

const timer = () => {
  const start = performance.now()
  const cpu = process.cpuUsage()
  return (events: number): Speed => {
    const { system, user } = process.cpuUsage(cpu)
    return { usPerEvent: ((performance.now() - start) * 1_000) / events, cpuUs: (system + user) / events }
  }
}

/** Appends a round and gives it as the log does. */
const fill = Effect.fnUntraced(function* (event: ProductEvent, round: number) {
  const log = yield* EventLog
  const before = yield* log.end
  for (let done = 0; done < roundEvents; done += 1_000) {
    const streams = Array.from({ length: 1_000 }, (_, i) => ({
      streamId: productStream(ProductId.make(`off_${round * roundEvents + done + i}`)),
      expectedVersion: 0,
      events: [event]
    }))
    yield* log.append(streams, { commandId: "bench", actor: "system" })
  }
  return (yield* log.read("product", before, roundEvents)).events
})

/** From a tenth of the round on, when the connections are made. */
const relayed = Effect.fnUntraced(function* (events: ReadonlyArray<EventEnvelope>) {
  const checkpoints = yield* Checkpoints
  const arrivedAt = (place: Cursor) =>
    checkpoints
      .load(relayPlace("product"))
      .pipe(Effect.repeat({ until: (now) => isAtOrPast(now, place), schedule: Schedule.spaced("5 millis") }))
  const cursors = events.map(({ cursor }) => cursor)
  const [begin, end] = [cursors[roundEvents / 10], cursors.at(-1)]
  if (begin === undefined || end === undefined) return yield* Effect.die(new Error("the log holds too few events"))
  const measured = Effect.gen(function* () {
    const reached = yield* arrivedAt(begin)
    const measure = timer()
    yield* arrivedAt(end)
    return measure(cursors.filter((cursor) => !isAtOrPast(reached, cursor)).length)
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
  const measure = timer()
  for (let i = 0; i < messages.length; i += sendSize) {
    const some = messages.slice(i, i + sendSize)
    yield* Effect.promise(() => producer.send({ topic: options.topics.product, acks: -1, messages: some }))
  }
  const speed = measure(messages.length)
  yield* Effect.promise(() => producer.disconnect())
  return { speed, bytes: messages.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0) / messages.length }
})

const medianSpeed = (speeds: ReadonlyArray<Speed>): Speed => ({
  usPerEvent: median(speeds.map(({ usPerEvent }) => usPerEvent)),
  cpuUs: median(speeds.map(({ cpuUs }) => cpuUs))
})

const rate = ({ cpuUs, usPerEvent }: Speed) =>
  `${Math.round(1_000_000 / usPerEvent).toLocaleString("en-GB")}/s with ${cpuUs.toFixed(0)} µs CPU each`

const measure = Effect.fnUntraced(function* (name: string, event: ProductEvent) {
  const speeds = { relay: new Array<Speed>(), bare: new Array<Speed>() }
  let bytes = 0
  for (let round = 0; round < rounds; round++) {
    const events = yield* fill(event, round)
    speeds.relay.push(yield* relayed(events))
    const loop = yield* bare(events)
    speeds.bare.push(loop.speed)
    bytes = loop.bytes
  }
  const [own, loop] = [medianSpeed(speeds.relay), medianSpeed(speeds.bare)]
  yield* Console.log(
    `${name}, ${Math.round(bytes)} B: relay ${rate(own)}, bare loop ${rate(loop)}, ` +
      `ratio ${(loop.usPerEvent / own.usPerEvent).toFixed(2)}`
  )
})

const stores = () => Layer.mergeAll(freshStores, LeaderLock.layerAlone, kafkaTopics({ partitionCount: 6 }))

await Effect.runPromise(
  Effect.forEach(kinds, ([name, event]) => Effect.provide(measure(name, event), stores(), { local: true }), {
    discard: true
  })
)
