import { Result, Schema } from "effect"
import { Cursor } from "../../domain/EventEnvelope.ts"
import { EventUndecodable } from "../../domain/ports/EventLog.ts"

/**
 * What the last event of each partition in a batch of the relay says of the batch: all events of the topic's category
 * that stand in the log after `from`, up to and with `to`, belong to these partitions, and those of this partition do not
 * come after this message. So who has read the parts of all these partitions knows that nothing of the stretch is missing,
 * and that the other partitions have nothing of it. `from` is the `to` of the batch before.
 */
export const BatchPart = Schema.Struct({ from: Cursor, to: Cursor, partitions: Schema.Array(Schema.Int) })

export interface BatchPart {
  readonly from: Cursor
  readonly to: Cursor
  /** `null`: every partition has a part */
  readonly partitions: ReadonlyArray<number> | null
}

/** The header of a message that carries the part as JSON. */
export const batchHeader = "relaybatch"

export const encodePart = Schema.encodeSync(Schema.fromJsonString(BatchPart))
const decodeHeader = Schema.decodeUnknownResult(Schema.fromJsonString(BatchPart))

/**
 * Earlier versions of the relay wrote it to every partition at the end of each batch, as a message of its own: the events
 * of the stretch that belong to the partition precede it. Topics keep them.
 */
export const RelayProgress = Schema.Struct({ from: Cursor, to: Cursor })
export const progressType = "food.relay.progress"
export const progressHeader = "relayprogress"

const decodeMessage = Schema.decodeUnknownResult(
  Schema.fromJsonString(Schema.Struct({ type: Schema.Literal(progressType), data: RelayProgress }))
)

const undecodable = (type: string) => (error: unknown) =>
  new EventUndecodable({ type, streamId: "", streamVersion: 0, issues: String(error) })

export const decodePart = (header: string): Result.Result<BatchPart, EventUndecodable> =>
  Result.mapError(decodeHeader(header), undecodable(batchHeader))

export const decodeProgress = (value: string): Result.Result<BatchPart, EventUndecodable> =>
  Result.mapBoth(decodeMessage(value), {
    onFailure: undecodable(progressType),
    onSuccess: ({ data }) => ({ ...data, partitions: null })
  })
