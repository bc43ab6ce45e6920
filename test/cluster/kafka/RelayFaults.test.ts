import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Schedule } from "effect"
import { seededRandom } from "../../../bench/SyntheticCatalogue.ts"
import { LeaderLock } from "../../../domain/ports/LeaderLock.ts"
import { KafkaCluster, type KafkaOptions } from "../../../infra/kafka/KafkaCluster.ts"
import * as KafkaFeed from "../../../infra/kafka/KafkaFeed.ts"
import { relayWith } from "../../../infra/kafka/Relay.ts"
import { faultProxy } from "../../support/cluster/FaultProxy.ts"
import { kafkaTopics } from "../../support/cluster/KafkaTopics.ts"
import * as MemoryCheckpoints from "../../support/cluster/MemoryCheckpoints.ts"
import { assertComplete, reader, relayed } from "../../support/cluster/RelayChecks.ts"
import { kafkaConnection, ownServer } from "../../support/cluster/Servers.ts"
import { sourceLog } from "../../support/cluster/SourceLog.ts"
import { appendVersions } from "../../support/cluster/TopicContents.ts"

const seed = 20_261_121
const relay = relayWith({ pageSizeMax: 50 })

const stores = (overrides: Partial<KafkaOptions> = {}) =>
  KafkaFeed.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(sourceLog, MemoryCheckpoints.layer, LeaderLock.layerAlone, kafkaTopics(overrides))
    )
  )

describe("the relay", () => {
  it.live(
    `loses and reorders nothing of 20,000 when 5 % of the acknowledgements and 3 % of the requests are dropped (seed ${seed})`,
    () =>
      Effect.gen(function* () {
        const cluster = yield* KafkaCluster
        const proxy = yield* faultProxy({ requests: 0.03, acknowledgements: 0.05 }, seededRandom(seed))
        const { caughtUp, events } = yield* reader
        const faulty = KafkaCluster.layer(cluster.options, proxy.socketFactory)
        const running = yield* Effect.forkChild(Effect.provide(relay, faulty, { local: true }))
        // so few streams that each is in every batch: batches that change places break its order
        yield* appendVersions(40, 500)
        yield* relayed
        yield* Fiber.interrupt(running)
        yield* caughtUp(20_000)
        assert.isAbove(proxy.dropped.acknowledgements, 5)
        assert.isAbove(proxy.dropped.requests, 3)
        assert.isAbove(yield* assertComplete(`seed ${seed}, dropped: ${JSON.stringify(proxy.dropped)}`, events), 0)
      }).pipe(Effect.provide(stores()), Effect.scoped),
    // dropped requests wait for time limits of the client
    240_000
  )

  it.live(
    "loses and reorders nothing when the broker is killed and started again, twice",
    () =>
      Effect.gen(function* () {
        const broker = yield* ownServer("kafka")
        yield* Effect.gen(function* () {
          const { caughtUp, events } = yield* reader
          const running = yield* Effect.forkChild(relay)
          const killer = yield* Effect.forkChild(
            Effect.andThen(broker.kill, broker.restart).pipe(
              Effect.delay("1 second"),
              Effect.repeat(Schedule.recurs(1))
            )
          )
          for (let i = 0; i < 60; i++) {
            yield* appendVersions(20, 5, `round-${i}`)
            yield* Effect.sleep("100 millis")
          }
          yield* Fiber.join(killer)
          yield* relayed
          yield* Fiber.interrupt(running)
          yield* caughtUp(6_000)
          yield* assertComplete("broker killed", events)
        }).pipe(Effect.provide(stores(kafkaConnection(broker.settings))))
      }).pipe(Effect.scoped),
    // a broker takes its time to start, most of all on a busy machine
    240_000
  )

  it.live("runs twice at once without harm", () =>
    Effect.gen(function* () {
      const { caughtUp, events } = yield* reader
      const running = yield* Effect.forkChild(Effect.all([relay, relay], { concurrency: 2 }))
      yield* appendVersions(1_000, 10)
      yield* relayed
      yield* Fiber.interrupt(running)
      yield* caughtUp(10_000)
      assert.isAbove(yield* assertComplete("two relays", events), 0)
    }).pipe(Effect.provide(stores()), Effect.scoped)
  )
})
