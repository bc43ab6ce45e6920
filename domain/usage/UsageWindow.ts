import { DateTime, Option } from "effect"
import { UsageDay } from "./UsageEvent.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The quota windows of one instant: a UTC day and an hour 0..23 of it. */
export interface UsageWindow {
  readonly day: UsageDay
  readonly hour: number
  /** when the hour began and the next begins, ms since the epoch */
  readonly startMs: number
  readonly endMs: number
}

/** The windows that the instant, in ms since the epoch, falls into. */
export const usageWindow = (nowMs: number): UsageWindow => {
  const startMs = Math.floor(nowMs / hourMs) * hourMs
  return {
    day: UsageDay.make(DateTime.formatIsoDateUtc(DateTime.makeUnsafe(startMs))),
    hour: (startMs % dayMs) / hourMs,
    startMs,
    endMs: startMs + hourMs
  }
}

/** Which quota refused a request. */
export type QuotaWindow = "second" | "hour" | "day"

/** Whole seconds, at least 1, until the window lets requests through again. */
export const retryAfterSeconds = (window: QuotaWindow, nowMs: number): number => {
  const lengthMs = { second: 1_000, hour: hourMs, day: dayMs }[window]
  return window === "second" ? 1 : Math.max(1, Math.ceil((lengthMs - (nowMs % lengthMs)) / 1_000))
}

/** Does the text name a day that there is? `2026-02-30` is none. */
export const isCalendarDay = (day: string): boolean => {
  const found = DateTime.make(`${day}T00:00:00Z`)
  return Option.isSome(found) && DateTime.formatIsoDateUtc(found.value) === day
}

/** When the UTC day begins, ms since the epoch. */
export const dayStartMs = (day: UsageDay): number => DateTime.toEpochMillis(DateTime.makeUnsafe(`${day}T00:00:00Z`))

/**
 * Tells the UTC hour 0..23 of instants that count for the day; the first or last where clocks disagree about the day. The
 * day is the ledger's, so that sums by hour and by day are the same.
 */
export const hoursOf = (day: UsageDay): ((atMs: number) => number) => {
  const startMs = dayStartMs(day)
  return (atMs) => Math.min(23, Math.max(0, Math.floor((atMs - startMs) / hourMs)))
}

/** UTC days, both included. */
export interface DayRange {
  readonly from: UsageDay
  readonly to: UsageDay
}

/** How many days a range has; less than one where it ends before it begins. */
export const countDays = ({ from, to }: DayRange): number => Math.round((dayStartMs(to) - dayStartMs(from)) / dayMs) + 1

/** The days of a range, in order. */
export const daysOf = (range: DayRange): ReadonlyArray<UsageDay> =>
  Array.from({ length: countDays(range) }, (_, i) => addDays(range.from, i))

/** The UTC day so many days later, or earlier where it is negative. */
export const addDays = (day: UsageDay, days: number): UsageDay => usageWindow(dayStartMs(day) + days * dayMs).day
