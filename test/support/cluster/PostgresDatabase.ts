import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import * as PostgresStores from "../../../infra/postgres/PostgresStores.ts"
import { databaseUrl } from "./Servers.ts"

const withDatabase = (url: string, database: string): Redacted.Redacted => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return Redacted.make(changed.href)
}

/** An empty database of its own on the server, dropped with the scope however many connections are still open. */
export const freshDatabase = Effect.fnUntraced(function* (server: string = databaseUrl()) {
  const name = `test_${randomBytes(6).toString("hex")}`
  const administer = (statement: string) =>
    PgClient.PgClient.use((client) => client.unsafe(statement).unprepared).pipe(
      Effect.provide(Postgres.layer(Redacted.make(server), { maxConnections: 1 }), { local: true }),
      Effect.orDie
    )
  yield* Effect.acquireRelease(administer(`CREATE DATABASE ${name} TEMPLATE template0`), () =>
    administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  )
  return withDatabase(server, name)
})

/** Builds the layer with the real clock: the pool's timers would otherwise run once for every minute a test skips. */
const onRealClock = <A, E, R>(layer: Layer.Layer<A, E, R>) =>
  Layer.effectContext(Effect.provideService(Layer.build(layer), Clock.Clock, Clock.Clock.defaultValue()))

/** A migrated database of its own, with its stores but without the usage ledger. */
export const freshStores = Layer.unwrap(
  Effect.map(freshDatabase(), (url) =>
    PostgresStores.stores.pipe(
      Layer.provideMerge(PostgresStores.checked()),
      Layer.provideMerge(onRealClock(Postgres.layer(url)))
    )
  )
)
