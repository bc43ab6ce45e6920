import { Effect, Layer, Redacted, Schema } from "effect"
import { writeSync } from "node:fs"
import process from "node:process"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { KafkaCluster } from "../../../infra/kafka/KafkaCluster.ts"
import { relayPlace, relayWith } from "../../../infra/kafka/Relay.ts"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import * as PostgresLeaderLock from "../../../infra/postgres/PostgresLeaderLock.ts"
import * as PostgresStores from "../../../infra/postgres/PostgresStores.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import { RelayLife } from "./RelayLife.ts"
import { kafkaConnection } from "./Servers.ts"

// A relay to be killed: its life as JSON. Says `batch` when Kafka has acknowledged one, before the place is kept.

const { death, isMutant, kafka, pageSizeMax, ...life } = Schema.decodeUnknownSync(Schema.fromJsonString(RelayLife))(
  process.argv[2]
)
let batches = 0

/** Nothing of this process runs after it: no finaliser, no goodbye to a server. */
const dieIf = (isDue: boolean) => Effect.sync(() => void (isDue && process.kill(process.pid, "SIGKILL")))
const isDeath = (moment: NonNullable<RelayLife["death"]>["moment"]) =>
  death?.moment === moment && batches === death.batch

const mortal = Layer.effect(
  Checkpoints,
  Checkpoints.use((checkpoints) =>
    Effect.succeed(
      Checkpoints.of({
        ...checkpoints,
        save: Effect.fnUntraced(function* (name, cursor) {
          if (name !== relayPlace("product")) return yield* checkpoints.save(name, cursor)
          batches++
          writeSync(1, "batch\n")
          yield* dieIf(isDeath("acknowledged"))
          yield* checkpoints.save(name, cursor)
          yield* dieIf(isDeath("kept"))
        })
      })
    )
  )
)

/** The rule left out: the place is kept when a page has been read, whatever becomes of it. */
const mutant = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const log = yield* EventLog
    const checkpoints = yield* Checkpoints
    return EventLog.of({
      ...log,
      read: Effect.fnUntraced(function* (category, after, limit) {
        const page = yield* log.read(category, after, limit)
        if (category === "product" && page.events.length > 0) {
          yield* checkpoints.save(relayPlace(category), page.cursor)
        }
        return page
      })
    })
  })
)

const database = PostgresLeaderLock.layer.pipe(
  Layer.provideMerge(PostgresStores.stores),
  Layer.provideMerge(Postgres.layer(Redacted.make(life.databaseUrl), { maxConnections: 4 }))
)
const stores = (isMutant ? mutant : Layer.empty).pipe(Layer.provideMerge(mortal), Layer.provideMerge(database))

const broker = KafkaCluster.layer({ ...kafkaConnection(), ...kafka })

await Effect.runPromise(relayWith({ pageSizeMax }).pipe(Effect.provide(Layer.merge(stores, broker))))
