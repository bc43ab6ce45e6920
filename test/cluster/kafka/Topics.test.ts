import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import kafkajs from "kafkajs"
import { KafkaCluster } from "../../../infra/kafka/KafkaCluster.ts"
import { ensureTopics, withAdmin } from "../../../infra/kafka/Topics.ts"
import { kafkaTopics } from "../../support/cluster/KafkaTopics.ts"

const stores = kafkaTopics({ partitionCount: 3, usageRetentionMs: 86_400_000 })

const settingsOf = (topic: string) =>
  withAdmin((admin) =>
    Effect.promise(async () => {
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic }]
      })
      return new Map(resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]))
    })
  )

/** The same topics, with other expectations. */
const expecting = (overrides: object) =>
  Effect.gen(function* () {
    const { options } = yield* KafkaCluster
    return yield* Effect.flip(Effect.provide(ensureTopics, KafkaCluster.layer({ ...options, ...overrides })))
  })

describe("topics", () => {
  it.effect("products, keys and accounts stay for ever, usage as long as was said; nothing is compacted", () =>
    Effect.gen(function* () {
      const { options } = yield* KafkaCluster
      for (const [category, retention] of [
        ["product", "-1"],
        ["key", "-1"],
        ["account", "-1"],
        ["usage", "86400000"]
      ] as const) {
        const settings = yield* settingsOf(options.topics[category])
        assert.deepStrictEqual(
          ["cleanup.policy", "retention.ms", "retention.bytes", "max.message.bytes", "min.insync.replicas"].map(
            (name) => settings.get(name)
          ),
          ["delete", retention, "-1", "8388608", "1"]
        )
      }
    }).pipe(Effect.provide(stores), Effect.scoped)
  )

  it.effect("topics that are there already are left as they are, by many processes at once", () =>
    Effect.gen(function* () {
      yield* Effect.all(
        Array.from({ length: 4 }, () => ensureTopics),
        { concurrency: "unbounded" }
      )
    }).pipe(Effect.provide(stores), Effect.scoped)
  )

  it.effect("another number of partitions, another retention and compaction are refused at start", () =>
    Effect.gen(function* () {
      const { options } = yield* KafkaCluster
      const product = options.topics.product
      assert.deepInclude(yield* expecting({ partitionCount: 4 }), {
        _tag: "TopicUnsuitable",
        topic: product,
        setting: "partitions",
        expected: "4",
        found: "3"
      })
      assert.deepInclude(yield* expecting({ usageRetentionMs: 1 }), {
        topic: options.topics.usage,
        setting: "retention.ms",
        expected: "1",
        found: "86400000"
      })
      yield* withAdmin((admin) =>
        Effect.promise(() =>
          admin.alterConfigs({
            validateOnly: false,
            resources: [
              {
                type: kafkajs.ConfigResourceTypes.TOPIC,
                name: product,
                configEntries: [{ name: "cleanup.policy", value: "compact" }]
              }
            ]
          })
        )
      )
      assert.deepInclude(yield* expecting({}), { setting: "cleanup.policy", expected: "delete", found: "compact" })
    }).pipe(Effect.provide(stores), Effect.scoped)
  )
})
