// Counts what stands in each topic, by type, after two API nodes were asked for a minute with three keys, and products were
// written at the same time. Postgres, Kafka and OpenSearch as `npm run stack -- up` exports them.
import { Console, Duration, Effect, Fiber, Ref, Schema, Stream } from "effect"
import { Category } from "../domain/EventEnvelope.ts"
import { KafkaCluster } from "../infra/kafka/KafkaCluster.ts"
import { readTopic } from "../infra/kafka/TopicReader.ts"
import { endOffsets } from "../infra/kafka/Topics.ts"
import { temporaryFolder } from "../test/support/EmbeddedStores.ts"
import { startService } from "../test/support/ServiceProcess.ts"
import { countedCall } from "../test/support/cluster/Callers.ts"
import { command, type Deployment, deployment, storesOf } from "../test/support/cluster/Deployment.ts"
import { server } from "../test/support/cluster/OpenSearchIndex.ts"
import { fillCatalogue, writeForEver } from "../test/support/cluster/ProductTraffic.ts"

const seconds = 60
const keyCount = 3
const pauseBetweenCalls = "500 millis"
const products = 500
const productWritesPerSecond = 2
const seed = 53

const Issued = Schema.fromJsonString(Schema.Struct({ key: Schema.String }))
const Typed = Schema.fromJsonString(Schema.Struct({ type: Schema.String }))
const decodeIssued = Schema.decodeUnknownEffect(Issued)
const decodeTyped = Schema.decodeUnknownEffect(Typed)

/** How many records of each type the topic holds now. */
const countTypes = Effect.fnUntraced(function* (topic: string) {
  const counts = new Map<string, number>()
  const ends = yield* endOffsets(topic)
  const open = new Set([...ends].filter(([, end]) => end > 0).map(([partition]) => partition))
  if (open.size === 0) return counts
  const positions = new Map([...ends.keys()].map((partition) => [partition, 0]))
  yield* readTopic({ topic, groupId: `count-${topic}`, positions }).pipe(
    Stream.runForEachWhile(
      Effect.fnUntraced(function* ({ acknowledge, messages, partition }) {
        for (const { offset, value } of messages) {
          const { type } = yield* decodeTyped(value?.toString())
          counts.set(type, (counts.get(type) ?? 0) + 1)
          if (Number(offset) + 1 >= (ends.get(partition) ?? 0)) open.delete(partition)
        }
        yield* acknowledge
        return open.size > 0
      })
    )
  )
  return counts
})

const report = Effect.fnUntraced(function* (topic: string) {
  const counts = yield* countTypes(topic)
  const all = [...counts.values()].reduce((a, b) => a + b, 0)
  const types = [...counts].map(([type, count]) => `${type} ${count} (${((count / all) * 100).toFixed(1)} %)`)
  yield* Console.log(`${topic.replace(/^[^.]*\./, "")}: ${all} records${types.map((type) => `\n  ${type}`).join("")}`)
})

const issueKey = Effect.fnUntraced(function* (cluster: Deployment) {
  const issued = yield* command(cluster, "key", "issue", "--plan", "growth", "--json")
  return (yield* decodeIssued(issued.stdout)).key
})

const program = Effect.gen(function* () {
  const cluster = yield* deployment()
  const settings = { ...cluster.settings, KAFKA_PARTITIONS: "12" }
  yield* fillCatalogue(seed, products).pipe(Effect.provide(storesOf(cluster)))
  const nodes = yield* Effect.forEach([1, 2], () =>
    Effect.flatMap(temporaryFolder, (folder) => startService(folder, settings))
  )
  const keys = yield* Effect.forEach(Array.from({ length: keyCount }), () => issueKey(cluster))
  const asking = yield* Effect.forkChild(
    Effect.forEach(
      nodes.flatMap(({ url }) => keys.map((key) => ({ key, url }))),
      ({ key, url }) =>
        Effect.promise(() => countedCall(url, key)).pipe(
          Effect.andThen(Effect.sleep(pauseBetweenCalls)),
          Effect.forever
        ),
      { concurrency: "unbounded" }
    )
  )
  const written = yield* Ref.make(0)
  const writing = yield* Effect.forkChild(
    writeForEver(seed, products, productWritesPerSecond, written).pipe(Effect.provide(storesOf(cluster)))
  )
  yield* Effect.sleep(Duration.seconds(seconds))
  yield* Effect.forEach([asking, writing], Fiber.interrupt)
  yield* Effect.forEach(nodes, ({ stop }) => stop("SIGTERM"))
  yield* Effect.forEach(Category.literals, (category) => report(cluster.kafka.topics[category])).pipe(
    Effect.provide(KafkaCluster.layer(cluster.kafka))
  )
}).pipe(Effect.scoped, Effect.provide(server))

await Effect.runPromise(program)
