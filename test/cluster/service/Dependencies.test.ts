import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Predicate } from "effect"
import { seededRandom } from "../../../bench/SyntheticCatalogue.ts"
import { call, eventually, healthAt, outageSeconds, OwnCluster } from "../../support/cluster/OwnCluster.ts"
import {
  allReady,
  allUp,
  checkOf,
  isFound,
  issueKey,
  list,
  recordedUse,
  search
} from "../../support/cluster/OwnClusterCalls.ts"

layer(OwnCluster.layer, { excludeTestServices: true, timeout: 240_000 })(
  "a server that goes away and comes back, without a restart of ours",
  (it) => {
    it.effect(
      "OpenSearch down: searches are 503 with Retry-After, the account and rotation go on, the process stays in",
      () =>
        Effect.gen(function* () {
          const { roles, servers, startRole, url } = yield* OwnCluster
          yield* allUp
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
          // a process that is started now answers, and says that it is not ready
          const late = yield* startRole("api")
          yield* eventually("a late start", call(`${late.adminUrl}/healthz`), ({ status }) => status === 200)
          assert.strictEqual((yield* healthAt(late.adminUrl)).status, "unready")
          assert.notInclude(late.process.stdout(), "Ready.")
          yield* servers.opensearch.restart
          yield* late.process.said("Ready.")
          assert.include(late.process.stdout(), "Ready.")
          yield* eventually("the product", search("meanwhile", fresh), isFound)
          yield* allReady
        }).pipe(Effect.scoped),
      240_000
    )

    it.effect(
      "Kafka down: reads and metering go on, what is projected comes from the log, the relay catches up by itself",
      () =>
        Effect.gen(function* () {
          const { roles, servers, url } = yield* OwnCluster
          yield* allUp
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
      "Postgres down: a key in use is served through the outage, then 503; each admitted request is recorded, no other",
      () =>
        Effect.gen(function* () {
          const { roles, servers, startRole, url } = yield* OwnCluster
          yield* allUp
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
          const killedAt = yield* Clock.currentTimeMillis
          const refused = yield* eventually("a refusal", ask, ({ status }) => status !== 200)
          const servedMs = (yield* Clock.currentTimeMillis) - killedAt
          yield* Effect.log(`served for ${servedMs} ms without the database`)
          assert.isAtLeast(servedMs, (outageSeconds - 2) * 1_000)
          assert.deepStrictEqual([refused.status, refused.retryAfter], [503, "2"])
          const api = yield* eventually(
            "an api without a database",
            healthAt(url),
            (health) => checkOf(health, "api", "database")?.ok === false
          )
          assert.deepStrictEqual([api.httpStatus, api.status], [200, "degraded"])
          yield* eventually("a useless relay", healthAt(roles.relay.adminUrl), ({ status }) => status === "unready")
          // a process that is started now waits for its database
          const late = yield* startRole("relay")
          yield* eventually("a start that waits", Effect.sync(late.process.stderr), (text) =>
            text.includes("the start is retried")
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
          yield* allUp
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
