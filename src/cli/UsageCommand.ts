import { Clock, Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { type CallCounts, keysMax, type UsageAnswer, usageCsv, usageReport, UsageUnit } from "../queries/UsageReport.ts"
import { onUsageReport } from "../roles/UsageReports.ts"
import { dayFlags, daysAsked } from "./DayFlags.ts"
import { findKey, namedKey } from "./KeyArgument.ts"
import { json, table } from "./Output.ts"
import { withStores } from "./Stores.ts"

const flags = {
  keys: namedKey.pipe(
    Argument.withDescription("keys by their ids, key_…, or prefixes, fdb_…; several are reported together"),
    Argument.variadic({ min: 1, max: keysMax })
  ),
  ...dayFlags,
  by: Flag.Literals("by", UsageUnit.literals).pipe(
    Flag.withDescription("what a row is: an hour (31 days at most), a day, or an operation (397 days)"),
    Flag.withDefault("day")
  ),
  csv: Flag.Boolean("csv").pipe(Flag.withDescription("print CSV instead of text for people"), Flag.withDefault(false)),
  json
}

export const usageCommand = Command.make(
  "usage",
  flags,
  Effect.fn(function* (flags) {
    const keys = yield* withStores(Effect.forEach(flags.keys, findKey))
    const { from, to } = daysAsked(flags, yield* Clock.currentTimeMillis)
    const answer = yield* onUsageReport(usageReport({ keyIds: keys.map(({ keyId }) => keyId), from, to, by: flags.by }))
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
