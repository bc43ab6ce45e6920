import { Schema } from "effect"
import { KeyId } from "../../domain/key/KeyEvent.ts"
import { Operation, UsageDay } from "../../domain/usage/UsageEvent.ts"

/** What became of a call: it was admitted and counts, or a window of the plan refused it. */
export const Outcome = Schema.Literals(["admitted", "refused-second", "refused-hour", "refused-day"])
export type Outcome = typeof Outcome.Type

const named = { keyId: KeyId, day: UsageDay, operation: Operation, outcome: Outcome, calls: Schema.Int }

/** Calls of a key in a UTC day, by operation and outcome. */
export const DailyCount = Schema.Struct(named)
export type DailyCount = typeof DailyCount.Type

/** The same in one hour of it, 0 to 23. */
export const HourlyCount = Schema.Struct({ ...named, hour: Schema.Int })
export type HourlyCount = typeof HourlyCount.Type

/** Days for which the report keeps each hour: thirteen months, so that a month can be held against that of last year. */
export const hoursKeptDays = 397
/** Days for which it keeps each day: five years. What is older is in the log. */
export const daysKeptDays = 1_827

/** Adds up what has the same name; in the order in which names came first. */
export const sumBy = <Count extends DailyCount>(
  counts: Iterable<Count>,
  nameOf: (count: Count) => string
): ReadonlyArray<Count> => {
  const sums = new Map<string, Count>()
  for (const count of counts) {
    const name = nameOf(count)
    const known = sums.get(name)
    sums.set(name, known === undefined ? count : { ...known, calls: known.calls + count.calls })
  }
  return [...sums.values()]
}
