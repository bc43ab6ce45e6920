import { Effect, Schema } from "effect"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"

/** What every answer to a search says of itself. */
export const Answer = Schema.Struct({ timed_out: Schema.Boolean, _shards: Schema.Struct({ failed: Schema.Int }) })

export const Total = Schema.Struct({ value: Schema.Int, relation: Schema.Literal("eq") })

/** An answer with the exact number of what was found. */
export const Counted = Schema.Struct({
  ...Answer.fields,
  hits: Schema.Struct({ total: Total })
})

/** Some of the shards did not answer, or not in time: what came is not the result. */
class PartialAnswer extends Schema.TaggedError<PartialAnswer>()("PartialAnswer", {
  failedShards: Schema.Int,
  timedOut: Schema.Boolean
}) {}

export const demandWhole = (operation: string, answer: typeof Answer.Type): Effect.Effect<void, StorageUnavailable> => {
  if (!answer.timed_out && answer._shards.failed === 0) return Effect.void
  const cause = new PartialAnswer({ failedShards: answer._shards.failed, timedOut: answer.timed_out })
  return Effect.fail(new StorageUnavailable({ operation, cause }))
}
