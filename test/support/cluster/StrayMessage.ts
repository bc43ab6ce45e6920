import { Effect } from "effect"
import { KafkaCluster } from "../../../infra/kafka/KafkaCluster.ts"

/** A message in the topic of products that is none of ours, or was one. */
export const strayMessage = Effect.gen(function* () {
  const { kafka, options } = yield* KafkaCluster
  yield* Effect.promise(async () => {
    const producer = kafka.producer({ allowAutoTopicCreation: false })
    await producer.connect()
    const messages = [{ value: '{"specversion":"1.0","type":"food.product.Prod', partition: 0 }]
    await producer.send({ topic: options.topics.product, acks: -1, messages })
    await producer.disconnect()
  })
})
