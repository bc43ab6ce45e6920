import { Context, Effect, Layer } from "effect"
import kafkajs, { type ISocketFactory, type Kafka } from "kafkajs"
import type { Category } from "../../domain/EventEnvelope.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { patchProduceRequest } from "./ProduceRequestPatch.ts"
import { patchRequestQueue } from "./RequestQueuePatch.ts"

export type TopicNames = { readonly [C in Category]: string }

/** The topics of a deployment. */
export const topicNames = (prefix: string): TopicNames => ({
  product: `${prefix}product-events`,
  key: `${prefix}key-events`,
  usage: `${prefix}usage-events`
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
}

/** The Kafka of the deployment: where it is, and what stands in it. Opens no connection by itself. */
export class KafkaCluster extends Context.Service<
  KafkaCluster,
  { readonly kafka: Kafka; readonly options: KafkaOptions }
>()("fooddata/infra/kafka/KafkaCluster") {
  /** `socketFactory` decides how brokers are reached: tests put faults between. */
  static readonly layer = (options: KafkaOptions, socketFactory?: ISocketFactory): Layer.Layer<KafkaCluster> =>
    Layer.sync(KafkaCluster, () => {
      patchRequestQueue()
      patchProduceRequest()
      return KafkaCluster.of({ kafka: makeKafka(options, socketFactory), options })
    })
}

/** The time limits that were measured under dropped acknowledgements and a killed broker. */
const makeKafka = ({ brokers, clientId }: KafkaOptions, socketFactory?: ISocketFactory): Kafka =>
  new kafkajs.Kafka({
    clientId,
    brokers: [...brokers],
    ...(socketFactory === undefined ? {} : { socketFactory }),
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 5 },
    // what matters reaches us as a rejection or a crash event, and is logged once by who handles it
    logLevel: kafkajs.logLevel.NOTHING
  })

/** Calls kafkajs; its rejection is Kafka being unavailable, because we send it nothing that Kafka could refuse. */
export const callKafka = <A>(operation: string, call: () => Promise<A>): Effect.Effect<A, StorageUnavailable> =>
  Effect.tryPromise({ try: call, catch: (cause) => new StorageUnavailable({ operation, cause }) })
