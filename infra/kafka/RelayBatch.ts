import type { Message } from "kafkajs"
import type { Category, Cursor } from "../../domain/EventEnvelope.ts"
import type { LogPage } from "../../domain/ports/EventLog.ts"
import { batchHeader, encodePart } from "./BatchPart.ts"
import { contentType, encodeCloudEvent } from "../event-log/CloudEvent.ts"
import type { KafkaOptions } from "./KafkaCluster.ts"
import { partitionOf } from "./Partitioner.ts"

/** What is sent at once: the events of a stretch of the log. */
export interface RelayBatch {
  readonly messages: Array<Message>
  /** where the cursor stands when all of it is acknowledged */
  readonly to: Cursor
  /** ms since the epoch; of the last event */
  readonly recordedAt: number
}

/** A quarter of what a topic takes in one record batch, so that it fits when all events are of one partition. */
const batchBytesMax = 2_097_152

const headers = { "content-type": contentType }

/**
 * The page as batches in the order of the log. `from` is where the last batch before it ended. Without events there is
 * no batch: a reader that missed none need not be told.
 */
export const batchesOf = (
  category: Category,
  page: LogPage,
  from: Cursor,
  { partitionCount, publicUrl }: Pick<KafkaOptions, "partitionCount" | "publicUrl">
): ReadonlyArray<RelayBatch> => {
  const batches: Array<RelayBatch> = []
  let messages: Array<Message> = []
  let lastOf = new Map<number, Message>()
  let bytes = 0
  let begin = from
  for (const [i, envelope] of page.events.entries()) {
    const value = Buffer.from(encodeCloudEvent(category, envelope, publicUrl))
    const key = Buffer.from(envelope.streamId)
    const partition = partitionOf(key, partitionCount)
    const message: Message = { key, value, partition, headers }
    messages.push(message)
    lastOf.set(partition, message)
    bytes += value.length
    const isLast = i === page.events.length - 1
    if (!isLast && bytes < batchBytesMax) continue
    const to = isLast ? page.cursor : envelope.cursor
    const part = encodePart({ from: begin, to, partitions: [...lastOf.keys()].toSorted((a, b) => a - b) })
    for (const last of lastOf.values()) last.headers = { ...headers, [batchHeader]: part }
    batches.push({ messages, to, recordedAt: envelope.recordedAt })
    messages = []
    lastOf = new Map()
    bytes = 0
    begin = to
  }
  return batches
}
