import { Effect, Schema } from "effect"
import type { KeyId } from "../../domain/key/KeyEvent.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { Operation, type UsageDay } from "../../domain/usage/UsageEvent.ts"
import { countDays, daysOf, isCalendarDay } from "../../domain/usage/UsageWindow.ts"
import { UsageReport } from "../../projections/ports/UsageReport.ts"
import type { DailyCount, Outcome } from "../../projections/usage-report/UsageCount.ts"
import { csvText } from "./CsvText.ts"

/** By what the calls are added up. */
export const UsageUnit = Schema.Literals(["hour", "day", "operation"])
export type UsageUnit = typeof UsageUnit.Type

/** What is asked: of all the keys together, UTC days from `from` to `to`, both included. */
export interface UsageQuestion {
  readonly keyIds: ReadonlyArray<KeyId>
  readonly from: UsageDay
  readonly to: UsageDay
  readonly by: UsageUnit
}

/** Calls: those that were admitted, which are what counts against the quota, and those that a window refused. */
export interface CallCounts {
  readonly admitted: number
  readonly refusedSecond: number
  readonly refusedHour: number
  readonly refusedDay: number
}

/** `name` is an hour, `2026-11-21T13:00Z`, a day, `2026-11-21`, or an operation. */
export interface UsageRow extends CallCounts {
  readonly name: string
}

/** A row for each hour, day or operation of what was asked, also where nothing was called; and their sum. */
export interface UsageAnswer {
  readonly question: UsageQuestion
  readonly rows: ReadonlyArray<UsageRow>
  readonly total: CallCounts
}

/** How many days may be asked for at once. */
export const daysMax: { readonly [Unit in UsageUnit]: number } = { hour: 31, day: 397, operation: 397 }
/** How many keys. */
export const keysMax = 25

/** What is asked for is no range, or more than is answered at once. */
export class UsageRangeUnusable extends Schema.TaggedError<UsageRangeUnusable>()("UsageRangeUnusable", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

const unusable = (question: UsageQuestion): string | null => {
  const { by, from, keyIds, to } = question
  const noDay = [from, to].find((day) => !isCalendarDay(day))
  if (noDay !== undefined) return `${noDay} is no day of the calendar`
  const days = countDays(question)
  if (days < 1) return `from ${from} to ${to} is no range: it ends before it begins`
  if (days > daysMax[by]) return `${days} days are too many by ${by}: ask for at most ${daysMax[by]} at once`
  return keyIds.length > keysMax ? `${keyIds.length} keys are too many: ask for at most ${keysMax} at once` : null
}

/**
 * The report of these keys, exact: each call that the ledger recorded is in it once. It is what the projection has seen;
 * a call shows within a second or two.
 */
export const usageReport = Effect.fn("usageReport")(function* (
  question: UsageQuestion
): Effect.fn.Return<UsageAnswer, StorageUnavailable | UsageRangeUnusable, UsageReport> {
  const reason = unusable(question)
  if (reason !== null) return yield* new UsageRangeUnusable({ reason })
  const report = yield* UsageReport
  const counts =
    question.by === "hour"
      ? named(yield* report.hours(question), ({ day, hour }) => hourName(day, hour))
      : named(yield* report.days(question), question.by === "day" ? ({ day }) => day : ({ operation }) => operation)
  return answerOf(question, counts)
})

interface NamedCount {
  readonly name: string
  readonly outcome: Outcome
  readonly calls: number
}

const named = <Count extends DailyCount>(
  counts: ReadonlyArray<Count>,
  nameOf: (count: Count) => string
): ReadonlyArray<NamedCount> =>
  counts.map((count) => ({ name: nameOf(count), outcome: count.outcome, calls: count.calls }))

const hourName = (day: UsageDay, hour: number): string => `${day}T${String(hour).padStart(2, "0")}:00Z`

const namesOf = (question: UsageQuestion): ReadonlyArray<string> => {
  if (question.by === "operation") return Operation.literals
  const days = daysOf(question)
  if (question.by === "day") return days
  return days.flatMap((day) => Array.from({ length: 24 }, (_, hour) => hourName(day, hour)))
}

const none: CallCounts = { admitted: 0, refusedSecond: 0, refusedHour: 0, refusedDay: 0 }

const field: { readonly [O in Outcome]: keyof CallCounts } = {
  admitted: "admitted",
  "refused-second": "refusedSecond",
  "refused-hour": "refusedHour",
  "refused-day": "refusedDay"
}

const plus = (counts: CallCounts, { calls, outcome }: NamedCount): CallCounts => ({
  ...counts,
  [field[outcome]]: counts[field[outcome]] + calls
})

const answerOf = (question: UsageQuestion, counts: ReadonlyArray<NamedCount>): UsageAnswer => {
  const sums = new Map<string, CallCounts>()
  for (const count of counts) sums.set(count.name, plus(sums.get(count.name) ?? none, count))
  return {
    question,
    rows: namesOf(question).map((name) => ({ name, ...(sums.get(name) ?? none) })),
    total: counts.reduce(plus, none)
  }
}

/** The rows as CSV, with headings and without the sum, which a spreadsheet would add once more. */
export const usageCsv = ({ question, rows }: UsageAnswer): string =>
  csvText([
    [question.by, "admitted", "refused_per_second", "refused_per_hour", "refused_per_day"],
    ...rows.map(({ admitted, name, refusedDay, refusedHour, refusedSecond }) => [
      name,
      admitted,
      refusedSecond,
      refusedHour,
      refusedDay
    ])
  ])
