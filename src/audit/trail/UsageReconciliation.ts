import { Effect, Option } from "effect"
import { type Cursor, type EventEnvelope, isAtOrPast, usageStream } from "../../../domain/EventEnvelope.ts"
import type { KeyId } from "../../../domain/key/KeyEvent.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { UsageLedgerStore } from "../../../domain/ports/UsageLedgerStore.ts"
import type { UsageDay } from "../../../domain/usage/UsageEvent.ts"
import { countDays, type DayRange, daysOf, usageWindow } from "../../../domain/usage/UsageWindow.ts"
import { UsageReport } from "../../../projections/ports/UsageReport.ts"
import { type KeyChoice, oneKeyOfChoice } from "./ChosenKeys.ts"

/** How many days are reconciled at once. */
export const reconciledDaysMax = 100

/** Admitted calls of a key on a UTC day, by each of those who keep count. */
export interface ReconciledDay {
  readonly day: UsageDay
  /** what the events of the day come to */
  readonly events: number
  /** what quotas are enforced from; `null`: days that are settled and old are not kept */
  readonly ledger: number | null
  /** what the dashboard and `fooddata usage` say, of the events that the report has seen */
  readonly report: number
  /** what the events come to that the report has seen */
  readonly eventsSeen: number
  /** what `GET /v1/me` says; `null`: it speaks of today only */
  readonly me: number | null
  readonly differences: ReadonlyArray<string>
}

interface Look {
  readonly events: ReadonlyArray<EventEnvelope<"usage">>
  readonly place: Cursor
}

const admitted = (events: Look["events"]): number =>
  events.reduce((sum, { event }) => sum + (event._tag === "UsageRecorded" ? event.entries.length : 0), 0)

const differencesOf = ({ events, eventsSeen, ledger, me, report }: Omit<ReconciledDay, "differences">) => {
  const says = (who: string, count: number | null, expected: number) =>
    count === null || count === expected ? [] : [`${who} says ${count}, the events ${expected}`]
  return [
    ...says("the ledger", ledger, events),
    ...says("the usage report", report, eventsSeen),
    ...says("/v1/me", me, events)
  ]
}

const looksMax = 20

/**
 * Compares what the events, the ledger, the report and `/v1/me` say of a key, day by day. While calls come in, it looks again
 * until nothing moved between the first look and the last, so that what differs does differ.
 */
const reconcileDay = Effect.fnUntraced(function* (keyId: KeyId, day: UsageDay, today: UsageDay) {
  const log = yield* EventLog
  const ledger = yield* UsageLedgerStore
  const report = yield* UsageReport

  const look = Effect.gen(function* () {
    const events = yield* log.readStream("usage", usageStream(keyId, day))
    return { events, place: yield* report.place(yield* report.live.liveCheckpoint) } satisfies Look
  })

  for (let looks = 1; ; looks++) {
    const before: Look = yield* look
    const kept = yield* ledger.usedOn(keyId, day)
    const me = day === today ? (yield* ledger.balance(keyId)).usedToday : null
    const counts = yield* report.days({ keyIds: [keyId], from: day, to: day })
    const after: Look = yield* look
    const isStill = before.events.length === after.events.length && isSamePlace(before.place, after.place)
    if (!isStill && looks < looksMax) continue
    const counted = {
      day,
      events: admitted(after.events),
      ledger: Option.getOrNull(kept),
      report: counts.reduce((sum, { calls, outcome }) => sum + (outcome === "admitted" ? calls : 0), 0),
      eventsSeen: admitted(after.events.filter(({ cursor }) => isAtOrPast(after.place, cursor))),
      me
    }
    const reconciled: ReconciledDay = { ...counted, differences: isStill ? differencesOf(counted) : [inMotion] }
    return reconciled
  }
})

const inMotion = "so many calls come in that the counts never stood still: ask again"

const isSamePlace = (a: Cursor, b: Cursor): boolean => a.tx === b.tx && a.position === b.position

export interface ReconciliationQuestion extends DayRange {
  readonly key: KeyChoice
  /** ms since the epoch */
  readonly now: number
}

/** Are they so many days as are reconciled at once? */
export const isReconcilable = (range: DayRange): boolean => {
  const days = countDays(range)
  return days >= 1 && days <= reconciledDaysMax
}

/** Reconciles the usage of one key, each day for itself. Fails where there is no such key, or more than one. */
export const usageReconciliation = Effect.fn("usageReconciliation")(function* (question: ReconciliationQuestion) {
  const keyId = yield* oneKeyOfChoice(question.key)
  const today = usageWindow(question.now).day
  return yield* Effect.forEach(daysOf(question), (day) => reconcileDay(keyId, day, today))
})
