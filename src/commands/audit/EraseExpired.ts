import { Clock, Effect } from "effect"
import { auditStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { PersonalData } from "../../../domain/ports/PersonalData.ts"
import { SecretSource } from "../../../domain/ports/SecretSource.ts"
import { usageWindow } from "../../../domain/usage/UsageWindow.ts"
import { retryConflicts } from "../RetryConflicts.ts"

/** Erases origins of commands, and failed authentications, that were kept for longer than `days`. That origins went is an event. */
export const eraseExpired = Effect.fn("eraseExpired")(function* (days: number) {
  const log = yield* EventLog
  const { eraseBefore } = yield* PersonalData
  const now = yield* Clock.currentTimeMillis
  const streamId = auditStream("retention", usageWindow(now).day)
  const { length: expectedVersion } = yield* log.readStream("audit", streamId)
  const commandId = yield* (yield* SecretSource).commandId
  yield* eraseBefore(now - days * 86_400_000, (origins) => ({
    streams:
      origins === 0
        ? []
        : [{ streamId, expectedVersion, events: [{ _tag: "OriginsErased", reason: "expired", origins }] }],
    meta: { commandId, actor: "system" }
  }))
}, retryConflicts)
