import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Redacted, Schema } from "effect"
import process from "node:process"
import { callKafka, KafkaCluster, type KafkaOptions } from "../../infra/kafka/KafkaCluster.ts"
import { withAdmin } from "../../infra/kafka/Topics.ts"
import * as OpenSearch from "../../infra/opensearch/OpenSearch.ts"
import * as Postgres from "../../infra/postgres/Postgres.ts"
import { ownTopics } from "../support/cluster/KafkaTopics.ts"
import { databaseUrl, openSearch, openSearchUrl, ownServer } from "../support/cluster/Servers.ts"

/** Runs statements over a connection of their own. */
const over = <A, E>(url: string, run: (sql: PgClient.PgClient) => Effect.Effect<A, E>) =>
  Effect.flatMap(PgClient.PgClient, run).pipe(
    Effect.provide(Postgres.layer(Redacted.make(url), { maxConnections: 1 }), { local: true })
  )

const describeCluster = (overrides: Partial<KafkaOptions> = {}) =>
  withAdmin((admin) => callKafka("describe the cluster", () => admin.describeCluster())).pipe(
    Effect.provide(KafkaCluster.layer(ownTopics(overrides)), { local: true })
  )

const Info = Schema.Struct({ version: Schema.Struct({ number: Schema.String }) })

/** One request to the shared OpenSearch, or to that of the layer. */
const ask = (request: OpenSearch.OpenSearchRequest, server: Layer.Layer<OpenSearch.OpenSearch> = openSearch()) =>
  Effect.flatMap(OpenSearch.OpenSearch, (search) => search.request("ask", request)).pipe(
    Effect.provide(server, { local: true })
  )

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
    Effect.gen(function* () {
      const { brokers } = yield* describeCluster()
      assert.isNotEmpty(brokers)
      const asked = withAdmin((admin) =>
        callKafka("ask for a topic", () => admin.fetchTopicMetadata({ topics: ["never-created"] }))
      )
      yield* Effect.flip(Effect.provide(asked, KafkaCluster.layer(ownTopics()), { local: true }))
    })
  )

  it.live("OpenSearch is 3.x with k-NN, and makes no index by itself", () =>
    Effect.gen(function* () {
      const { body } = yield* ask({ method: "GET", path: "/" })
      assert.match(Schema.decodeUnknownSync(Info)(body).version.number, /^3\./)
      const plugins = yield* ask({ method: "GET", path: "/_cat/plugins", query: { format: "json" } })
      assert.include(JSON.stringify(plugins.body), "opensearch-knn")
      const refused = yield* ask({ method: "POST", path: "/never-created/_doc", body: {}, answers: [404] })
      assert.include(JSON.stringify(refused.body), "index_not_found_exception")
    })
  )

  it.live("answer without TLS and a password exactly where the run does not ask for them", () =>
    Effect.gen(function* () {
      const url = new URL(databaseUrl())
      url.password = ""
      url.search = ""
      const search = new URL(openSearchUrl())
      search.protocol = "http:"
      const answers = yield* Effect.all([
        Effect.isSuccess(over(url.href, (sql) => sql`SELECT 1`)),
        Effect.isSuccess(describeCluster({ tls: null, sasl: null })),
        Effect.isSuccess(ask({ method: "GET", path: "/" }, OpenSearch.layer(search.href)))
      ])
      const isOpen = process.env["STACK_TLS"] !== "1"
      assert.deepStrictEqual(answers, [isOpen, isOpen, isOpen])
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
