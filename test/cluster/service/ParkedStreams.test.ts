import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import { command, type Deployment, deployment, printed, RebuildAnswer } from "../../support/cluster/Deployment.ts"
import { server } from "../../support/cluster/OpenSearchIndex.ts"
import { freePort } from "../../support/FreePort.ts"
import { send } from "../../support/http/HttpClient.ts"
import { milksAt, milksNamed, parkedBy, toldOnce, until, wholeMilk } from "../../support/Milks.ts"
import { startService } from "../../support/ServiceProcess.ts"

const importNamed = Effect.fnUntraced(function* (cluster: Deployment, word: string, ...flags: ReadonlyArray<string>) {
  const imported = yield* command(cluster, "import", "curated", milksNamed(cluster.folder, word), ...flags)
  assert.strictEqual(imported.code, 0, imported.stderr)
})

const inLog = ({ databaseUrl }: Deployment, sql: string, ...parameters: ReadonlyArray<string>) =>
  PgClient.PgClient.use((client) => client.unsafe(sql, parameters)).pipe(
    Effect.provide(Postgres.layer(databaseUrl, { maxConnections: 1 }))
  )

const second = `stream_id = '${wholeMilk}' AND stream_version = 2`

/** The second event of the whole milk says what no program of ours can read; the checksum is computed anew with it. */
const spoil = Effect.fnUntraced(function* (cluster: Deployment) {
  yield* inLog(cluster, `CREATE TABLE mended AS SELECT data::text AS data FROM events WHERE ${second}`)
  yield* inLog(cluster, `UPDATE events SET data = '{"facts":7}' WHERE ${second}`)
})
const mend = (cluster: Deployment) =>
  inLog(cluster, `UPDATE events SET data = (SELECT data::json FROM mended) WHERE ${second}`)

/** A service that has shown both milks once, and has ended; since then the log has a second event of each, one of them spoilt. */
const spoilt = Effect.gen(function* () {
  const cluster = yield* deployment()
  const adminPort = yield* freePort
  const settings = { ...cluster.settings, ADMIN_PORT: String(adminPort) }
  yield* importNamed(cluster, "first")
  const { firstKey = "", stop } = yield* startService(cluster.folder, settings)
  yield* stop("SIGTERM")
  yield* importNamed(cluster, "second")
  yield* spoil(cluster)
  const start = Effect.map(startService(cluster.folder, settings), (service) => ({
    ...service,
    ...milksAt(service.url, firstKey)
  }))
  return { cluster, start, admin: (path: string) => send({ port: adminPort, path }) }
})

const parked = (cluster: Deployment) => Effect.map(command(cluster, "views", "parked", "--json"), parkedBy)

describe("an event of a cluster that cannot be read", () => {
  it.live("parks its product alone, past the relay that stops at it, until it is mended and asked for", () =>
    Effect.gen(function* () {
      const { admin, cluster, start } = yield* spoilt
      const service = yield* start
      yield* until("Low-fat milk second", service.shown("low_fat"))
      assert.include((yield* service.shown("whole")).text, "Milk first")
      yield* importNamed(cluster, "third", "--wait")
      yield* until("Low-fat milk third", service.shown("low_fat"))
      assert.include((yield* service.shown("whole")).text, "Milk first")
      assert.include((yield* service.finds("first")).text, '"id":"c_milk_whole","name":"Milk first"')

      yield* toldOnce(service, admin)
      assert.deepInclude((yield* parked(cluster))[0], { stream: wholeMilk, version: 2 })
      const early = yield* command(cluster, "views", "unpark", wholeMilk)
      assert.strictEqual(early.code, 1, early.stderr)
      assert.include(early.stdout, `${wholeMilk} stays parked`)

      yield* mend(cluster)
      const unparked = yield* command(cluster, "views", "unpark", "--all")
      assert.deepStrictEqual([unparked.code, unparked.stdout], [0, `${wholeMilk} is followed again\n`], unparked.stderr)
      assert.include((yield* service.shown("whole")).text, "Milk third")
      yield* importNamed(cluster, "fourth", "--wait")
      yield* until("Milk fourth", service.shown("whole"))
      yield* until('parked_streams{projection="product-search"} 0', admin("/metrics"))
      yield* until('{"status":"ready"', admin("/readyz"))
    }).pipe(Effect.scoped, Effect.provide(server))
  )

  it.live(
    "does not end a rebuild, which is checked against the log as far as it goes, nor a view of a time",
    () =>
      Effect.gen(function* () {
        const { cluster, start } = yield* spoilt
        for (const source of ["log", "kafka"]) {
          const rebuilt = yield* command(cluster, "views", "rebuild", "--from", source, "--json")
          assert.strictEqual(rebuilt.code, 0, rebuilt.stderr)
          assert.deepInclude(printed(RebuildAnswer, rebuilt), { products: 2, withdrawn: 0 })
          assert.include(rebuilt.stderr, `parks ${wholeMilk}`)
          assert.deepInclude((yield* parked(cluster))[0], { stream: wholeMilk, version: 2 })
        }
        const then = yield* command(cluster, "views", "rebuild", "--as-of", "2100-01-01", "--name", "then")
        assert.strictEqual(then.code, 0, then.stderr)
        const differs = yield* command(cluster, "views", "diff", "then", "live")
        assert.include(differs.stdout, "2 the same, 0 differ, 0 only in then, 0 only in live")

        yield* mend(cluster)
        const service = yield* start
        yield* until("Milk second", service.shown("whole"))
        assert.lengthOf(yield* parked(cluster), 0)
        // a build parks its own, and reads them again when it is followed
        assert.strictEqual((yield* command(cluster, "views", "drop", "then")).code, 0)
        const left = yield* inLog(cluster, "SELECT projection FROM parked_streams")
        assert.lengthOf(left, 1)
        assert.match(JSON.stringify(left), /_v2/)
        assert.strictEqual((yield* command(cluster, "views", "rebuild", "--rollback")).code, 0)
        const none = inLog(cluster, "SELECT projection FROM parked_streams")
        yield* none.pipe(Effect.delay("100 millis"), Effect.repeat({ until: ({ length }) => length === 0 }))
        assert.include((yield* service.shown("whole")).text, "Milk second")
      }).pipe(Effect.scoped, Effect.provide(server)),
    240_000
  )
})
