import { Clock, Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { KeyId } from "../../domain/key/KeyEvent.ts"
import { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import { UsageDay } from "../../domain/usage/UsageEvent.ts"
import { addDays, isCalendarDay, usageWindow } from "../../domain/usage/UsageWindow.ts"
import { type CallCounts, keysMax, type UsageAnswer, usageCsv, usageReport, UsageUnit } from "../queries/UsageReport.ts"
import { onUsageReport } from "../roles/UsageReports.ts"
import { KeyUnknown } from "./KeyCommand.ts"
import { json, table } from "./Output.ts"
import { withStores } from "./Stores.ts"

/** How many days are reported where `--from` is not given. */
const daysByDefault = 30

const Day = UsageDay.check(Schema.makeFilter(isCalendarDay, { expected: "a day of the calendar, 2026-11-01" }))

const flags = {
  keys: Argument.String("key").pipe(
    Argument.withDescription("ids of keys, key_…, as `key list` shows them; several are reported together"),
    Argument.withSchema(KeyId),
    Argument.variadic({ min: 1, max: keysMax })
  ),
  from: Flag.String("from").pipe(
    Flag.withSchema(Day),
    Flag.withDescription(`the first day in UTC, 2026-11-01; default: ${daysByDefault} days with the last`),
    Flag.optional
  ),
  to: Flag.String("to").pipe(
    Flag.withSchema(Day),
    Flag.withDescription("the last day in UTC; default: today"),
    Flag.optional
  ),
  by: Flag.Literals("by", UsageUnit.literals).pipe(
    Flag.withDescription("what a row is: an hour (31 days at most), a day, or an operation (397 days)"),
    Flag.withDefault("day")
  ),
  csv: Flag.Boolean("csv").pipe(Flag.withDescription("print CSV instead of text for people"), Flag.withDefault(false)),
  json
}

const requireKey = Effect.fnUntraced(function* (keyId: KeyId) {
  const found = yield* (yield* KeyDirectory).findById(keyId)
  if (Option.isNone(found)) return yield* new KeyUnknown({ keyId })
})

export const usageCommand = Command.make(
  "usage",
  flags,
  Effect.fn(function* (flags) {
    yield* withStores(Effect.forEach(flags.keys, requireKey, { discard: true }))
    const { day: today } = usageWindow(yield* Clock.currentTimeMillis)
    const to = Option.getOrElse(flags.to, () => today)
    const from = Option.getOrElse(flags.from, () => addDays(to, 1 - daysByDefault))
    const answer = yield* onUsageReport(usageReport({ keyIds: flags.keys, from, to, by: flags.by }))
    if (flags.json) return yield* Console.log(JSON.stringify(shown(answer)))
    // a line ends with CRLF, the last one, too
    if (flags.csv) return yield* Effect.sync(() => void process.stdout.write(usageCsv(answer)))
    yield* Console.log(text(answer))
  })
).pipe(
  Command.withDescription("Report how often keys were used, exactly, by hour, day or operation"),
  Command.withExamples([
    { command: "fooddata usage key_o3kqy02m6r4uip78", description: "the last 30 days, day by day" },
    {
      command: "fooddata usage key_o3kqy02m6r4uip78 --from 2026-11-01 --to 2026-11-30 --by operation --csv",
      description: "a month, for a spreadsheet"
    }
  ])
)

const counts = ({ admitted, refusedDay, refusedHour, refusedSecond }: CallCounts) => ({
  admitted,
  refused_per_second: refusedSecond,
  refused_per_hour: refusedHour,
  refused_per_day: refusedDay
})

const shown = ({ question: { by, from, keyIds, to }, rows, total }: UsageAnswer) => ({
  key_ids: keyIds,
  from,
  to,
  by,
  rows: rows.map((row) => ({ [by]: row.name, ...counts(row) })),
  total: counts(total)
})

const cells = (calls: CallCounts): ReadonlyArray<string> =>
  Object.values(counts(calls)).map((number) => number.toLocaleString("en"))

/** For people hours without a call are left out: a month has 744. */
const text = ({ question: { by, from, to }, rows, total }: UsageAnswer): string => {
  const isSaid = (row: CallCounts) => by !== "hour" || Object.values(counts(row)).some((number) => number > 0)
  return table([
    [by.toUpperCase(), "ADMITTED", "REFUSED: SECOND", "HOUR", "DAY"],
    ...rows.filter(isSaid).map((row) => [row.name, ...cells(row)]),
    [`${from} to ${to}`, ...cells(total)]
  ])
}
