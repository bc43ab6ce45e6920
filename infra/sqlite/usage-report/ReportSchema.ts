import type { SqliteDatabase } from "../Sqlite.ts"

/**
 * Calls of keys by hour and by day; `checksum` is of the row (see `ReportRows.ts`). Days are kept beside hours, because
 * they are asked for more often, over longer times, and kept longer.
 */
const tables = `
  CREATE TABLE usage_report_meta (version TEXT NOT NULL);
  CREATE TABLE usage_report_hours (
    key_id TEXT NOT NULL,
    day TEXT NOT NULL,
    hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    operation TEXT NOT NULL,
    outcome TEXT NOT NULL,
    calls INTEGER NOT NULL CHECK (calls > 0),
    checksum INTEGER NOT NULL,
    PRIMARY KEY (key_id, day, hour, operation, outcome)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_report_hours_by_day ON usage_report_hours (day);
  CREATE TABLE usage_report_days (
    key_id TEXT NOT NULL,
    day TEXT NOT NULL,
    operation TEXT NOT NULL,
    outcome TEXT NOT NULL,
    calls INTEGER NOT NULL CHECK (calls > 0),
    checksum INTEGER NOT NULL,
    PRIMARY KEY (key_id, day, operation, outcome)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_report_days_by_day ON usage_report_days (day);
`

/** The name under which the report keeps its place in a views file. */
export const reportCheckpoint = "usage-report"

/** Raised with the tables, or with what an event means in them: a report of another version begins at the start again. */
const version = "1"

/** Creates the tables in a file without them; to be called inside a write transaction. */
export const createUsageReport = (db: SqliteDatabase): void => {
  db.exec(tables)
  db.statement("INSERT INTO usage_report_meta (version) VALUES (?)").run(version)
}

const foundVersion = (db: SqliteDatabase): unknown => {
  const hasTables = db.statement("SELECT 1 FROM sqlite_schema WHERE name = 'usage_report_meta'").get() !== undefined
  return hasTables ? db.statement("SELECT version FROM usage_report_meta").get()?.["version"] : undefined
}

/** Brings a file up to today's report, which begins anew where it was of another version; other read models stay. */
export const ensureUsageReport = (db: SqliteDatabase): void => {
  const found = foundVersion(db)
  if (found === version) return
  if (found !== undefined) {
    for (const table of ["meta", "hours", "days"]) db.exec(`DROP TABLE usage_report_${table}`)
    db.statement("DELETE FROM checkpoints WHERE projection = ?").run(reportCheckpoint)
  }
  createUsageReport(db)
}
