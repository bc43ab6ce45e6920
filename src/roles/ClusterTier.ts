import { Effect, Layer, Option } from "effect"
import * as KafkaFeed from "../../infra/kafka/KafkaFeed.ts"
import { KafkaCluster, topicNames } from "../../infra/kafka/KafkaCluster.ts"
import * as Relay from "../../infra/kafka/Relay.ts"
import { indexAtPrefix, indexPrefix, listIndexes, listIndexesAt } from "../../infra/opensearch/Indexes.ts"
import { LiveIndex, type ProductIndexOptions } from "../../infra/opensearch/LiveIndex.ts"
import * as OpenSearch from "../../infra/opensearch/OpenSearch.ts"
import * as OpenSearchProductIndex from "../../infra/opensearch/OpenSearchProductIndex.ts"
import { forgetAllBut } from "../../infra/postgres/PostgresCheckpoints.ts"
import type { ProductVectors } from "../../projections/ports/ProductVectors.ts"
import { LiveReadModel } from "../../projections/ports/LiveReadModel.ts"
import { productSearch } from "../../projections/product-search/ProductSearch.ts"
import { usageReporting } from "../../projections/usage-report/UsageReporting.ts"
import { Settings } from "../Config.ts"
import type { ClusterSettings } from "../SettingsValues.ts"
import { auditTreeKept } from "./AuditTrees.ts"
import { embedding } from "./Embedding.ts"
import type { Probe } from "./health/Sampling.ts"
import { vectorsProbe } from "./health/VectorsProbe.ts"
import { indexLook } from "./health/ServerProbes.ts"
import * as ClusterHealth from "./health/ClusterHealth.ts"
import { quotaWebhooks } from "./Webhooks.ts"
import * as Projector from "./Projector.ts"
import { SearchPageCache } from "../../projections/ports/SearchPageCache.ts"

const usageRetentionMs = 7 * 24 * 3_600_000

/** A bulk request pays off with documents in the thousands; no requests of callers wait for it here. */
export const projectorPace = Layer.succeed(Projector.ProjectorPace, {
  batchSizeMax: 5_000,
  concurrency: 2,
  stepsPerShow: 4
})

/** How the product index lies on OpenSearch. */
export const indexOptions = (cluster: ClusterSettings): ProductIndexOptions => ({
  alias: cluster.openSearchAlias,
  layout: { shards: cluster.openSearchShards, replicas: cluster.openSearchReplicas }
})

/** Each build of the index has a place in the log of its own, because an older one may become live again. */
export const indexCheckpoint = (identity: string): string => `product-search-${identity}`

/** Forgets the places of builds of the index that do not stand on the server any more. */
export const forgetDroppedBuilds = Effect.fnUntraced(function* ({ openSearchAlias }: ClusterSettings) {
  const server = yield* OpenSearch.OpenSearch
  const builds = yield* listIndexes(server, openSearchAlias)
  yield* forgetAllBut(
    indexCheckpoint(indexPrefix(openSearchAlias)),
    builds.map(({ identity }) => indexCheckpoint(identity))
  )
  const apart = yield* listIndexesAt(server, openSearchAlias)
  yield* forgetAllBut(
    indexCheckpoint(indexAtPrefix(openSearchAlias)),
    apart.map(({ identity }) => indexCheckpoint(identity))
  )
})

const liveReadModel = Layer.effect(
  LiveReadModel,
  Effect.map(LiveIndex, ({ adopt, current, isPending, latest }) => ({
    checkpoint: Effect.map(current, ({ identity }) => indexCheckpoint(identity)),
    liveCheckpoint: Effect.map(latest, ({ identity }) => indexCheckpoint(identity)),
    isPending,
    adopt
  }))
)

/** The search server of the deployment. */
export const openSearch = ({ openSearchAuthorization, openSearchCa, openSearchUrl }: ClusterSettings) =>
  OpenSearch.layer(openSearchUrl, {
    authorization: Option.getOrUndefined(openSearchAuthorization),
    ca: Option.getOrUndefined(openSearchCa)
  })

/** The read side: the product index on OpenSearch. */
export const views = (cluster: ClusterSettings) =>
  liveReadModel.pipe(
    Layer.merge(SearchPageCache.layerNone),
    Layer.provideMerge(OpenSearchProductIndex.layer(indexOptions(cluster))),
    Layer.provideMerge(Layer.merge(openSearch(cluster), embedding))
  )

/** The topics of the deployment. Opens no connection by itself. */
export const kafka = (cluster: ClusterSettings) =>
  Layer.unwrap(
    Effect.map(Settings, ({ publicUrl }) =>
      KafkaCluster.layer({
        publicUrl: Option.getOrElse(publicUrl, () => ""),
        brokers: cluster.kafkaBrokers,
        clientId: "fooddata",
        topics: topicNames(cluster.kafkaTopicPrefix),
        partitionCount: cluster.kafkaPartitions,
        replicationFactor: cluster.kafkaReplicationFactor,
        usageRetentionMs,
        tls: cluster.kafkaTls ? { ca: Option.getOrNull(cluster.kafkaCa) } : null,
        sasl: Option.getOrNull(cluster.kafkaSasl)
      })
    )
  )

/** What an API process looks at besides its database. */
export const apiProbes = (cluster: ClusterSettings): ReadonlyArray<Probe<OpenSearch.OpenSearch | ProductVectors>> => [
  { name: "product-index", look: indexLook(indexOptions(cluster).alias) },
  vectorsProbe
]

/** The relay role: carries the log into Kafka. */
export const relay = (cluster: ClusterSettings) =>
  Layer.merge(Relay.layer, ClusterHealth.relay).pipe(Layer.provide(kafka(cluster)))

/** The projector role: carries Kafka into OpenSearch, and usage into its report in Postgres. */
export const projector = (cluster: ClusterSettings) =>
  Layer.mergeAll(
    auditTreeKept,
    quotaWebhooks,
    Layer.merge(Projector.layer(productSearch), Projector.layer(usageReporting)).pipe(
      Layer.provide(KafkaFeed.layer),
      Layer.provide(projectorPace)
    ),
    ClusterHealth.projector(indexOptions(cluster).alias, indexCheckpoint)
  ).pipe(Layer.provide(kafka(cluster)))
