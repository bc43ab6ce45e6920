import { Effect, Schema } from "effect"
import kafkajs, { type Admin, type ITopicConfig } from "kafkajs"
import { type Category, Category as Categories } from "../../domain/EventEnvelope.ts"
import { callKafka, KafkaCluster, type KafkaOptions } from "./KafkaCluster.ts"

/** Room for a whole relay batch in one partition: see `batchBytesMax` of the relay. */
export const messageBytesMax = 8_388_608

/** A topic stands in Kafka with other settings than ours: with it, streams would change partition or events be lost. */
export class TopicUnsuitable extends Schema.TaggedError<TopicUnsuitable>()("TopicUnsuitable", {
  topic: Schema.String,
  setting: Schema.String,
  expected: Schema.String,
  found: Schema.String
}) {
  override get message(): string {
    return `topic ${this.topic} has ${this.setting} = ${this.found}, not ${this.expected}: set it, or give the service a topic of its own`
  }
}

/** Never compacted: that would destroy history. Products and keys never expire. */
const settingsOf = (category: Category, { replicationFactor, usageRetentionMs }: KafkaOptions) => ({
  "cleanup.policy": "delete",
  "retention.ms": category === "usage" ? String(usageRetentionMs) : "-1",
  "retention.bytes": "-1",
  "max.message.bytes": String(messageBytesMax),
  "min.insync.replicas": String(Math.max(1, replicationFactor - 1)),
  "compression.type": "producer"
})

/** What a wrong value of would lose events without a word. */
const checkedSettings: ReadonlySet<string> = new Set(["cleanup.policy", "retention.ms", "retention.bytes"])

const topicConfig = (category: Category, options: KafkaOptions): ITopicConfig => ({
  topic: options.topics[category],
  numPartitions: options.partitionCount,
  replicationFactor: options.replicationFactor,
  configEntries: Object.entries(settingsOf(category, options)).map(([name, value]) => ({ name, value }))
})

/** Runs with an administrator's connection that is closed afterwards. */
export const withAdmin = <A, E, R>(use: (admin: Admin) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { kafka } = yield* KafkaCluster
    return yield* Effect.acquireUseRelease(
      Effect.sync(() => kafka.admin()),
      (admin) =>
        Effect.andThen(
          callKafka("connect to Kafka", () => admin.connect()),
          use(admin)
        ),
      (admin) => Effect.promise(() => admin.disconnect())
    )
  })

/** Creates the topics that are missing and checks those that are there; two processes may do it at once. */
export const ensureTopics = Effect.gen(function* () {
  const { options } = yield* KafkaCluster
  yield* withAdmin((admin) =>
    Effect.gen(function* () {
      const present = new Set(yield* callKafka("list topics", () => admin.listTopics()))
      const missing = Categories.literals.filter((category) => !present.has(options.topics[category]))
      if (missing.length > 0) {
        const topics = missing.map((category) => topicConfig(category, options))
        // answers false, without an error, when another process was first
        yield* callKafka("create topics", () => admin.createTopics({ topics, waitForLeaders: true }))
      }
      yield* Effect.forEach(Categories.literals, (category) => check(admin, category, options), { discard: true })
    })
  )
}).pipe(Effect.withSpan("Topics.ensure"))

const check = Effect.fnUntraced(function* (admin: Admin, category: Category, options: KafkaOptions) {
  const topic = options.topics[category]
  const metadata = yield* callKafka("read a topic's partitions", () => admin.fetchTopicMetadata({ topics: [topic] }))
  const partitionCount = metadata.topics[0]?.partitions.length ?? 0
  if (partitionCount !== options.partitionCount) {
    return yield* new TopicUnsuitable({
      topic,
      setting: "partitions",
      expected: String(options.partitionCount),
      found: String(partitionCount)
    })
  }
  const answer = yield* callKafka("read a topic's settings", () =>
    admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configNames: [...checkedSettings] }]
    })
  )
  const found = new Map(
    answer.resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue])
  )
  for (const [setting, expected] of Object.entries(settingsOf(category, options))) {
    if (!checkedSettings.has(setting) || found.get(setting) === expected) continue
    return yield* new TopicUnsuitable({ topic, setting, expected, found: found.get(setting) ?? "nothing" })
  }
})

/** The offset that the next message of each partition will get, by partition. */
export const endOffsets = (topic: string) =>
  withAdmin((admin) =>
    Effect.map(
      callKafka("read a topic's end", () => admin.fetchTopicOffsets(topic)),
      (offsets) => new Map(offsets.map(({ high, partition }) => [partition, Number(high)]))
    )
  )
