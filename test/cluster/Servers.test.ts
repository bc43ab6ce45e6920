import { PgClient } from "@effect/sql-pg"
import { Client } from "@opensearch-project/opensearch"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Kafka, logLevel } from "kafkajs"
import process from "node:process"
import { databaseUrl, kafkaBrokers, openSearchUrl, ownServer } from "../support/cluster/Servers.ts"

/** Runs statements over a connection of their own. */
const over = <A, E>(url: string, run: (sql: PgClient.PgClient) => Effect.Effect<A, E>) =>
  Effect.flatMap(PgClient.PgClient, run).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url) })))

describe("the servers of the cluster tier", () => {
  it.live("Postgres is 15 or newer, and its user may create databases", () =>
    Effect.gen(function* () {
      const rows = yield* over(
        databaseUrl(),
        (sql) => sql`SELECT current_setting('server_version_num')::int AS version, rolcreatedb AS "mayCreate"
          FROM pg_roles WHERE rolname = current_user`
      )
      assert.lengthOf(rows, 1)
      assert.isAtLeast(Number(rows[0]?.["version"]), 150_000)
      assert.isTrue(rows[0]?.["mayCreate"])
    })
  )

  it.live("Kafka has a broker, and makes no topic by itself", () =>
    Effect.promise(async () => {
      const kafka = new Kafka({ brokers: [...kafkaBrokers()], logLevel: logLevel.NOTHING, retry: { retries: 0 } })
      const admin = kafka.admin()
      await admin.connect()
      try {
        const { brokers } = await admin.describeCluster()
        assert.isNotEmpty(brokers)
        const made = await admin.fetchTopicMetadata({ topics: ["never-created"] }).then(
          () => true,
          () => false
        )
        assert.isFalse(made)
      } finally {
        await admin.disconnect()
      }
    })
  )

  it.live("OpenSearch is 3.x with k-NN, and makes no index by itself", () =>
    Effect.promise(async () => {
      const client = new Client({ node: openSearchUrl() })
      try {
        const { body } = await client.info()
        assert.match(body.version.number, /^3\./)
        const plugins = await client.cat.plugins({ format: "json" })
        assert.include(JSON.stringify(plugins.body), "opensearch-knn")
        const refused = await client.index({ index: "never-created", body: {} }).then(
          () => "made",
          (error: unknown) => String(error)
        )
        assert.include(refused, "index_not_found_exception")
      } finally {
        await client.close()
      }
    })
  )
})

describe("a server of a test's own", () => {
  it.live("keeps what was committed over SIGKILL, on the same address, and is gone with the scope", () =>
    Effect.gen(function* () {
      const address = yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* ownServer("postgres")
          assert.notStrictEqual(server.address, process.env["DATABASE_URL"])
          yield* over(server.address, (sql) => sql`CREATE TABLE kept AS SELECT 7 AS id`)
          yield* server.kill
          const refused = yield* Effect.flip(over(server.address, (sql) => sql`TABLE kept`))
          assert.strictEqual(refused._tag, "SqlError")
          yield* server.restart
          const rows = yield* over(server.address, (sql) => sql`TABLE kept`)
          assert.deepStrictEqual(
            rows.map((row) => row["id"]),
            [7]
          )
          return server.address
        })
      )
      const gone = yield* Effect.flip(over(address, (sql) => sql`TABLE kept`))
      assert.strictEqual(gone._tag, "SqlError")
    })
  )
})
