import { Option, Redacted } from "effect"
import { join } from "node:path"
import type { AuditSettings, ClusterSettings, OpenAiSettings, SettingsValues } from "./SettingsValues.ts"

/** The effective values as an operator may see them: secrets masked. */
export const describeSettings = (settings: SettingsValues): Record<string, string | number | boolean> => ({
  HOST: settings.host,
  PORT: settings.port,
  ...Option.match(settings.tls, {
    onNone: () => ({}),
    onSome: ({ certificate, key }) => ({ TLS_CERT_FILE: certificate, TLS_KEY_FILE: key })
  }),
  ADMIN_HOST: settings.adminHost,
  ...(Option.isSome(settings.adminToken) ? { ADMIN_TOKEN: masked } : {}),
  ADMIN_PORT: settings.adminPort,
  ...Option.match(settings.trustedProxies, {
    onNone: () => ({}),
    onSome: ({ header, text }) => ({ TRUSTED_PROXIES: text, TRUSTED_PROXY_HEADER: header })
  }),
  ...(settings.publicHosts.length === 0 ? {} : { PUBLIC_HOSTS: settings.publicHosts.join(",") }),
  ...(Option.isSome(settings.publicUrl) ? { PUBLIC_URL: settings.publicUrl.value } : {}),
  ...(Option.isSome(settings.contact) ? { CONTACT: settings.contact.value } : {}),
  ...(Option.isSome(settings.planRequestDays) ? { PLAN_REQUEST_DAYS: settings.planRequestDays.value } : {}),
  ...Option.match(settings.mail, { onNone: () => ({}), onSome: ({ from }) => ({ SMTP_URL: masked, MAIL_FROM: from }) }),
  ...describeAudit(settings.audit),
  DATA_DIR: settings.dataDirectory,
  ...Option.match(settings.service, {
    onNone: () => ({}),
    onSome: ({ apiKey, url }) => ({
      FOODDATA_URL: url,
      ...(Option.isSome(apiKey) ? { FOODDATA_API_KEY: masked } : {})
    })
  }),
  BUNDLED_CATALOGUE: settings.bundledCatalogue,
  KEY_PEPPER: Option.isSome(settings.keyPepper) ? masked : `(file ${join(settings.dataDirectory, "pepper")})`,
  ENFORCE_PLAN_LANGUAGES: settings.enforcePlanLanguages,
  WEBHOOKS_ALLOW_LOOPBACK: settings.webhooksAllowLoopback,
  ANALYZE_MIN_PLAN: settings.analyzeMinPlan,
  ...Option.match(settings.analysisModel, {
    onNone: () => ({}),
    onSome: (model) => ({ ANALYSIS_MODEL: model.model, ...describeOpenAi(model) })
  }),
  QUERY_THREADS: settings.queryThreads,
  LOG_LEVEL: settings.logLevel,
  ...Option.match(settings.otlp, {
    onNone: () => ({}),
    onSome: ({ endpoint, headers }) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      ...(Option.isSome(headers) ? { OTEL_EXPORTER_OTLP_HEADERS: masked } : {})
    })
  }),
  ROLES: settings.roles.join(","),
  ...Option.match(settings.embedding, {
    onNone: () => ({}),
    onSome: (embedding) => ({
      EMBEDDING_MODEL: embedding.model,
      EMBEDDING_DIMENSIONS: embedding.dimensions,
      ...describeOpenAi(embedding)
    })
  }),
  ...Option.match(settings.cluster, { onNone: () => ({}), onSome: describeCluster })
})

const masked = "***"
const given = "(given)"

const describeAudit = ({ checkpoints, keyFile, origin, retentionDays, tree, witnesses }: AuditSettings) => ({
  AUDIT_RETENTION_DAYS: retentionDays,
  ...(Option.isSome(tree) ? { AUDIT_TREE: tree.value } : {}),
  ...(Option.isSome(keyFile) ? { AUDIT_KEY_FILE: keyFile.value } : {}),
  ...(Option.isSome(origin) ? { AUDIT_ORIGIN: origin.value } : {}),
  ...(Option.isSome(checkpoints) ? { AUDIT_CHECKPOINTS: checkpoints.value } : {}),
  ...(Option.isSome(witnesses) ? { AUDIT_WITNESSES: witnesses.value.file } : {})
})

const describeOpenAi = ({ apiKey, baseUrl }: OpenAiSettings) => ({
  OPENAI_BASE_URL: baseUrl.replace(/\/\/[^@/]*@/, `//${masked}@`),
  ...(Option.isSome(apiKey) ? { OPENAI_API_KEY: masked } : {})
})

const credentialOf = (header: Redacted.Redacted): string =>
  Redacted.value(header).startsWith("ApiKey ") ? "OPENSEARCH_API_KEY" : "OPENSEARCH_PASSWORD"

const describeCluster = (cluster: ClusterSettings) => ({
  DATABASE_URL: masked,
  ...(Option.isSome(cluster.databaseCa) ? { DATABASE_CA_FILE: given } : {}),
  KAFKA_BROKERS: cluster.kafkaBrokers.join(","),
  KAFKA_TLS: cluster.kafkaTls,
  ...(Option.isSome(cluster.kafkaCa) ? { KAFKA_CA_FILE: given } : {}),
  ...Option.match(cluster.kafkaSasl, {
    onNone: () => ({}),
    onSome: (sasl) => ({ KAFKA_SASL_MECHANISM: sasl.mechanism })
  }),
  OPENSEARCH_URL: cluster.openSearchUrl.replace(/\/\/[^@/]*@/, `//${masked}@`),
  ...(Option.isSome(cluster.openSearchCa) ? { OPENSEARCH_CA_FILE: given } : {}),
  ...Option.match(cluster.openSearchAuthorization, {
    onNone: () => ({}),
    onSome: (header) => ({ [credentialOf(header)]: masked })
  }),
  LEDGER_OUTAGE_SECONDS: cluster.ledgerOutageSeconds,
  MIGRATE: cluster.migrate,
  KAFKA_TOPIC_PREFIX: cluster.kafkaTopicPrefix,
  KAFKA_PARTITIONS: cluster.kafkaPartitions,
  KAFKA_REPLICATION_FACTOR: cluster.kafkaReplicationFactor,
  OPENSEARCH_ALIAS: cluster.openSearchAlias,
  OPENSEARCH_SHARDS: cluster.openSearchShards,
  OPENSEARCH_REPLICAS: cluster.openSearchReplicas
})
