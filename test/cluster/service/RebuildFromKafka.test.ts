import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Ref, Schedule } from "effect"
import { logStart } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { KafkaCluster } from "../../../infra/kafka/KafkaCluster.ts"
import { relayPlace } from "../../../infra/kafka/Relay.ts"
import { withAdmin } from "../../../infra/kafka/Topics.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import {
  command,
  type Deployment,
  deployment,
  digestOfLog,
  printed,
  RebuildAnswer,
  serve,
  startCommand,
  storesOf
} from "../../support/cluster/Deployment.ts"
import { fillCatalogue, writeForEver } from "../../support/cluster/ProductTraffic.ts"
import { server } from "../../support/cluster/OpenSearchIndex.ts"

const seed = 20_262
const products = 2_000
const writes = 600

/** Returns when Kafka has acknowledged every product event of the log. */
const relayed = Effect.gen(function* () {
  const place = yield* (yield* Checkpoints).load(relayPlace("product"))
  return (yield* (yield* EventLog).countAfter("product", place)) === 0
}).pipe(Effect.repeat({ until: (done) => done, schedule: Schedule.spaced("100 millis") }))

/** Products listed, revised and withdrawn, all of it in Kafka, and nobody left who changes anything. */
const withRelayedLog = <E, R>(body: (cluster: Deployment) => Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const cluster = yield* deployment()
    const stores = yield* Layer.build(storesOf(cluster))
    yield* Effect.gen(function* () {
      yield* fillCatalogue(seed, products)
      const written = yield* Ref.make(0)
      const enough = Ref.get(written).pipe(
        Effect.repeat({ until: (count) => count >= writes, schedule: Schedule.spaced("10 millis") })
      )
      yield* Effect.raceFirst(writeForEver(seed, products, 2_000, written), enough)
      const service = yield* serve(cluster)
      yield* relayed
      yield* service.stop("SIGTERM")
      yield* body(cluster)
    }).pipe(Effect.provide(stores))
  }).pipe(Effect.scoped, Effect.provide(server))

const rebuilt = Effect.fnUntraced(function* (cluster: Deployment, ...args: ReadonlyArray<string>) {
  const done = yield* command(cluster, "views", "rebuild", "--json", ...args)
  assert.strictEqual(done.code, 0, done.stderr)
  const { events, events_from_kafka, index: _, ...digest } = printed(RebuildAnswer, done)
  return { digest, events, fromKafka: events_from_kafka }
})

/** Kafka forgets the oldest messages of a partition, as a retention that is too short makes it; answers how many. */
const forget = ({ kafka }: Deployment, share: number) =>
  withAdmin((admin) =>
    Effect.promise(async () => {
      const topic = kafka.topics.product
      // kafkajs deletes only of topics whose metadata it has, and this loads them
      const ends = await admin.fetchTopicOffsets(topic)
      const offset = Math.floor(Number(ends.find(({ partition }) => partition === 0)?.high) * share)
      await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: String(offset) }] })
      return offset
    })
  ).pipe(Effect.provide(KafkaCluster.layer(kafka)))

describe("rebuilding the product index from Kafka", () => {
  it.live(
    `all of it replayed gives what the log gives, and needs no event of the log (seed ${seed})`,
    () =>
      withRelayedLog((cluster) =>
        Effect.gen(function* () {
          const expected = yield* digestOfLog
          assert.isAtLeast(expected.withdrawn, 1)
          const fromLog = yield* rebuilt(cluster)
          assert.deepStrictEqual(fromLog, { digest: expected, events: fromLog.events, fromKafka: 0 })
          const fromKafka = yield* rebuilt(cluster, "--from", "kafka")
          assert.deepStrictEqual(fromKafka, { digest: expected, events: fromLog.events, fromKafka: fromLog.events })
          assert.strictEqual(fromLog.events, yield* (yield* EventLog).countAfter("product", logStart))
        })
      ),
    240_000
  )

  it.live(
    `what Kafka has lost is read from the log (seed ${seed})`,
    () =>
      withRelayedLog((cluster) =>
        Effect.gen(function* () {
          const all = yield* (yield* EventLog).countAfter("product", logStart)
          const expected = yield* digestOfLog
          for (const share of [0.5, 1]) {
            const lost = yield* forget(cluster, share)
            const fromKafka = yield* rebuilt(cluster, "--from", "kafka")
            assert.deepStrictEqual(fromKafka.digest, expected)
            assert.isAtLeast(lost, 50)
            assert.isAtLeast(fromKafka.fromKafka, 1)
            assert.isBelow(fromKafka.fromKafka, all)
          }
        })
      ),
    240_000
  )

  it.live(
    "two rebuilds at a time take turns, and both finish",
    () =>
      withRelayedLog((cluster) =>
        Effect.gen(function* () {
          const both = yield* Effect.forEach(["log", "kafka"], (source) =>
            startCommand(cluster, "views", "rebuild", "--from", source, "--json")
          )
          const ends = yield* Effect.forEach(both, ({ ended }) => Deferred.await(ended))
          assert.deepStrictEqual(
            ends.map(({ code }) => code),
            [0, 0],
            both.map(({ stderr }) => stderr()).join("\n")
          )
          const indexes = both.map(({ stdout }) => /"index":"([^"]+)"/.exec(stdout())?.[1])
          assert.deepStrictEqual(new Set(indexes), new Set([`${cluster.alias}_v2`, `${cluster.alias}_v3`]))
        })
      ),
    240_000
  )
})
