import { assert, describe, it } from "@effect/vitest"
import { Console, Effect, Fiber, Layer, Schedule, Stream } from "effect"
import { seededRandom } from "../../../bench/SyntheticCatalogue.ts"
import { type EventEnvelope, isAtOrPast, logStart } from "../../../domain/EventEnvelope.ts"
import { EventFeed } from "../../../domain/ports/EventFeed.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { LeaderLock } from "../../../domain/ports/LeaderLock.ts"
import { KafkaCluster } from "../../../infra/kafka/KafkaCluster.ts"
import * as KafkaFeed from "../../../infra/kafka/KafkaFeed.ts"
import { relayPlace, relayWith } from "../../../infra/kafka/Relay.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import { faultProxy } from "../../support/cluster/FaultProxy.ts"
import { kafkaTopics } from "../../support/cluster/KafkaTopics.ts"
import * as MemoryCheckpoints from "../../support/cluster/MemoryCheckpoints.ts"
import { ownServer } from "../../support/cluster/Servers.ts"
import { sourceLog } from "../../support/cluster/SourceLog.ts"
import { appendVersions, foldOfLog, gated, topicContents } from "../../support/cluster/TopicContents.ts"

const seed = 20_261_121
const relay = relayWith({ pageSizeMax: 50 })

const stores = (brokers?: ReadonlyArray<string>) =>
  KafkaFeed.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(sourceLog, MemoryCheckpoints.layer, LeaderLock.layerAlone, kafkaTopics({}, brokers))
    )
  )

/** Returns when the place of the relay is the end of the log. */
const relayed = Effect.gen(function* () {
  const end = yield* (yield* EventLog).end
  const checkpoints = yield* Checkpoints
  yield* checkpoints
    .load(relayPlace("product"))
    .pipe(Effect.repeat({ until: (place) => isAtOrPast(place, end), schedule: Schedule.spaced("20 millis") }))
})

/** A reader of the feed from the beginning; `events` is what it was given. */
const reader = Effect.gen(function* () {
  const feed = yield* EventFeed
  const events: Array<EventEnvelope> = []
  yield* feed.from("product", logStart, 200).pipe(
    Stream.runForEach((page) => Effect.sync(() => void events.push(...page.events))),
    Effect.forkScoped
  )
  const caughtUp = (count: number) =>
    Effect.sync(() => events.length).pipe(
      Effect.repeat({ until: (length) => length >= count, schedule: Schedule.spaced("20 millis") }),
      Effect.timeout("30 seconds")
    )
  return { events, caughtUp }
})

const sum = (versions: ReadonlyMap<string, number>): number => [...versions.values()].reduce((a, b) => a + b, 0)

/** Kafka holds all of the log, every stream in the order of its versions; the feed has given it once, in order. */
const assertComplete = Effect.fnUntraced(function* (what: string, seen: ReadonlyArray<EventEnvelope>) {
  const fold = yield* foldOfLog
  const contents = gated(yield* topicContents("product"))
  yield* Console.log(`${what}, seed ${seed}: ${sum(fold)} events, ${contents.duplicates} duplicates in Kafka`)
  assert.deepStrictEqual(contents.versions, fold)
  assert.strictEqual(contents.orderBreaks, 0)
  assert.deepStrictEqual(gated(seen), { duplicates: 0, orderBreaks: 0, versions: fold })
  return contents.duplicates
})

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
        assert.isAbove(yield* assertComplete(`dropped: ${JSON.stringify(proxy.dropped)}`, events), 0)
      }).pipe(Effect.provide(stores()), Effect.scoped)
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
        }).pipe(Effect.provide(stores([broker.address])))
      }).pipe(Effect.scoped),
    // a broker takes its time to start, most of all on a busy machine
    240_000
  )

  it.live(`died 50 times between acknowledgement and cursor: the read side is the fold (seed ${seed})`, () =>
    Effect.gen(function* () {
      const { caughtUp, events } = yield* reader
      const checkpoints = yield* Checkpoints
      const random = seededRandom(seed)
      let deaths = 0
      const mortal = Checkpoints.of({
        ...checkpoints,
        save: Effect.fnUntraced(function* (name, cursor) {
          const isLast = deaths < 50 && random() < 0.5
          const dies = Effect.andThen(
            Effect.sync(() => void deaths++),
            Effect.die("killed")
          )
          // most of them before the place is kept, some just after
          if (isLast && random() < 0.8) return yield* dies
          yield* checkpoints.save(name, cursor)
          if (isLast) return yield* dies
        })
      })
      const lives = yield* Effect.exit(relay).pipe(
        Effect.provideService(Checkpoints, mortal),
        Effect.repeat({ until: (exit) => exit._tag === "Success" }),
        Effect.forkChild
      )
      yield* appendVersions(1_000, 10)
      yield* relayed
      yield* Fiber.interrupt(lives)
      yield* caughtUp(10_000)
      assert.strictEqual(deaths, 50)
      assert.isAbove(yield* assertComplete("50 deaths", events), 0)
    }).pipe(Effect.provide(stores()), Effect.scoped)
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
