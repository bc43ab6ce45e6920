import type { Message } from "kafkajs"
import type { Category, Cursor } from "../../domain/EventEnvelope.ts"
import type { LogPage } from "../../domain/ports/EventLog.ts"
import { contentType, encodeCloudEvent } from "./CloudEvent.ts"
import { partitionOf } from "./Partitioner.ts"
import { encodeProgress, progressHeader } from "./RelayProgress.ts"

/** What is sent at once: the events of a stretch of the log, and the relay's progress in every partition. */
export interface RelayBatch {
  readonly messages: Array<Message>
  readonly eventCount: number
  /** where the cursor stands when all of it is acknowledged */
  readonly to: Cursor
  /** ms since the epoch; of the last event */
  readonly recordedAt: number
}

/** A quarter of what a topic takes in one record batch, so that it fits when all events are of one partition. */
const batchBytesMax = 2_097_152

const eventHeaders = { "content-type": contentType }
const progressHeaders = { "content-type": contentType, [progressHeader]: "1" }

/**
 * The page as batches in the order of the log. `from` is where the last batch before it ended. Without events there is
 * no batch: progress is about events, and a reader that missed none need not be told.
 */
export const batchesOf = (
  category: Category,
  page: LogPage,
  from: Cursor,
  partitionCount: number,
  now: number
): ReadonlyArray<RelayBatch> => {
  const batches: Array<RelayBatch> = []
  let messages: Array<Message> = []
  let bytes = 0
  let begin = from
  for (const [i, envelope] of page.events.entries()) {
    const value = Buffer.from(encodeCloudEvent(category, envelope))
    const key = Buffer.from(envelope.streamId)
    messages.push({ key, value, partition: partitionOf(key, partitionCount), headers: eventHeaders })
    bytes += value.length
    const isLast = i === page.events.length - 1
    if (!isLast && bytes < batchBytesMax) continue
    const to = isLast ? page.cursor : envelope.cursor
    const eventCount = messages.length
    for (let partition = 0; partition < partitionCount; partition++) {
      const progress = encodeProgress(category, partition, { from: begin, to }, now)
      messages.push({ partition, value: progress, headers: progressHeaders })
    }
    batches.push({ messages, eventCount, to, recordedAt: envelope.recordedAt })
    messages = []
    bytes = 0
    begin = to
  }
  return batches
}
