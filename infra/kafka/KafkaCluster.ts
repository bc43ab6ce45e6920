import { Context, Effect, Layer, Redacted } from "effect"
import kafkajs, { type ISocketFactory, type Kafka, type Mechanism, type SASLOptions } from "kafkajs"
import type { Category } from "../../domain/EventEnvelope.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { oauthBearer } from "./OAuthBearer.ts"
import { patchRequestQueue } from "./RequestQueuePatch.ts"

export type TopicNames = { readonly [C in Category]: string }

/** The topics of a deployment. */
export const topicNames = (prefix: string): TopicNames => ({
  product: `${prefix}product-events`,
  key: `${prefix}key-events`,
  account: `${prefix}account-events`,
  usage: `${prefix}usage-events`,
  audit: `${prefix}audit-events`
})

/** Those of a deployment that has a Kafka to itself. */
export const defaultTopics: TopicNames = topicNames("food.")

export interface KafkaOptions {
  /** host:port of some brokers; the others are found through them */
  readonly brokers: ReadonlyArray<string>
  readonly clientId: string
  readonly topics: TopicNames
  /** of each topic; fixed for ever, because another count would send a stream to another partition */
  readonly partitionCount: number
  readonly replicationFactor: number
  /** how long usage events stay in Kafka; the log keeps them. Products and keys stay for ever */
  readonly usageRetentionMs: number
  /** `null`: in plain text. `ca`: certificates in PEM that vouch for the brokers; `null`: those of the runtime */
  readonly tls?: { readonly ca: string | null } | null
  /** where people reach the service, without a slash at its end: events say where their schemas are */
  readonly publicUrl?: string
  /** how the brokers know us; `null`: not at all */
  readonly sasl?: KafkaSasl | null
}

/** The file of a token is read whenever a connection needs one, so that it may be renewed there. */
export type KafkaSasl =
  | {
      readonly mechanism: "plain" | "scram-sha-256" | "scram-sha-512"
      readonly username: string
      readonly password: Redacted.Redacted
    }
  | { readonly mechanism: "oauthbearer"; readonly tokenFile: string }

/** The Kafka of the deployment: where it is, and what stands in it. Opens no connection by itself. */
export class KafkaCluster extends Context.Service<
  KafkaCluster,
  { readonly kafka: Kafka; readonly options: KafkaOptions }
>()("fooddata/infra/kafka/KafkaCluster") {
  /** `socketFactory` decides how brokers are reached: tests put faults between. */
  static readonly layer = (options: KafkaOptions, socketFactory?: ISocketFactory): Layer.Layer<KafkaCluster> =>
    Layer.sync(KafkaCluster, () => {
      patchRequestQueue()
      return KafkaCluster.of({ kafka: makeKafka(options, socketFactory), options })
    })
}

/** The time limits that were measured under dropped acknowledgements and a killed broker. */
const makeKafka = ({ brokers, clientId, sasl, tls }: KafkaOptions, socketFactory?: ISocketFactory): Kafka =>
  new kafkajs.Kafka({
    clientId,
    brokers: [...brokers],
    ...(tls === undefined || tls === null ? {} : { ssl: tls.ca === null ? true : { ca: [tls.ca] } }),
    ...(sasl === undefined || sasl === null ? {} : { sasl: saslOf(sasl) }),
    ...(socketFactory === undefined ? {} : { socketFactory }),
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 5 },
    // what matters reaches us as a rejection or a crash event, and is logged once by who handles it
    logLevel: kafkajs.logLevel.NOTHING
  })

const saslOf = (sasl: KafkaSasl): SASLOptions | Mechanism => {
  if (sasl.mechanism === "oauthbearer") return oauthBearer(sasl.tokenFile)
  const { mechanism, username } = sasl
  const known: SASLOptions = { mechanism, username, password: Redacted.value(sasl.password) }
  return known
}

/** Calls kafkajs; its rejection is Kafka being unavailable, because we send it nothing that Kafka could refuse. */
export const callKafka = <A>(operation: string, call: () => Promise<A>): Effect.Effect<A, StorageUnavailable> =>
  Effect.tryPromise({ try: call, catch: (cause) => new StorageUnavailable({ operation, cause }) })
