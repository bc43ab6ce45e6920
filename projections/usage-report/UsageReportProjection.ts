import type { EventEnvelope } from "../../domain/EventEnvelope.ts"
import { KeyId } from "../../domain/key/KeyEvent.ts"
import { type Operation, UsageDay, type UsageEvent } from "../../domain/usage/UsageEvent.ts"
import { hoursOf } from "../../domain/usage/UsageWindow.ts"
import { type DailyCount, type HourlyCount, sumBy } from "./UsageCount.ts"

/** What a page of the log adds to the report, each name once. */
export const countsOf = (page: ReadonlyArray<EventEnvelope<"usage">>): ReadonlyArray<HourlyCount> =>
  inSum(page.flatMap(callsOf))

/** The counts with each name once. */
export const inSum = (counts: ReadonlyArray<HourlyCount>): ReadonlyArray<HourlyCount> =>
  sumBy(counts, ({ day, hour, keyId, operation, outcome }) => [keyId, day, hour, operation, outcome].join(" "))

/** The same by day. */
export const byDay = (counts: ReadonlyArray<HourlyCount>): ReadonlyArray<DailyCount> =>
  sumBy(
    counts.map(({ hour: _, ...count }) => count),
    ({ day, keyId, operation, outcome }) => [keyId, day, operation, outcome].join(" ")
  )

/** Leases say what may be called; only what was called is reported. */
const callsOf = ({ event, streamId }: EventEnvelope<"usage">): ReadonlyArray<HourlyCount> => {
  if (event._tag === "UsageRecorded") return admittedCalls(event, streamId)
  return event._tag === "CallsRefused" ? refusedCalls(event, streamId) : []
}

type EventOf<Tag extends UsageEvent["_tag"]> = Extract<UsageEvent, { readonly _tag: Tag }>

const refusedCalls = ({ hour, refused }: EventOf<"CallsRefused">, streamId: string): ReadonlyArray<HourlyCount> => {
  const ledger = ledgerOf(streamId)
  return refused.map(({ calls, operation, window }) => ({
    ...ledger,
    hour,
    operation,
    outcome: `refused-${window}` as const,
    calls
  }))
}

const admittedCalls = (event: EventOf<"UsageRecorded">, streamId: string): ReadonlyArray<HourlyCount> => {
  const { day, keyId } = ledgerOf(streamId)
  const hourOf = hoursOf(day)
  const calls = new Map<number, Map<Operation, number>>()
  for (const { at, operation } of event.entries) {
    const hour = hourOf(at)
    const ofHour = calls.get(hour) ?? new Map<Operation, number>()
    ofHour.set(operation, (ofHour.get(operation) ?? 0) + 1)
    calls.set(hour, ofHour)
  }
  return [...calls].flatMap(([hour, ofHour]) =>
    Array.from(ofHour, ([operation, count]) => ({ keyId, day, hour, operation, outcome: "admitted", calls: count }))
  )
}

const prefixLength = "usage-".length
const dayLength = "2026-11-21".length

/** The key and the day of a usage stream; that of a node's refusals names the node between them. */
const ledgerOf = (streamId: string) => ({
  keyId: KeyId.make(streamId.slice(prefixLength, streamId.indexOf("-", prefixLength))),
  day: UsageDay.make(streamId.slice(-dayLength))
})
