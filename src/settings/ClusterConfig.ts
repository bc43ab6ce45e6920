import { Effect, Option, Redacted } from "effect"
import { readDatabaseUrl } from "../../infra/postgres/DatabaseUrl.ts"
import { matching, nonEmpty, oneOf, onOrOff, setting, settingOr, whole } from "./Setting.ts"
import { invalid } from "./SettingsInvalid.ts"
import { fileNamed, secret, split } from "./SettingsSources.ts"
import type { ClusterSettings, SaslSettings } from "../SettingsValues.ts"

/** What Kafka allows in a topic's name. */
const topicPrefix = matching(/^[A-Za-z0-9._-]{0,100}$/, "up to 100 letters, digits, dots, hyphens or underscores")
/** What OpenSearch allows in an index's name, and no wildcard. */
const indexAlias = matching(/^[a-z][a-z0-9-]{0,100}$/, "a small letter, then small letters, digits or hyphens")
const replicaCount = whole(0, 16)
const count = whole(1, 1_024)
/** Below three seconds nodes would lose their keys to a slow sync. */
const outageSeconds = whole(3, 600)
const saslMechanism = oneOf(["plain", "scram-sha-256", "scram-sha-512", "oauthbearer"])
/** A name or password that goes into a header of basic authentication as it is. */
const basicUser = /^[^:]+$/

/** All of the three servers, or none: with some of them the service would keep its data where nobody looks for it. */
export const loadCluster = Effect.gen(function* () {
  const databaseUrl = yield* secret("DATABASE_URL")
  const kafkaBrokers = yield* setting("KAFKA_BROKERS", nonEmpty)
  const openSearchUrl = yield* setting("OPENSEARCH_URL", nonEmpty)
  const given: ReadonlyArray<readonly [string, Option.Option<unknown>]> = [
    ["DATABASE_URL", databaseUrl],
    ["KAFKA_BROKERS", kafkaBrokers],
    ["OPENSEARCH_URL", openSearchUrl]
  ]
  const missing = given.filter(([, value]) => Option.isNone(value))
  if (missing.length === 3) return Option.none<ClusterSettings>()
  if (Option.isNone(databaseUrl) || Option.isNone(kafkaBrokers) || Option.isNone(openSearchUrl)) {
    const names = missing.map(([name]) => name).join(" and ")
    return yield* invalid(`${names} missing: the cluster tier needs all three servers, the embedded tier none of them`)
  }
  return Option.some({
    databaseUrl: yield* checkedDatabaseUrl(databaseUrl.value),
    databaseCa: yield* fileNamed("DATABASE_CA_FILE"),
    kafkaBrokers: split(kafkaBrokers.value),
    ...(yield* loadKafkaSecurity),
    openSearchUrl: openSearchUrl.value,
    ...(yield* loadOpenSearchSecurity),
    ledgerOutageSeconds: yield* settingOr("LEDGER_OUTAGE_SECONDS", outageSeconds, 60),
    migrate: yield* settingOr("MIGRATE", onOrOff, true),
    kafkaTopicPrefix: yield* settingOr("KAFKA_TOPIC_PREFIX", topicPrefix, "food."),
    kafkaPartitions: yield* settingOr("KAFKA_PARTITIONS", count, 12),
    kafkaReplicationFactor: yield* settingOr("KAFKA_REPLICATION_FACTOR", count, 1),
    openSearchAlias: yield* settingOr("OPENSEARCH_ALIAS", indexAlias, "products"),
    openSearchShards: yield* settingOr("OPENSEARCH_SHARDS", count, 1),
    openSearchReplicas: yield* settingOr("OPENSEARCH_REPLICAS", replicaCount, 0)
  })
})

/** A parameter that the driver would pass over may be the one that asks for encryption. */
const checkedDatabaseUrl = (url: Redacted.Redacted) => {
  const read = readDatabaseUrl(url)
  return typeof read === "string" ? Effect.fail(invalid(`DATABASE_URL: ${read}`)) : Effect.succeed(url)
}

/** How connections to Kafka are encrypted, and how it knows us. */
export const loadKafkaSecurity = Effect.suspend(() =>
  Effect.all({
    kafkaTls: settingOr("KAFKA_TLS", onOrOff, false),
    kafkaCa: fileNamed("KAFKA_CA_FILE"),
    kafkaSasl: loadSasl
  })
)

/** Who vouches for OpenSearch, and how it knows us. */
export const loadOpenSearchSecurity = Effect.suspend(() =>
  Effect.all({
    openSearchCa: fileNamed("OPENSEARCH_CA_FILE"),
    openSearchAuthorization: loadOpenSearchAuthorization
  })
)

const loadSasl = Effect.gen(function* () {
  const mechanism = yield* setting("KAFKA_SASL_MECHANISM", saslMechanism)
  const username = yield* setting("KAFKA_SASL_USERNAME", nonEmpty)
  const password = yield* secret("KAFKA_SASL_PASSWORD")
  const tokenFile = yield* setting("KAFKA_SASL_TOKEN_FILE", nonEmpty)
  if (Option.isNone(mechanism)) {
    const given = Option.isSome(username) || Option.isSome(password) || Option.isSome(tokenFile)
    return given ? yield* invalid("KAFKA_SASL_MECHANISM is not set") : Option.none<SaslSettings>()
  }
  if (mechanism.value === "oauthbearer") {
    if (Option.isNone(tokenFile)) return yield* invalid("KAFKA_SASL_MECHANISM=oauthbearer needs KAFKA_SASL_TOKEN_FILE")
    return Option.some<SaslSettings>({ mechanism: mechanism.value, tokenFile: tokenFile.value })
  }
  if (Option.isNone(username) || Option.isNone(password)) {
    return yield* invalid(`KAFKA_SASL_MECHANISM=${mechanism.value} needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD`)
  }
  return Option.some<SaslSettings>({
    mechanism: mechanism.value,
    username: username.value,
    password: password.value
  })
})

/** The value of the header by which OpenSearch knows us. */
const loadOpenSearchAuthorization = Effect.gen(function* () {
  const username = yield* setting("OPENSEARCH_USERNAME", nonEmpty)
  const password = yield* secret("OPENSEARCH_PASSWORD")
  const apiKey = yield* secret("OPENSEARCH_API_KEY")
  if (Option.isSome(apiKey)) {
    if (Option.isSome(username) || Option.isSome(password)) {
      return yield* invalid("OPENSEARCH_API_KEY and OPENSEARCH_USERNAME are both set: keep one of them")
    }
    return Option.some(Redacted.make(`ApiKey ${Redacted.value(apiKey.value)}`))
  }
  if (Option.isNone(username) && Option.isNone(password)) return Option.none<Redacted.Redacted>()
  if (Option.isNone(username) || Option.isNone(password) || !basicUser.test(username.value)) {
    return yield* invalid("OPENSEARCH_USERNAME (without a colon) and OPENSEARCH_PASSWORD go together")
  }
  const pair = Buffer.from(`${username.value}:${Redacted.value(password.value)}`).toString("base64")
  return Option.some(Redacted.make(`Basic ${pair}`))
})
