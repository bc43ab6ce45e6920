import { Result } from "effect"
import type { KafkaMessage } from "kafkajs"
import type { Category, EventEnvelope } from "../../domain/EventEnvelope.ts"
import { EventUndecodable } from "../../domain/ports/EventLog.ts"
import { decodeCloudEvent } from "./CloudEvent.ts"
import { decodeProgress, progressHeader, type RelayProgress } from "./RelayProgress.ts"

/** What a message of ours says. */
export type TopicMessage<C extends Category> =
  | { readonly _tag: "Event"; readonly envelope: EventEnvelope<C> }
  | { readonly _tag: "Progress"; readonly progress: RelayProgress }

/** A message that is neither is never skipped: a read model without it would be silently wrong. */
export const readMessage = <C extends Category>(
  category: C,
  { headers, offset, value }: KafkaMessage
): Result.Result<TopicMessage<C>, EventUndecodable> => {
  if (value === null) {
    const issues = `the message at offset ${offset} has no value`
    return Result.fail(new EventUndecodable({ type: "", streamId: "", streamVersion: 0, issues }))
  }
  return headers?.[progressHeader] === undefined
    ? Result.map(decodeCloudEvent(category, value.toString()), (envelope) => ({ _tag: "Event", envelope }))
    : Result.map(decodeProgress(value.toString()), (progress) => ({ _tag: "Progress", progress }))
}
