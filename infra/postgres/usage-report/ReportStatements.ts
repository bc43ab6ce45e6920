import { Schema } from "effect"
import { DailyCount, HourlyCount } from "../../../projections/usage-report/UsageCount.ts"

/** One of the two tables of the report. */
interface ReportTable<Count> {
  /** adds the counts of a JSON array, `$2`, to a build, `$1` */
  readonly add: string
  /** `$1`: key ids, `$2` to `$3`: days */
  readonly read: string
  /** forgets up to `$2` rows of days before `$1` */
  readonly prune: string
  /** forgets up to `$2` rows of a build, `$1` */
  readonly drop: string
  readonly decode: (rows: unknown) => ReadonlyArray<Count>
}

const statements = (table: string, names: ReadonlyArray<string>) => {
  const key = ["build", ...names].join(", ")
  const columns = names.map((name) => `${name} ${name === "hour" ? "integer" : "text"}`).join(", ")
  const some = (which: string) =>
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${which} LIMIT $2)`
  return {
    // in the order of names: who else adds waits, and does not hold up who waits for it
    add: `INSERT INTO ${table} AS known (${key}, calls)
      SELECT $1, ${names.join(", ")}, calls FROM jsonb_to_recordset($2::jsonb) AS added (${columns}, calls integer)
      ORDER BY ${names.join(", ")}
      ON CONFLICT (${key}) DO UPDATE SET calls = known.calls + excluded.calls`,
    read: `SELECT ${names.join(", ")}, calls FROM ${table}
      WHERE build = (SELECT build FROM usage_report_builds WHERE is_live) AND key_id = ANY ($1::text[])
        AND day BETWEEN $2 AND $3
      ORDER BY ${names.map((name) => (name === "hour" ? name : `${name} COLLATE "C"`)).join(", ")}`,
    prune: some("day < $1"),
    drop: some("build = $1")
  }
}

const renamed = { keyId: "key_id" } as const

export const hoursTable: ReportTable<HourlyCount> = {
  ...statements("usage_report_hours", ["key_id", "day", "hour", "operation", "outcome"]),
  decode: Schema.decodeUnknownSync(Schema.Array(HourlyCount.pipe(Schema.encodeKeys(renamed))))
}

export const daysTable: ReportTable<DailyCount> = {
  ...statements("usage_report_days", ["key_id", "day", "operation", "outcome"]),
  decode: Schema.decodeUnknownSync(Schema.Array(DailyCount.pipe(Schema.encodeKeys(renamed))))
}

/** Counts as `add` takes them. */
export const countsJson = (counts: ReadonlyArray<DailyCount>): string =>
  JSON.stringify(counts.map(({ keyId, ...count }) => ({ ...count, key_id: keyId })))
