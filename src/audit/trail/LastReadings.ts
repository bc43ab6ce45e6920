import { Effect, Schema } from "effect"
import { auditStream } from "../../../domain/EventEnvelope.ts"
import type { KeyId } from "../../../domain/key/KeyEvent.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { UsageDay } from "../../../domain/usage/UsageEvent.ts"
import { addDays, usageWindow } from "../../../domain/usage/UsageWindow.ts"

const daysBack = 365

const dayOf = Schema.decodeUnknownSync(UsageDay)

/**
 * The UTC day on which each key of an auditor read the trail last, within a year: calls of auditors are not counted, and each of their
 * readings is an event. `now`: ms since the epoch.
 */
export const lastReadings = Effect.fn("lastReadings")(function* (keyIds: ReadonlyArray<KeyId>, now: number) {
  const log = yield* EventLog
  const today = usageWindow(now).day
  const days = Array.from({ length: daysBack + 1 }, (_, i) => addDays(today, -i))
  const last = new Map<KeyId, UsageDay>()
  for (const keyId of keyIds) {
    // the first of each day: there is one, or none
    const first = days.map((day) => ({ streamId: auditStream(keyId, day), version: 1 }))
    const events = yield* log.readAt("audit", first)
    const read = events.map(({ streamId }) => dayOf(streamId.slice(-today.length))).toSorted()
    const newest = read.at(-1)
    if (newest !== undefined) last.set(keyId, newest)
  }
  return last
})
