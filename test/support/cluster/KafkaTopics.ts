import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { KafkaCluster, type KafkaOptions } from "../../../infra/kafka/KafkaCluster.ts"
import { endOffsets, ensureTopics, withAdmin } from "../../../infra/kafka/Topics.ts"
import { kafkaConnection } from "./Servers.ts"

/** Options with topics that nobody else has, on the shared broker unless the overrides name another. */
export const ownTopics = (overrides: Partial<KafkaOptions> = {}): KafkaOptions => {
  const id = randomUUID().slice(0, 8)
  return {
    ...kafkaConnection(),
    clientId: `fooddata-test-${id}`,
    topics: {
      product: `test-${id}.product-events`,
      key: `test-${id}.key-events`,
      account: `test-${id}.account-events`,
      usage: `test-${id}.usage-events`,
      audit: `test-${id}.audit-events`
    },
    partitionCount: 6,
    replicationFactor: 1,
    usageRetentionMs: 604_800_000,
    ...overrides
  }
}

/** A new topic is unknown to the broker at first, or has no leader; a test whose clock stands still would wait for it for ever. */
const untilKnown = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.tapError(() => Effect.promise(() => pause(100))),
    Effect.retry({ times: 100 }),
    Effect.orDie
  )

/** Makes the topics of the layer's options now, and removes them with the scope. */
const made = Layer.effectDiscard(
  Effect.gen(function* () {
    const { options } = yield* KafkaCluster
    const topics = Object.values(options.topics)
    yield* Effect.acquireRelease(untilKnown(ensureTopics), () =>
      Effect.orDie(withAdmin((admin) => Effect.promise(() => admin.deleteTopics({ topics }))))
    )
    yield* untilKnown(Effect.forEach(topics, endOffsets))
  })
)

/** Topics of its own, on the shared broker unless the overrides name another. */
export const kafkaTopics = (overrides: Partial<KafkaOptions> = {}) =>
  made.pipe(Layer.provideMerge(Layer.suspend(() => KafkaCluster.layer(ownTopics(overrides)))))
