import { assert, layer } from "@effect/vitest"
import { PgClient } from "@effect/sql-pg"
import { Effect, Fiber, Predicate, Redacted, Schema } from "effect"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import { offLine } from "../../support/OffLines.ts"
import { call, eventually, healthAt, OwnCluster } from "../../support/cluster/OwnCluster.ts"
import { seededRandom } from "../../../bench/SyntheticCatalogue.ts"

const Issued = Schema.fromJsonString(Schema.Struct({ key: Schema.String, key_id: Schema.String }))
const Use = Schema.fromJsonString(Schema.Struct({ requests_today: Schema.Int }))

const issueKey = Effect.gen(function* () {
  const { command } = yield* OwnCluster
  const { stderr, stdout } = yield* command(undefined, "key", "issue", "--plan", "growth", "--json")
  assert.notStrictEqual(stdout, "", stderr)
  return Schema.decodeUnknownSync(Issued)(stdout)
})

/** Lists a product whose name holds the word, by the command line. */
const list = Effect.fnUntraced(function* (code: number, word: string) {
  const { command } = yield* OwnCluster
  const imported = yield* command(`${offLine(code, `Biscuit ${word}`)}\n`, "import", "off", "-", "--json")
  assert.strictEqual(imported.code, 0, imported.stderr)
})

const totalOf = (body: unknown): number =>
  Predicate.hasProperty(body, "total") && Predicate.isNumber(body.total) ? body.total : -1

const search = (word: string, key: string) =>
  Effect.flatMap(OwnCluster, ({ url }) => call(`${url}/v1/search?q=${word}`, key))

const isFound = ({ body, status }: { readonly status: number; readonly body: unknown }) =>
  status === 200 && totalOf(body) === 1

const checkOf = (health: Effect.Success<ReturnType<typeof healthAt>>, role: string, name: string) =>
  health.roles[role]?.checks.find((check) => check.name === name)

/** The ledger has recorded exactly so many uses of the key, once the next sync is through. */
const recordedUse = Effect.fnUntraced(function* (keyId: string, expected: number) {
  const { command } = yield* OwnCluster
  const recorded = Effect.map(
    command(undefined, "key", "show", keyId, "--json"),
    ({ stdout }) => Schema.decodeUnknownSync(Use)(stdout).requests_today
  )
  const found = yield* eventually("all uses recorded", recorded, (count) => count >= expected)
  assert.strictEqual(found, expected)
})

/** A transaction that has an id, and so may write, and does nothing for so long. */
const openTransaction = Effect.fnUntraced(function* (seconds: number) {
  const { servers } = yield* OwnCluster
  yield* PgClient.PgClient.use((client) => client.unsafe("SELECT pg_current_xact_id()::text, pg_sleep($1)::text", [seconds])).pipe(
    Effect.provide(Postgres.layer(Redacted.make(servers.postgres.address), { maxConnections: 1 }))
  )
})

const allReady = Effect.gen(function* () {
  const { roles } = yield* OwnCluster
  for (const [name, { adminUrl }] of Object.entries(roles)) {
    yield* eventually(`${name} ready`, healthAt(adminUrl), ({ status }) => status === "ready")
  }
})

