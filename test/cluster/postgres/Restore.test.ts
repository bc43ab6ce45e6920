import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schedule, Stream } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { isAtOrPast, logStart } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import * as PostgresStores from "../../../infra/postgres/PostgresStores.ts"
import { beginNewEpoch } from "../../../infra/postgres/RestoreGuard.ts"
import { freshDatabase } from "../../support/cluster/PostgresDatabase.ts"
import { ownServer } from "../../support/cluster/Servers.ts"
import { listing, product, readAll, readOn } from "./LogRig.ts"

/** Where the server's own programs are; elsewhere they are on the path. */
const postgresProgram = (name: string): string => {
  const installed = "/usr/lib/postgresql"
  const folders = existsSync(installed) ? readdirSync(installed).map((version) => join(installed, version, "bin")) : []
  return [process.env["POSTGRES_BIN"] ?? "", ...folders].map((folder) => join(folder, name)).find(existsSync) ?? name
}

const dumpInto = (from: Redacted.Redacted, to: Redacted.Redacted): void => {
  // one authority vouches for all servers of a run
  const env = { ...process.env, PGSSLROOTCERT: process.env["DATABASE_CA_FILE"] }
  const dump = execFileSync(postgresProgram("pg_dump"), ["--no-owner", "--dbname", Redacted.value(from)], {
    env,
    maxBuffer: 64 * 1024 * 1024
  })
  execFileSync(postgresProgram("psql"), ["-X", "-q", "-v", "ON_ERROR_STOP=1", "--dbname", Redacted.value(to)], {
    env,
    input: dump,
    stdio: ["pipe", "ignore", "inherit"]
  })
}

/** The server's transaction ids run ahead of those of a new server, as they do on any server in use. */
const useTransactionIds = PgClient.PgClient.use(
  (client) =>
    client.unsafe("DO $$ BEGIN FOR i IN 1..5000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$").unprepared
)

const meta = { commandId: "test", actor: "system" } as const
const keys = ["one", "two", "three", "four"]
const appendEach = Effect.gen(function* () {
  const log = yield* EventLog
  for (const key of keys) yield* log.append([listing(key)], meta)
})

const guarded = (url: Redacted.Redacted) => PostgresStores.layer(url, { migrate: false })
const unguarded = (url: Redacted.Redacted) => PostgresStores.stores.pipe(Layer.provideMerge(Postgres.layer(url)))

it.live(
  "a log restored on another server is refused with the remedy; without the check it is silent; the remedy works",
  () =>
    Effect.gen(function* () {
      const original = yield* freshDatabase()
      yield* Effect.andThen(useTransactionIds, appendEach).pipe(
        Effect.provide(PostgresStores.layer(original), { local: true })
      )
      const server = yield* ownServer("postgres")
      const restored = yield* freshDatabase(server.address)
      dumpInto(original, restored)

      const refused = yield* Effect.flip(Effect.provide(readAll, guarded(restored), { local: true }))
      assert.strictEqual(refused._tag, "LogFromAnotherServer")
      assert.include(refused.message, "fooddata log begin-epoch")

      // the mutant: a start without the check reads nothing of what is there, and says nothing
      const unseen = yield* Effect.provide(readAll, unguarded(restored), { local: true })
      assert.deepStrictEqual(unseen.streams, [])

      assert.strictEqual(yield* Effect.provide(beginNewEpoch, Postgres.layer(restored), { local: true }), 1)
      yield* Effect.gen(function* () {
        const log = yield* EventLog
        const before = yield* readAll
        assert.deepStrictEqual(before.streams, keys.map(product))
        const appended = yield* log.append([listing("after"), listing("one", 1)], meta)
        assert.isTrue(isAtOrPast(appended, before.cursor))
        // the process makes a partition meanwhile, and while that transaction is open nothing new is read
        const after = yield* Effect.repeat(readOn(before.cursor), {
          until: ({ streams }) => streams.length > 0,
          schedule: Schedule.spaced("20 millis"),
          times: 1_000
        })
        assert.deepStrictEqual(after.streams, ["after", "one"].map(product))
        const exported = yield* Stream.runCollect(log.export(logStart))
        assert.lengthOf(exported, keys.length + 2)
      }).pipe(Effect.provide(guarded(restored), { local: true }))
    }),
  120_000
)
