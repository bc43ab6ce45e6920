import { Clock, Effect } from "effect"
import type { TrailView } from "../../../domain/audit/AuditEvent.ts"
import { type Actor, auditStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { SecretSource } from "../../../domain/ports/SecretSource.ts"
import { usageWindow } from "../../../domain/usage/UsageWindow.ts"
import { retryConflicts } from "../RetryConflicts.ts"

/** What somebody was shown of the trail. */
export interface TrailReading {
  readonly view: TrailView
  /** as it was asked for; of an address only that one was given, because the log keeps no addresses */
  readonly filter: Readonly<Record<string, string>>
  readonly rows: number
}

/** The stream of a reader: a key by its id, people at the command line together. */
const readerOf = (actor: Actor): string => (actor.startsWith("key:") ? actor.slice("key:".length) : "operator")

/** Records that the trail was read. To be done before the rows are handed out: without it there is no answer. */
export const recordTrailRead = Effect.fn("recordTrailRead")(function* (reading: TrailReading, actor: Actor) {
  const log = yield* EventLog
  const { commandId } = yield* SecretSource
  const { day } = usageWindow(yield* Clock.currentTimeMillis)
  const streamId = auditStream(readerOf(actor), day)
  const append = Effect.gen(function* () {
    const { length: expectedVersion } = yield* log.readStream("audit", streamId)
    const events = [{ _tag: "TrailRead", ...reading }] as const
    return yield* log.append([{ streamId, expectedVersion, events }], { commandId: yield* commandId, actor })
  })
  yield* retryConflicts(append)
})
