import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { KafkaCluster } from "../../../infra/kafka/KafkaCluster.ts"
import * as KafkaFeed from "../../../infra/kafka/KafkaFeed.ts"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import * as PostgresStores from "../../../infra/postgres/PostgresStores.ts"
import { kafkaTopics } from "../../support/cluster/KafkaTopics.ts"
import { freshDatabase } from "../../support/cluster/PostgresDatabase.ts"
import { assertComplete, countEvents, reader, relayed } from "../../support/cluster/RelayChecks.ts"
import { liveRelay, type RelayLife } from "../../support/cluster/RelayLife.ts"
import { lengthOf, seededRandom } from "../../support/cluster/Seed.ts"
import { appendVersions, foldOfLog, gated, topicContents } from "../../support/cluster/TopicContents.ts"

const deaths = lengthOf("RELAY_DEATHS", 50)
const pageSizeMax = 50
/** A life sees at most three batches, so there is always more to relay. */
const batchesMax = 3
const products = 300
const versions = Math.ceil((deaths * batchesMax * pageSizeMax) / products) + 1

type Mode = Pick<RelayLife, "death" | "isMutant">

/** A log in Postgres, topics of its own, and how a relay between them is started. */
const rig = Effect.map(freshDatabase(), (databaseUrl) => ({
  live: Effect.fnUntraced(function* (mode: Mode, kill: Parameters<typeof liveRelay>[1] = null) {
    const { options } = yield* KafkaCluster
    return yield* liveRelay({ databaseUrl: Redacted.value(databaseUrl), kafka: options, pageSizeMax, ...mode }, kill)
  }),
  stores: KafkaFeed.layer.pipe(
    Layer.provideMerge(PostgresStores.stores.pipe(Layer.provideMerge(PostgresStores.checked()))),
    Layer.provideMerge(Layer.merge(Postgres.layer(databaseUrl), kafkaTopics()))
  )
}))

describe("a relay in a process of its own, killed", () => {
  it.live(
    `${deaths} times between acknowledgement and place, just after it, or at any time: the read side is the log`,
    () =>
      Effect.gen(function* () {
        const random = seededRandom("relay killed")
        const { live, stores } = yield* rig
        yield* Effect.gen(function* () {
          const { caughtUp, events } = yield* reader
          const appending = yield* Effect.forkChild(appendVersions(products, versions, "p", "50 millis"))
          for (let life = 0; life < deaths; life++) {
            const batch = 1 + Math.floor(random() * batchesMax)
            const choice = random()
            const moment = choice < 0.5 ? "acknowledged" : "kept"
            const signal = yield* choice < 0.7
              ? live({ death: { batch, moment }, isMutant: false })
              : live({ death: null, isMutant: false }, { batch, delayMs: random() * 20 })
            assert.strictEqual(signal, "SIGKILL")
          }
          yield* Fiber.join(appending)
          yield* Effect.raceFirst(live({ death: null, isMutant: false }), relayed)
          yield* caughtUp(products * versions)
          assert.isAbove(yield* assertComplete(`${deaths} SIGKILLs`, events), 0)
        }).pipe(Effect.provide(stores))
      }).pipe(Effect.scoped),
    60_000 + deaths * 5_000
  )

  it.live("would lose events if it kept its place before the acknowledgement", () =>
    Effect.gen(function* () {
      const { live, stores } = yield* rig
      yield* Effect.gen(function* () {
        yield* appendVersions(products, 3)
        for (let life = 0; life < 3; life++) {
          assert.strictEqual(yield* live({ death: { batch: 1, moment: "kept" }, isMutant: true }), "SIGKILL")
        }
        yield* Effect.raceFirst(live({ death: null, isMutant: true }), relayed)
        const fold = yield* foldOfLog
        const contents = gated(yield* topicContents("product"))
        const missing = countEvents(fold) - countEvents(contents.versions)
        console.log(`mutant: ${missing} of ${countEvents(fold)} events are not in Kafka`)
        assert.isAbove(missing, 0)
      }).pipe(Effect.provide(stores))
    }).pipe(Effect.scoped)
  )
})
