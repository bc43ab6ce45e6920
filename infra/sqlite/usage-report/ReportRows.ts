import { Predicate, Schema } from "effect"
import { crc32 } from "node:zlib"
import type { UsageDay } from "../../../domain/usage/UsageEvent.ts"
import type { CountedDays } from "../../../projections/ports/UsageReport.ts"
import { DailyCount, HourlyCount } from "../../../projections/usage-report/UsageCount.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { UnnoticedDamage } from "../UnnoticedDamage.ts"

/** One of the two tables of the report. */
interface ReportTable<Count> {
  readonly name: string
  /** what names a row */
  readonly columns: ReadonlyArray<string>
  readonly valuesOf: (count: Count) => ReadonlyArray<string | number>
  readonly decode: (row: unknown) => Count
}

const renamed = { keyId: "key_id" } as const

export const hoursTable: ReportTable<HourlyCount> = {
  name: "usage_report_hours",
  columns: ["key_id", "day", "hour", "operation", "outcome"],
  valuesOf: ({ day, hour, keyId, operation, outcome }) => [keyId, day, hour, operation, outcome],
  decode: Schema.decodeUnknownSync(HourlyCount.pipe(Schema.encodeKeys(renamed)))
}

export const daysTable: ReportTable<DailyCount> = {
  name: "usage_report_days",
  columns: ["key_id", "day", "operation", "outcome"],
  valuesOf: ({ day, keyId, operation, outcome }) => [keyId, day, operation, outcome],
  decode: Schema.decodeUnknownSync(DailyCount.pipe(Schema.encodeKeys(renamed)))
}

/** No name of a row holds a blank. */
const checksumOf = (name: ReadonlyArray<string | number>, calls: number): number => crc32([...name, calls].join(" "))

const verifiedCalls = (name: ReadonlyArray<string | number>, row: Readonly<Record<string, unknown>>): number => {
  const { calls, checksum } = row
  if (Predicate.isNumber(calls) && checksumOf(name, calls) === checksum) return calls
  throw new UnnoticedDamage("a count of the usage report")
}

/** Adds to what the row says; for the inside of a write transaction. */
export const addCount = <Count extends DailyCount>(
  db: SqliteDatabase,
  { columns, name: table, valuesOf }: ReportTable<Count>,
  count: Count
): void => {
  const name = valuesOf(count)
  const isRow = columns.map((column) => `${column} = ?`).join(" AND ")
  const row = db.statement(`SELECT calls, checksum FROM ${table} WHERE ${isRow}`).get(...name)
  const calls = count.calls + (row === undefined ? 0 : verifiedCalls(name, row))
  const places = [...columns, "calls", "checksum"].map(() => "?").join(", ")
  db.statement(`REPLACE INTO ${table} (${columns.join(", ")}, calls, checksum) VALUES (${places})`).run(
    ...name,
    calls,
    checksumOf(name, calls)
  )
}

/** The rows of the keys and days, verified, in the order of their names. */
export const readCounts = <Count extends DailyCount>(
  db: SqliteDatabase,
  { columns, decode, name: table, valuesOf }: ReportTable<Count>,
  { from, keyIds, to }: CountedDays
): ReadonlyArray<Count> => {
  const select = db.statement(
    `SELECT ${columns.join(", ")}, calls, checksum FROM ${table} WHERE key_id = ? AND day BETWEEN ? AND ?
     ORDER BY ${columns.join(", ")}`
  )
  return [...new Set(keyIds)].sort().flatMap((keyId) =>
    select.all(keyId, from, to).map((row) => {
      const count = decode(row)
      verifiedCalls(valuesOf(count), row)
      if (count.keyId !== keyId) throw new UnnoticedDamage("an index of the usage report")
      return count
    })
  )
}

/** Rows that one transaction deletes at the most, so that none takes long. */
const pruneCountMax = 500

/** Forgets rows of days before this one. */
export const pruneCounts = <Count>(
  db: SqliteDatabase,
  { columns, name: table }: ReportTable<Count>,
  day: UsageDay
): void => {
  const key = columns.join(", ")
  db.statement(
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE day < ? ORDER BY day LIMIT ?)`
  ).run(day, pruneCountMax)
}
