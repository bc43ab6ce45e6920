import { Result, Schema } from "effect"
import { Cursor } from "../../domain/EventEnvelope.ts"
import type { Category } from "../../domain/EventEnvelope.ts"
import { EventUndecodable } from "../../domain/ports/EventLog.ts"
import { eventId } from "../crypto/EventId.ts"
import { source } from "./CloudEvent.ts"

/**
 * What the relay writes to every partition at the end of each batch: all events of the topic's category that stand in
 * the log after `from`, up to and with `to`, and belong to this partition, precede this message in this partition.
 * So a reader knows that nothing is missing, from partitions that were silent too. A `from` past the `to` it has seen
 * before says that something is missing here, whatever the reason: retention, a topic made anew, an offset reset.
 */
export const RelayProgress = Schema.Struct({ from: Cursor, to: Cursor })
export type RelayProgress = typeof RelayProgress.Type

export const progressType = "food.relay.progress"

/** A cheap look at the headers tells it from an event without parsing the value. */
export const progressHeader = "relayprogress"

export const encodeProgress = (
  category: Category,
  partition: number,
  { from, to }: RelayProgress,
  now: number
): string =>
  JSON.stringify({
    specversion: "1.0",
    id: eventId(`relay-${category}-${partition}-${to.tx}`, to.position),
    source,
    type: progressType,
    time: new Date(now).toISOString(),
    datacontenttype: "application/json",
    data: { from, to }
  })

const decode = Schema.decodeUnknownResult(
  Schema.fromJsonString(Schema.Struct({ type: Schema.Literal(progressType), data: RelayProgress }))
)

export const decodeProgress = (value: string): Result.Result<RelayProgress, EventUndecodable> =>
  Result.mapBoth(decode(value), {
    onFailure: (error) =>
      new EventUndecodable({ type: progressType, streamId: "", streamVersion: 0, issues: String(error) }),
    onSuccess: ({ data }) => data
  })