layer(OwnCluster.layer, { excludeTestServices: true, timeout: 240_000 })(
  "a server that goes away and comes back, without a restart of ours",
  (it) => {
    it.effect(
      "all there: every role says what it depends on, on its admin port, and the api role on both",
      () =>
        Effect.gen(function* () {
          const { roles, startRole, url } = yield* OwnCluster
          yield* allReady
          const namesOf = (health: Effect.Success<ReturnType<typeof healthAt>>, role: string) =>
            health.roles[role]?.checks.map(({ name }) => name)
          const api = yield* healthAt(url)
          assert.deepStrictEqual([api.httpStatus, api.status, Object.keys(api.roles)], [200, "ready", ["api"]])
          assert.deepStrictEqual(namesOf(api, "api"), ["database", "ledger-sync", "product-index", "read-model"])
          const relay = yield* healthAt(roles.relay.adminUrl)
          assert.deepStrictEqual(namesOf(relay, "relay"), ["database", "kafka", "leadership", "cursor", "log-horizon"])
          assert.strictEqual(checkOf(relay, "relay", "leadership")?.detail, "leading")
          const projector = yield* healthAt(roles.projector.adminUrl)
          assert.deepStrictEqual(namesOf(projector, "projector"), [
            "database",
            "kafka",
            "product-index",
            "leadership",
            "feed"
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
          assert.strictEqual(totalOf((yield* search("heldback", key)).body), 0)
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

    it.effect(
      "OpenSearch down: searches are 503 with Retry-After, the account and rotation go on, the process stays in",
      () =>
        Effect.gen(function* () {
          const { roles, servers, url } = yield* OwnCluster
          const { key } = yield* issueKey
          assert.strictEqual((yield* search("biscuit", key)).status, 200)
          yield* servers.opensearch.kill
          const refused = yield* search("biscuit", key)
          assert.deepStrictEqual([refused.status, refused.retryAfter], [503, "2"])
          assert.strictEqual((yield* call(`${url}/v1/me`, key)).status, 200)
          const rotated = yield* call(`${url}/v1/dashboard/keys/rotate`, key, "POST")
          assert.strictEqual(rotated.status, 200)
          const fresh = Predicate.hasProperty(rotated.body, "key") ? String(rotated.body.key) : ""
          assert.strictEqual((yield* call(`${url}/v1/me`, key)).status, 401)
          assert.strictEqual((yield* call(`${url}/v1/me`, fresh)).status, 200)
          const api = yield* eventually("a degraded api", healthAt(url), ({ status }) => status === "degraded")
          assert.deepStrictEqual([api.httpStatus, checkOf(api, "api", "product-index")?.ok], [200, false])
          const projector = yield* eventually(
            "a useless projector",
            healthAt(roles.projector.adminUrl),
            ({ status }) => status === "unready"
          )
          assert.strictEqual(projector.httpStatus, 503)
          yield* list(4_100_000_000_002, "meanwhile")
          yield* servers.opensearch.restart
          yield* eventually("the product", search("meanwhile", fresh), isFound)
          yield* allReady
        }),
      240_000
    )

    it.effect(
      "Kafka down: reads and metering go on, what is projected comes from the log, the relay catches up by itself",
      () =>
        Effect.gen(function* () {
          const { roles, servers, url } = yield* OwnCluster
          const { key, key_id } = yield* issueKey
          yield* servers.kafka.kill
          const relay = yield* eventually(
            "a useless relay",
            healthAt(roles.relay.adminUrl),
            ({ status }) => status === "unready"
          )
          assert.deepStrictEqual([relay.httpStatus, checkOf(relay, "relay", "kafka")?.ok], [503, false])
          yield* list(4_100_000_000_003, "withoutkafka")
          let admitted = 0
          yield* eventually(
            "the product",
            Effect.tap(search("withoutkafka", key), ({ status }) =>
              Effect.sync(() => {
                assert.strictEqual(status, 200)
                admitted++
              })
            ),
            isFound
          )
          yield* recordedUse(key_id, admitted)
          const api = yield* healthAt(url)
          assert.deepStrictEqual([api.httpStatus, api.status], [200, "ready"])
          const behind = yield* eventually(
            "a cursor that waits",
            healthAt(roles.relay.adminUrl),
            (health) => checkOf(health, "relay", "cursor")?.detail.includes("behind") === true
          )
          assert.strictEqual(behind.status, "unready")
          yield* servers.kafka.restart
          const after = yield* eventually(
            "a relay that has caught up",
            healthAt(roles.relay.adminUrl),
            (health) => checkOf(health, "relay", "cursor")?.detail === "up to date"
          )
          assert.strictEqual(checkOf(after, "relay", "kafka")?.ok, true)
          yield* allReady
        }),
      240_000
    )

    it.effect(
      "Postgres down: what is leased is served, then 503, and afterwards every admitted request is recorded, no other",
      () =>
        Effect.gen(function* () {
          const { roles, servers, startRole, url } = yield* OwnCluster
          const { key, key_id } = yield* issueKey
          let admitted = 0
          const ask = Effect.tap(search("biscuit", key), ({ status }) =>
            Effect.sync(() => {
              if (status === 200) admitted++
            })
          )
          // use makes leases large enough to outlive the database
          yield* Effect.repeat(ask, { times: 30 })
          yield* servers.postgres.kill
          const before = admitted
          const refused = yield* eventually("a refusal", ask, ({ status }) => status !== 200)
          assert.isAbove(admitted, before, "requests are served from leases while the database is away")
          assert.deepStrictEqual([refused.status, refused.retryAfter], [503, "2"])
          const api = yield* eventually("a degraded api", healthAt(url), ({ status }) => status === "degraded")
          assert.deepStrictEqual([api.httpStatus, checkOf(api, "api", "database")?.ok], [200, false])
          yield* eventually("a useless relay", healthAt(roles.relay.adminUrl), ({ status }) => status === "unready")
          // a process that is started now waits for its database
          const late = yield* startRole("relay")
          yield* eventually("a start that waits", Effect.sync(late.process.stderr), (text) =>
            text.includes("the start is tried again")
          )
          yield* servers.postgres.restart
          yield* late.process.said("Ready.")
          assert.include(late.process.stdout(), "Ready.")
          yield* eventually("an answer", ask, ({ status }) => status === 200)
          yield* recordedUse(key_id, admitted)
          yield* allReady
        }).pipe(Effect.scoped),
      240_000
    )

    it.effect(
      "all three end and are started in any order: everything comes back by itself",
      () =>
        Effect.gen(function* () {
          const { roles, servers } = yield* OwnCluster
          const { key } = yield* issueKey
          yield* list(4_100_000_000_004, "beforehand")
          const seed = Date.now() % 1_000
          const random = seededRandom(seed)
          const order = Object.values(servers)
            .map((server) => ({ server, at: random() }))
            .toSorted((a, b) => a.at - b.at)
          yield* Effect.log(`seed ${seed}: ${order.map(({ server }) => server.address).join(", ")}`)
          yield* Effect.forEach(order, ({ server }) => server.kill, { concurrency: "unbounded", discard: true })
          const dead = yield* eventually(
            "an api that can do nothing",
            healthAt(roles.api.adminUrl),
            ({ status }) => status === "unready"
          )
          assert.strictEqual(dead.httpStatus, 503)
          for (const { server } of order) yield* server.restart
          yield* eventually("the product", search("beforehand", key), isFound)
          yield* list(4_100_000_000_005, "afterwards")
          yield* eventually("the next product", search("afterwards", key), isFound)
          yield* allReady
          for (const { process } of Object.values(roles)) assert.strictEqual(process.child.exitCode, null)
        }),
      240_000
    )
  }
)
