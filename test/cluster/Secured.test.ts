import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { guardedProxy, type GuardedProxy } from "../support/cluster/GuardedProxy.ts"
import { openSearchUrl, ownServer } from "../support/cluster/Servers.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddataWith, startService } from "../support/ServiceProcess.ts"

type Values = Readonly<Record<string, string>>

/** Servers that answer nobody without TLS and a password, and the settings by which they answer us. */
class Secured extends Context.Service<
  Secured,
  { readonly settings: Values; readonly search: GuardedProxy; readonly folder: string }
>()("test/cluster/Secured") {}

const secured = Layer.effect(
  Secured,
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const [postgres, kafka] = yield* Effect.all(
      [ownServer("postgres", { STACK_TLS: "1" }), ownServer("kafka", { STACK_TLS: "1" })],
      { concurrency: 2 }
    )
    const basic = `Basic ${Buffer.from("fooddata:søkret").toString("base64")}`
    const search = yield* guardedProxy(openSearchUrl(), basic)
    writeFileSync(join(folder, "password"), "secret\n")
    const id = `test-${randomBytes(5).toString("hex")}`
    const settings = {
      DATABASE_URL: postgres.address,
      DATABASE_CA_FILE: postgres.authority,
      KAFKA_BROKERS: kafka.address,
      KAFKA_TLS: "true",
      KAFKA_CA_FILE: kafka.authority,
      KAFKA_SASL_MECHANISM: "scram-sha-512",
      KAFKA_SASL_USERNAME: "fooddata",
      KAFKA_SASL_PASSWORD_FILE: join(folder, "password"),
      KAFKA_PARTITIONS: "4",
      OPENSEARCH_URL: search.url,
      OPENSEARCH_CA_FILE: search.authority,
      OPENSEARCH_USERNAME: "fooddata",
      OPENSEARCH_PASSWORD: "søkret",
      OPENSEARCH_ALIAS: id,
      KEY_PEPPER: "the pepper that all processes of a test share",
      LOG_LEVEL: "Warn"
    }
    return { folder, search, settings }
  })
)

const Issued = Schema.fromJsonString(Schema.Struct({ key: Schema.String }))
const Found = Schema.Struct({ results: Schema.Array(Schema.Struct({ id: Schema.String })) })

const found = (url: string, key: string) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/v1/search?q=milk`, { headers: { "x-api-key": key } })
    return { status: response.status, body: await response.json() }
  })

layer(secured, { excludeTestServices: true, timeout: 180_000 })("servers that demand TLS and a password", (it) => {
  it.effect(
    "serve the whole way of a product: import, log, Kafka, index, search, and the rotation of a key",
    () =>
      Effect.gen(function* () {
        const { folder, search, settings } = yield* Secured
        const run = (...args: ReadonlyArray<string>) => fooddataWith(folder, { settings }, ...args)
        const service = yield* startService(folder, settings)
        const imported = yield* run("import", "curated", "data/curated.jsonl", "--wait")
        assert.strictEqual(imported.code, 0, imported.stderr)
        const issued = yield* run("key", "issue", "--plan", "growth", "--json")
        const { key } = Schema.decodeUnknownSync(Issued)(issued.stdout)
        const { body, status } = yield* found(service.url, key)
        assert.strictEqual(status, 200)
        assert.strictEqual(Schema.decodeUnknownSync(Found)(body).results[0]?.id, "c_milk_whole")
        const rotated = yield* Effect.promise(() =>
          fetch(`${service.url}/v1/dashboard/keys/rotate`, { method: "POST", headers: { "x-api-key": key } })
        )
        assert.strictEqual(rotated.status, 200)
        assert.strictEqual((yield* found(service.url, key)).status, 401)
        assert.strictEqual((yield* run("views", "rebuild", "--from", "kafka")).code, 0)
        assert.strictEqual((yield* run("log", "verify")).code, 0)
        assert.strictEqual(search.refusals(), 0)
        assert.strictEqual((yield* service.stop("SIGTERM")).code, 0)
      }).pipe(Effect.scoped),
    180_000
  )

  it.effect.each([
    { wrong: "a password", change: { password: "other" }, says: /password authentication failed/ },
    { wrong: "no encryption", change: { sslmode: "disable" }, says: /no encryption|pg_hba/ },
    { wrong: "another name of the server", change: { host: "localhost" }, says: /altnames|does not match/i }
  ])("Postgres is not talked to with $wrong", ({ change, says }) =>
    Effect.gen(function* () {
      const { folder, settings } = yield* Secured
      const url = new URL(settings["DATABASE_URL"] ?? "")
      if (change.password !== undefined) url.password = change.password
      if (change.host !== undefined) url.hostname = change.host
      if (change.sslmode !== undefined) url.searchParams.set("sslmode", change.sslmode)
      const listed = yield* fooddataWith(folder, { settings: { ...settings, DATABASE_URL: url.href } }, "key", "list")
      assert.strictEqual(listed.code, 1)
      assert.match(listed.stderr, says)
    })
  )

  it.effect("nor is a Postgres of which another authority vouches", () =>
    Effect.gen(function* () {
      const { folder, search, settings } = yield* Secured
      const other = { ...settings, DATABASE_CA_FILE: search.authority }
      const listed = yield* fooddataWith(folder, { settings: other }, "key", "list")
      assert.strictEqual(listed.code, 1)
      assert.match(listed.stderr, /certificate/)
    })
  )

  it.effect("Kafka and OpenSearch refuse a wrong password, and say so", () =>
    Effect.gen(function* () {
      const { folder, search, settings } = yield* Secured
      const wrong = { ...settings, OPENSEARCH_PASSWORD: "other" }
      const views = yield* fooddataWith(folder, { settings: wrong }, "views", "list")
      assert.strictEqual(views.code, 1)
      assert.isAbove(search.refusals(), 0)
      const { KAFKA_SASL_PASSWORD_FILE: _, ...others } = settings
      const rebuilt = yield* fooddataWith(
        folder,
        { settings: { ...others, KAFKA_SASL_PASSWORD: "other" } },
        "views",
        "rebuild",
        "--from",
        "kafka"
      )
      assert.strictEqual(rebuilt.code, 1)
      assert.match(rebuilt.stderr, /Authentication failed/i)
    })
  )
})
