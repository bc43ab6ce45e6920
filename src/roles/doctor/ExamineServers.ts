import { Clock, Effect, Option, Schema } from "effect"
import { PgClient } from "@effect/sql-pg"
import { callKafka } from "../../../infra/kafka/KafkaCluster.ts"
import { withAdmin } from "../../../infra/kafka/Topics.ts"
import { OpenSearch } from "../../../infra/opensearch/OpenSearch.ts"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import type { ClusterSettings } from "../../SettingsValues.ts"
import { kafka, openSearch } from "../ClusterTier.ts"
import { ill, orIll, well } from "./Examined.ts"

/** Leases of the ledger end by its clock: nodes that go so far beside it, ms, ask too early or too late. */
const clockDifferenceMax = 1_000
const postgresMin = 15

const decodePostgres = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ version: Schema.String, now: Schema.Number })])
)

/** The version of the database, and how far its clock is from ours. */
const examinePostgres = ({ databaseCa, databaseUrl }: ClusterSettings) =>
  orIll(
    "Postgres",
    "is DATABASE_URL right, and does it run?",
    Effect.gen(function* () {
      const client = yield* PgClient.PgClient
      const before = yield* Clock.currentTimeMillis
      const [{ now, version }] = yield* decodePostgres(
        yield* client`SELECT current_setting('server_version') AS version,
                             (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`
      )
      const apart = Math.round(now - (before + (yield* Clock.currentTimeMillis)) / 2)
      if (Number.parseInt(version, 10) < postgresMin)
        return ill("Postgres", `${version}: at least ${postgresMin} is needed`)
      return Math.abs(apart) > clockDifferenceMax
        ? ill("Postgres", `${version}; its clock is ${apart} ms from this machine's: have both follow one time server`)
        : well("Postgres", `${version}, clock ${apart} ms from this machine's`)
    }).pipe(Effect.provide(Postgres.layer(databaseUrl, { maxConnections: 1, ca: Option.getOrUndefined(databaseCa) })))
  )

const examineKafka = (cluster: ClusterSettings) =>
  orIll(
    "Kafka",
    "is KAFKA_BROKERS right, and does it run?",
    Effect.gen(function* () {
      const { brokers } = yield* withAdmin((admin) => callKafka("describe the cluster", () => admin.describeCluster()))
      return brokers.length >= cluster.kafkaReplicationFactor
        ? well("Kafka", `${brokers.length} ${brokers.length === 1 ? "broker" : "brokers"}`)
        : ill(
            "Kafka",
            `${brokers.length} brokers, fewer than KAFKA_REPLICATION_FACTOR ${cluster.kafkaReplicationFactor}`
          )
    }).pipe(Effect.provide(kafka(cluster)))
  )

const decodeOpenSearch = Schema.decodeUnknownEffect(
  Schema.Struct({ version: Schema.Struct({ number: Schema.String, distribution: Schema.optionalKey(Schema.String) }) })
)

const examineOpenSearch = (cluster: ClusterSettings) =>
  orIll(
    "OpenSearch",
    "is OPENSEARCH_URL right, and does it run?",
    Effect.gen(function* () {
      const { body } = yield* (yield* OpenSearch).request("ask for its version", { method: "GET", path: "/" })
      const { distribution, number } = (yield* decodeOpenSearch(body)).version
      return distribution === "opensearch"
        ? well("OpenSearch", number)
        : ill("OpenSearch", `version ${number} of something else: OPENSEARCH_URL must be an OpenSearch`)
    }).pipe(Effect.provide(openSearch(cluster)))
  )

/** The three servers of a cluster, all at once. Writes nothing on them. */
export const examineServers = (cluster: ClusterSettings) =>
  Effect.all([examinePostgres(cluster), examineKafka(cluster), examineOpenSearch(cluster)], {
    concurrency: "unbounded"
  })
