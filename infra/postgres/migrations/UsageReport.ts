/**
 * Calls of keys by hour and by day, of each build of the report; one build is live. Days are kept beside hours, because
 * they are asked for more often, over longer times, and kept longer. The place of a build is in `checkpoints`.
 */
export const usageReportTables: ReadonlyArray<string> = [
  `CREATE TABLE usage_report_builds (
    build integer PRIMARY KEY CHECK (build > 0),
    is_live boolean NOT NULL
  )`,
  "CREATE UNIQUE INDEX usage_report_builds_live ON usage_report_builds (is_live) WHERE is_live",
  "INSERT INTO usage_report_builds (build, is_live) VALUES (1, true)",
  `CREATE TABLE usage_report_hours (
    build integer NOT NULL,
    key_id text NOT NULL,
    day text NOT NULL,
    hour integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
    operation text NOT NULL,
    outcome text NOT NULL,
    calls integer NOT NULL CHECK (calls > 0),
    PRIMARY KEY (build, key_id, day, hour, operation, outcome)
  ) WITH (fillfactor = 70)`,
  "CREATE INDEX usage_report_hours_by_day ON usage_report_hours (day)",
  `CREATE TABLE usage_report_days (
    build integer NOT NULL,
    key_id text NOT NULL,
    day text NOT NULL,
    operation text NOT NULL,
    outcome text NOT NULL,
    calls integer NOT NULL CHECK (calls > 0),
    PRIMARY KEY (build, key_id, day, operation, outcome)
  ) WITH (fillfactor = 70)`,
  "CREATE INDEX usage_report_days_by_day ON usage_report_days (day)"
]
