import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import { expectedOf, lostLabels, scraped } from "../../support/deploy/DashboardOnScrape.ts"
import { call, eventually, healthAt, OwnCluster } from "../../support/cluster/OwnCluster.ts"
import {
  allReady,
  checkOf,
  type Health,
  isFound,
  issueKey,
  list,
  search
} from "../../support/cluster/OwnClusterCalls.ts"

/** A transaction that has an id, and so may write, and does nothing for so long. */
const openTransaction = Effect.fnUntraced(function* (seconds: number) {
  const { servers } = yield* OwnCluster
  yield* PgClient.PgClient.use((client) =>
    client.unsafe("SELECT pg_current_xact_id()::text, pg_sleep($1)::text", [seconds])
  ).pipe(Effect.provide(Postgres.layer(Redacted.make(servers.postgres.address), { maxConnections: 1 })))
})

layer(OwnCluster.layer, { excludeTestServices: true, timeout: 240_000 })(
  "how a process of the cluster says it is",
  (it) => {
    it.effect(
      "all there: every role says what it depends on, on its admin port, and the api role on both",
      () =>
        Effect.gen(function* () {
          const { roles, startRole, url } = yield* OwnCluster
          yield* allReady
          const namesOf = (health: Health, role: string) => health.roles[role]?.checks.map(({ name }) => name)
          const api = yield* healthAt(url)
          assert.deepStrictEqual([api.httpStatus, api.status, Object.keys(api.roles)], [200, "ready", ["api"]])
          assert.deepStrictEqual(namesOf(api, "api"), [
            "database",
            "ledger-sync",
            "product-index",
            "product-vectors",
            "read-model"
          ])
          const relay = yield* healthAt(roles.relay.adminUrl)
          assert.deepStrictEqual(namesOf(relay, "relay"), ["database", "kafka", "leadership", "cursor", "log-horizon"])
          assert.strictEqual(checkOf(relay, "relay", "leadership")?.detail, "leading")
          const projector = yield* healthAt(roles.projector.adminUrl)
          assert.deepStrictEqual(namesOf(projector, "projector"), [
            "database",
            "kafka",
            "product-index",
            "leadership",
            "feed",
            "parked-streams",
            "usage-report"
          ])
          assert.strictEqual((yield* call(`${roles.relay.adminUrl}/healthz`)).status, 200)
          const second = yield* startRole("relay")
          yield* second.process.said("Ready.")
          const standby = yield* eventually(
            "a second relay",
            healthAt(second.adminUrl),
            ({ status }) => status === "ready"
          )
          assert.strictEqual(checkOf(standby, "relay", "leadership")?.detail, "standby")
          const secrets = JSON.stringify([api, relay, projector])
          assert.notMatch(secrets, /127\.0\.0\.1|postgres:|pepper/)
        }).pipe(Effect.scoped),
      120_000
    )

    it.effect("each role publishes what an operator is to watch, and counts what it admits", () =>
      Effect.gen(function* () {
        const { roles } = yield* OwnCluster
        const { key } = yield* issueKey
        const metricsOf = (url: string) => Effect.map(call(`${url}/metrics`), ({ body }) => String(body))
        const valueOf = (text: string, name: string) => Number(new RegExp(`^${name} (\\d+)`, "m").exec(text)?.[1] ?? -1)
        const before = valueOf(yield* metricsOf(roles.api.adminUrl), "usage_admitted_total")
        yield* Effect.repeat(search("biscuit", key), { times: 4 })
        const api = yield* eventually(
          "five admitted",
          metricsOf(roles.api.adminUrl),
          (text) => valueOf(text, "usage_admitted_total") === before + 5
        )
        for (const name of [
          "syncs_total",
          "sync_failures_total",
          "unreported",
          "open_leases",
          "journal_bytes",
          "sync_age_ms",
          "clock_offset_ms"
        ]) {
          assert.isAtLeast(valueOf(api, `usage_${name}`), 0, name)
        }
        assert.include(api, 'dependency_up{role="api",name="product-index"} 1')
        const relay = yield* metricsOf(roles.relay.adminUrl)
        for (const name of [
          "log_horizon_age_ms",
          "log_horizon_age_transactions",
          'relay_cursor_age_ms{category="key"}'
        ]) {
          assert.include(relay, `${name} `)
        }
        assert.include(relay, 'leading{lock="relay"} 1')
        const projector = yield* metricsOf(roles.projector.adminUrl)
        for (const metric of ["feed_lag_events", "feed_lag_ms"]) {
          const name = `${metric}{projection="product-search"}`
          assert.isAtLeast(valueOf(projector, name), 0, name)
        }
        assert.include(projector, "kafka_feed_log_reads_total")
      })
    )

    it.effect("the dashboard shows what the roles publish, with the labels that it goes by", () =>
      Effect.gen(function* () {
        const { roles } = yield* OwnCluster
        yield* list(4_100_000_000_003, "charted")
        const scrape = Effect.forEach(Object.values(roles), ({ adminUrl }) => call(`${adminUrl}/metrics`))
        const texts = Effect.map(scrape, (answers) => answers.map(({ body }) => String(body)).join("\n"))
        const expected = expectedOf("cluster")
        const text = yield* eventually("the metrics of a cluster", texts, (each) =>
          expected.every((name) => scraped(each).has(name))
        )
        assert.deepStrictEqual(lostLabels(text), [])
      })
    )

    it.effect(
      "an open writing transaction elsewhere: the horizon's age grows, a warning is logged, nothing is skipped",
      () =>
        Effect.gen(function* () {
          const { roles } = yield* OwnCluster
          const { key } = yield* issueKey
          const metrics = Effect.map(call(`${roles.relay.adminUrl}/metrics`), ({ body }) => String(body))
          const ageMs = (text: string) => Number(/^log_horizon_age_ms (\d+)/m.exec(text)?.[1] ?? 0)
          const writer = yield* Effect.forkChild(openTransaction(14))
          yield* eventually("a horizon", metrics, (text) => ageMs(text) > 500)
          yield* list(4_100_000_000_001, "heldback")
          assert.strictEqual(isFound(yield* search("heldback", key)), false)
          yield* eventually("an old horizon", metrics, (text) => ageMs(text) > 5_000)
          yield* eventually("a warning", Effect.sync(roles.relay.process.stderr), (text) =>
            text.includes("holds back all readers of the log")
          )
          yield* Fiber.join(writer)
          yield* eventually("the product", search("heldback", key), isFound)
          yield* eventually("no horizon", metrics, (text) => ageMs(text) < 1_000)
        }),
      120_000
    )
  }
)
