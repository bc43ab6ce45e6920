import { Option, Schema } from "effect"
import { Flag } from "effect/cli"
import { UsageDay } from "../../domain/usage/UsageEvent.ts"
import { addDays, type DayRange, isCalendarDay, usageWindow } from "../../domain/usage/UsageWindow.ts"

/** How many days are asked for where `--from` is not given. */
const daysByDefault = 30

const day = Flag.filterMap(
  Schema.decodeUnknownOption(UsageDay.check(Schema.makeFilter(isCalendarDay))),
  () => "a day of the calendar, 2026-11-01"
)

/** Whole days in UTC. */
export const dayFlags = {
  from: Flag.String("from").pipe(
    day,
    Flag.withDescription(`the first day in UTC, 2026-11-01; default: ${daysByDefault} days with the last`),
    Flag.optional
  ),
  to: Flag.String("to").pipe(day, Flag.withDescription("the last day in UTC; default: today"), Flag.optional)
}

/** The days of the flags; `now`: ms since the epoch. */
export const daysAsked = (
  flags: { readonly from: Option.Option<UsageDay>; readonly to: Option.Option<UsageDay> },
  now: number
): DayRange => {
  const to = Option.getOrElse(flags.to, () => usageWindow(now).day)
  return { from: Option.getOrElse(flags.from, () => addDays(to, 1 - daysByDefault)), to }
}
