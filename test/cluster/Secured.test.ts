import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { KafkaCluster } from "../../infra/kafka/KafkaCluster.ts"
import { endOffsets } from "../../infra/kafka/Topics.ts"
import { issueToken } from "../support/cluster/KafkaTokens.ts"
import { kafkaTopics } from "../support/cluster/KafkaTopics.ts"
import { smallVectors } from "../support/cluster/SmallVectors.ts"
import { kafkaConnection, type OwnServer, ownServer } from "../support/cluster/Servers.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { selfSigned } from "../support/SelfSigned.ts"
import { fooddataWith, startService } from "../support/ServiceProcess.ts"

type Values = Readonly<Record<string, string>>

/** Servers that answer nobody without TLS and a password, and the settings by which they answer us. */
class Secured extends Context.Service<
  Secured,
  { readonly settings: Values; readonly kafka: OwnServer; readonly folder: string }
>()("test/cluster/Secured") {}

const demanding = { STACK_TLS: "1" } as const

const secured = Layer.effect(
  Secured,
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const [postgres, kafka, opensearch] = yield* Effect.all(
      [ownServer("postgres", demanding), ownServer("kafka", demanding), ownServer("opensearch", demanding)],
      { concurrency: 3 }
    )
    const settings = {
      ...postgres.settings,
      ...kafka.settings,
      ...opensearch.settings,
      KAFKA_PARTITIONS: "4",
      OPENSEARCH_ALIAS: `test-${randomBytes(5).toString("hex")}`,
      KEY_PEPPER: "the pepper that all processes of a test share",
      ...(yield* smallVectors),
      LOG_LEVEL: "Warn"
    }
    return { folder, kafka, settings }
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
        const { folder, settings } = yield* Secured
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

  it.effect.each([
    { server: "Postgres", caFile: "DATABASE_CA_FILE", command: ["key", "list"] },
    { server: "Kafka", caFile: "KAFKA_CA_FILE", command: ["views", "rebuild", "--from", "kafka"] },
    { server: "OpenSearch", caFile: "OPENSEARCH_CA_FILE", command: ["views", "list"] }
  ])("nor is $server when another authority vouches for it", ({ caFile, command, server }) =>
    Effect.gen(function* () {
      const { folder, settings } = yield* Secured
      const other = selfSigned(yield* temporaryFolder).certificate
      const refused = yield* fooddataWith(folder, { settings: { ...settings, [caFile]: other } }, ...command)
      assert.strictEqual(refused.code, 1, server)
      assert.match(refused.stderr, /certificate/)
    })
  )

  it.effect("Kafka and OpenSearch refuse a wrong password, and say so", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* Secured
      const wrong = join(folder, "wrong-password")
      writeFileSync(wrong, "other\n")
      const withWrong = (setting: string, ...command: ReadonlyArray<string>) =>
        fooddataWith(folder, { settings: { ...settings, [setting]: wrong } }, ...command)
      const views = yield* withWrong("OPENSEARCH_PASSWORD_FILE", "views", "list")
      assert.strictEqual(views.code, 1)
      assert.include(views.stderr, "OpenSearch answers 401 Unauthorized")
      const rebuilt = yield* withWrong("KAFKA_SASL_PASSWORD_FILE", "views", "rebuild", "--from", "kafka")
      assert.strictEqual(rebuilt.code, 1)
      assert.match(rebuilt.stderr, /Authentication failed/i)
    })
  )

  it.effect("OpenSearch knows us by an API key, and by no other", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* Secured
      const byKey = (key: string) => {
        const withoutPassword = { OPENSEARCH_USERNAME: undefined, OPENSEARCH_PASSWORD_FILE: undefined }
        const changed = { ...settings, ...withoutPassword, OPENSEARCH_API_KEY: Buffer.from(key).toString("base64") }
        return fooddataWith(folder, { settings: changed }, "views", "list")
      }
      const listed = yield* byKey("id:secret")
      assert.strictEqual(listed.code, 0, listed.stderr)
      assert.include((yield* byKey("id:other")).stderr, "401 Unauthorized")
    })
  )

  it.effect.each(["plain", "scram-sha-256"])("Kafka knows us by %s, too", (mechanism) =>
    Effect.gen(function* () {
      const { folder, settings } = yield* Secured
      const changed = { ...settings, KAFKA_SASL_MECHANISM: mechanism }
      const rebuilt = yield* fooddataWith(folder, { settings: changed }, "views", "rebuild", "--from", "kafka")
      assert.strictEqual(rebuilt.code, 0, rebuilt.stderr)
    })
  )

  it.effect("Kafka knows us by a token in a file; one that is not valid is refused, and the error says so", () =>
    Effect.gen(function* () {
      const { folder, kafka, settings } = yield* Secured
      const tokenFile = join(folder, "token")
      const changed = { ...settings, KAFKA_SASL_MECHANISM: "oauthbearer", KAFKA_SASL_TOKEN_FILE: tokenFile }
      const rebuilt = (token: string) => {
        writeFileSync(tokenFile, `${token}\n`)
        return fooddataWith(folder, { settings: changed }, "views", "rebuild", "--from", "kafka")
      }
      const accepted = yield* rebuilt(issueToken(kafka.tlsFolder))
      assert.strictEqual(accepted.code, 0, accepted.stderr)
      const others = [
        [issueToken(kafka.tlsFolder, { validForS: -120 }), '{"status":"invalid_token"'],
        [issueToken(kafka.tlsFolder, { audience: "another service" }), '{"status":"invalid_token"'],
        ["no token", "Authentication failed"]
      ] as const
      for (const [token, why] of others) {
        const refused = yield* rebuilt(token)
        assert.strictEqual(refused.code, 1)
        assert.include(refused.stderr, `Kafka refuses the token in ${tokenFile}: ${why}`)
        assert.notInclude(refused.stderr, token)
      }
    })
  )

  it.effect("a token that is renewed in its file is the one of the next connection", () =>
    Effect.gen(function* () {
      const { folder, kafka } = yield* Secured
      const tokenFile = join(folder, "renewed-token")
      const expired = issueToken(kafka.tlsFolder, { validForS: -120 })
      writeFileSync(tokenFile, issueToken(kafka.tlsFolder))
      const byToken = { ...kafkaConnection(kafka.settings), sasl: { mechanism: "oauthbearer", tokenFile } } as const
      yield* Effect.gen(function* () {
        const { topics } = (yield* KafkaCluster).options
        // each opens connections of its own
        yield* endOffsets(topics.product)
        writeFileSync(tokenFile, expired)
        const refused = yield* Effect.flip(endOffsets(topics.product))
        assert.include(refused.message, "refuses the token")
        writeFileSync(tokenFile, issueToken(kafka.tlsFolder))
        yield* endOffsets(topics.product)
      }).pipe(Effect.provide(kafkaTopics(byToken)))
    })
  )
})
