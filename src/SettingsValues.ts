import { type Option, type Redacted, Schema } from "effect"
import type { WitnessPolicy } from "../infra/audit/WitnessPolicy.ts"
import type { TrustedProxies } from "./api/admission/ClientAddress.ts"
import type { CertificateFiles } from "./api/HttpOptions.ts"

/** The settings of the program; `Config.ts` reads them. */
export interface SettingsValues {
  readonly host: string
  readonly port: number
  /** none: the port speaks plain HTTP */
  readonly tls: Option.Option<CertificateFiles>
  readonly adminHost: string
  readonly adminPort: number
  /** none: metrics are for this machine only */
  readonly adminToken: Option.Option<Redacted.Redacted>
  /** none: the peer of a connection is who asks */
  readonly trustedProxies: Option.Option<TrustedProxies>
  /** in small letters; none: any `Host` is answered */
  readonly publicHosts: ReadonlyArray<string>
  /** where people reach the service, without a slash at the end; none: where it listens */
  readonly publicUrl: Option.Option<string>
  /** where people write to about the service: an e-mail address or a page; none: nowhere is told */
  readonly contact: Option.Option<string>
  /** working days within which a request for another plan is answered; none: nothing is promised */
  readonly planRequestDays: Option.Option<number>
  readonly audit: AuditSettings
  /** none: no mail is sent */
  readonly mail: Option.Option<MailSettings>
  readonly dataDirectory: string
  /** none: `fooddata mcp` serves the data directory itself */
  readonly service: Option.Option<ServiceSettings>
  /** import the catalogue that comes with the program at the first start */
  readonly bundledCatalogue: boolean
  /** none: the data directory keeps one of its own */
  readonly keyPepper: Option.Option<Redacted.Redacted>
  /** `lang=ru|ar` needs the growth plan */
  readonly enforcePlanLanguages: boolean
  /** for tests: webhooks go to this machine, too, also over plain HTTP */
  readonly webhooksAllowLoopback: boolean
  /** the lowest plan that may have meals analysed */
  readonly analyzeMinPlan: AnalyzeMinPlan
  /** none: the parser alone reads meals */
  readonly analysisModel: Option.Option<OpenAiSettings>
  /** threads that answer searches, questions and meals */
  readonly queryThreads: number
  readonly logLevel: LogLevel
  /** none: requests are not traced */
  readonly otlp: Option.Option<OtlpSettings>
  /** none: the model that comes with the program */
  readonly embedding: Option.Option<EmbeddingSettings>
  /** none: the embedded tier, everything in this process */
  readonly cluster: Option.Option<ClusterSettings>
  /** what this process does; the embedded tier does all */
  readonly roles: ReadonlyArray<Role>
}

/** A running service that `fooddata mcp` passes messages on to. */
export interface ServiceSettings {
  /** without a slash at the end */
  readonly url: string
  /** none: only what needs no key works */
  readonly apiKey: Option.Option<Redacted.Redacted>
}

/** What the audit trail keeps, and the tree that the service keeps of the log. */
export interface AuditSettings {
  /** for so many days addresses and clients of commands are kept, and failed authentications */
  readonly retentionDays: number
  /** the folder; none: no tree is kept */
  readonly tree: Option.Option<string>
  /** none: `audit-key` in the data directory */
  readonly keyFile: Option.Option<string>
  /** none: that of the key, and of a key that is made, the next */
  readonly origin: Option.Option<string>
  readonly originOfNewKey: string
  /** a folder where every checkpoint is a file that is never written again; none: they are in the log output alone */
  readonly checkpoints: Option.Option<string>
  /** who is asked to cosign, and who is believed; none: nobody */
  readonly witnesses: Option.Option<WitnessSettings>
}

/** A policy, and the file that it was read from. */
export interface WitnessSettings {
  readonly file: string
  readonly policy: WitnessPolicy
}

/** The server that takes mail, and who it is from. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with the name and password that it wants */
  readonly smtpUrl: Redacted.Redacted
  /** `food@example.com`, or `Food <food@example.com>` */
  readonly from: string
}

/** A collector of traces that speaks OTLP over HTTP; the names of its settings are OpenTelemetry's. */
export interface OtlpSettings {
  /** `/v1/traces` comes after it */
  readonly endpoint: string
  /** a key of the collector, mostly: `name=value,name=value` */
  readonly headers: Option.Option<Redacted.Redacted>
}

/** An endpoint that speaks OpenAI's protocol, for the analysis of meals. */
export interface OpenAiSettings {
  readonly model: string
  readonly baseUrl: string
  /** a server of one's own may need none */
  readonly apiKey: Option.Option<Redacted.Redacted>
}

/** The same for embeddings. */
export interface EmbeddingSettings extends OpenAiSettings {
  readonly dimensions: number
}

/** Where the servers of the cluster tier are, and how its data are laid out on them. */
export interface ClusterSettings {
  readonly databaseUrl: Redacted.Redacted
  /** certificates in PEM that vouch for the server, where `sslmode=verify-full` is not to trust those of the runtime */
  readonly databaseCa: Option.Option<string>
  readonly kafkaBrokers: ReadonlyArray<string>
  readonly kafkaTls: boolean
  readonly kafkaCa: Option.Option<string>
  readonly kafkaSasl: Option.Option<SaslSettings>
  readonly openSearchUrl: string
  readonly openSearchCa: Option.Option<string>
  /** value of the header */
  readonly openSearchAuthorization: Option.Option<Redacted.Redacted>
  /** how long an API process goes on without Postgres, s */
  readonly ledgerOutageSeconds: number
  /** bring the schema of the database up to date at start */
  readonly migrate: boolean
  /** before the names of the topics, so that deployments may share a Kafka */
  readonly kafkaTopicPrefix: string
  readonly kafkaPartitions: number
  readonly kafkaReplicationFactor: number
  /** what searches ask; the indexes behind it are `<alias>_v1`, `<alias>_v2`, … */
  readonly openSearchAlias: string
  readonly openSearchShards: number
  readonly openSearchReplicas: number
}

/** How Kafka knows us. A token is read from its file whenever a connection needs one. */
export type SaslSettings =
  | {
      readonly mechanism: "plain" | "scram-sha-256" | "scram-sha-512"
      readonly username: string
      readonly password: Redacted.Redacted
    }
  | { readonly mechanism: "oauthbearer"; readonly tokenFile: string }

export const allRoles = ["api", "relay", "projector"] as const
export type Role = (typeof allRoles)[number]

export type LogLevel = typeof LogLevel.Type
export const LogLevel = Schema.Literals(["Trace", "Debug", "Info", "Warn", "Error", "Fatal", "None"])

export const AnalyzeMinPlan = Schema.Literals(["growth", "starter"])
export type AnalyzeMinPlan = typeof AnalyzeMinPlan.Type
