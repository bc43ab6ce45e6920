import { type Duration, Effect, Result, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { type Category, type EventEnvelope, logStart, productStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import { KafkaCluster } from "../../../infra/kafka/KafkaCluster.ts"
import { readMessage } from "../../../infra/kafka/TopicMessages.ts"
import { readTopic } from "../../../infra/kafka/TopicReader.ts"
import { endOffsets } from "../../../infra/kafka/Topics.ts"

/** Every event that stands in the topic now, partition by partition in its order, repeated ones too. */
export const topicContents = Effect.fnUntraced(function* <C extends Category>(category: C) {
  const { options } = yield* KafkaCluster
  const topic = options.topics[category]
  const ends = yield* endOffsets(topic)
  const open = new Set([...ends].filter(([, end]) => end > 0).map(([partition]) => partition))
  const events: Array<EventEnvelope<C>> = []
  const positions = new Map([...ends.keys()].map((partition) => [partition, 0]))
  if (open.size === 0) return events
  yield* readTopic({ topic, groupId: `contents-${randomUUID()}`, positions }).pipe(
    Stream.runForEachWhile((batch) =>
      Effect.gen(function* () {
        for (const message of batch.messages) {
          const { envelope } = Result.getOrThrow(readMessage(category, message))
          if (envelope !== null) events.push(envelope)
          if (Number(message.offset) + 1 >= (ends.get(batch.partition) ?? 0)) open.delete(batch.partition)
        }
        yield* batch.acknowledge
        return open.size > 0
      })
    )
  )
  return events
})

/** What a reader that gates on the versions of streams makes of events: which it never got, and what broke order. */
export const gated = (events: ReadonlyArray<EventEnvelope>) => {
  const versions = new Map<string, number>()
  let duplicates = 0
  let orderBreaks = 0
  for (const { streamId, streamVersion } of events) {
    const version = versions.get(streamId) ?? 0
    if (streamVersion <= version) duplicates++
    else if (streamVersion === version + 1) versions.set(streamId, streamVersion)
    else orderBreaks++
  }
  return { duplicates, orderBreaks, versions }
}

/** The version of every stream of products in the log. */
export const foldOfLog = Effect.gen(function* () {
  const log = yield* EventLog
  const { events } = yield* log.read("product", logStart, 1_000_000)
  return gated(events).versions
})

/** Appends so many versions to so many products, in transactions of 500 events: version after version, with a pause. */
export const appendVersions = Effect.fnUntraced(function* (
  products: number,
  versions: number,
  prefix = "p",
  pause: Duration.Input = 0
) {
  const log = yield* EventLog
  for (let version = 0; version < versions; version++) {
    for (let done = 0; done < products; done += 500) {
      const streams = Array.from({ length: Math.min(500, products - done) }, (_, i) => ({
        streamId: productStream(ProductId.make(`c_${prefix}-${done + i}`)),
        expectedVersion: version,
        events: [{ _tag: "ProductWithdrawn", reason: `version ${version}` } as const]
      }))
      yield* log.append(streams, { commandId: "append-versions", actor: "system" })
      yield* Effect.sleep(pause)
    }
  }
})
