import { Clock, Effect } from "effect"
import type { AuditEvent } from "../../../domain/audit/AuditEvent.ts"
import { type Actor, auditStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { SecretSource } from "../../../domain/ports/SecretSource.ts"
import { usageWindow } from "../../../domain/usage/UsageWindow.ts"
import { retryConflicts } from "../RetryConflicts.ts"

/** Appends to today's stream of whom the event is about. Nothing is decided by what stands there, so whoever was first is no matter. */
export const appendToTrail = Effect.fnUntraced(function* (subject: string, event: AuditEvent, actor: Actor) {
  const log = yield* EventLog
  const secrets = yield* SecretSource
  const streamId = auditStream(subject, usageWindow(yield* Clock.currentTimeMillis).day)
  const append = Effect.gen(function* () {
    const { length: expectedVersion } = yield* log.readStream("audit", streamId)
    const commandId = yield* secrets.commandId
    return yield* log.append([{ streamId, expectedVersion, events: [event] }], { commandId, actor })
  })
  yield* retryConflicts(append)
})
