import { Result } from "effect"
import type { KafkaMessage } from "kafkajs"
import type { Category, EventEnvelope } from "../../domain/EventEnvelope.ts"
import { EventUndecodable } from "../../domain/ports/EventLog.ts"
import { batchHeader, type BatchPart, decodePart, decodeProgress, progressHeader } from "./BatchPart.ts"
import { decodeCloudEvent } from "../event-log/CloudEvent.ts"

/** What a message of ours says. */
export interface TopicMessage<C extends Category> {
  /** `null` in a message that earlier versions of the relay wrote */
  readonly envelope: EventEnvelope<C> | null
  /** what it says of the batch that ends with it in its partition; `null`: it does not end there */
  readonly part: BatchPart | null
}

/** A message that is none of ours is never skipped: a read model without it would be silently wrong. */
export const readMessage = <C extends Category>(
  category: C,
  { headers, offset, value }: KafkaMessage
): Result.Result<TopicMessage<C>, EventUndecodable> => {
  if (value === null) {
    const issues = `the message at offset ${offset} has no value`
    return Result.fail(new EventUndecodable({ type: "", streamId: "", streamVersion: 0, issues }))
  }
  if (headers?.[progressHeader] !== undefined) {
    return Result.map(decodeProgress(value.toString()), (part) => ({ envelope: null, part }))
  }
  const header = headers?.[batchHeader]
  const part = header === undefined ? Result.succeed(null) : decodePart(header.toString())
  return Result.flatMap(decodeCloudEvent(category, value.toString()), (envelope) =>
    Result.map(part, (part) => ({ envelope, part }))
  )
}
