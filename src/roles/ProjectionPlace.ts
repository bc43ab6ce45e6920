import { Effect } from "effect"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { LiveReadModel } from "../../projections/ports/LiveReadModel.ts"

/** Does the live read model show every product event up to there? What came later is its daily business. */
export const hasSeen = Effect.fnUntraced(function* (target: Cursor) {
  const log = yield* EventLog
  const checkpoint = yield* (yield* LiveReadModel).liveCheckpoint
  const seen = yield* (yield* Checkpoints).load(checkpoint)
  return (yield* log.countAfter("product", seen)) <= (yield* log.countAfter("product", target))
})
