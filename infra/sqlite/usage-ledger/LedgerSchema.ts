import type { SqliteDatabase } from "../Sqlite.ts"

/**
 * Creates the ledger's tables. `granted = open + used + burnt` is their sum, so no row can hold another value. `quota`
 * is the largest quota that anything was granted under in that window (null: unlimited), because only at the grant
 * is it known, and a later downgrade leaves more granted than the new plan would allow.
 *
 * A request is granted once, so the id of the request is the id of its lease.
 *
 * How far the ledger's clock has got stands in `usage_clock` twice: no event says it, so only a CHECK shows damage.
 */
export const ledgerSchema = `
  CREATE TABLE IF NOT EXISTS usage_days (
    key_id TEXT NOT NULL,
    day TEXT NOT NULL,
    open INTEGER NOT NULL CHECK (open >= 0),
    used INTEGER NOT NULL CHECK (used >= 0),
    burnt INTEGER NOT NULL CHECK (burnt >= 0),
    quota INTEGER,
    PRIMARY KEY (key_id, day),
    CHECK (quota IS NULL OR open + used + burnt <= quota)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS usage_days_settled ON usage_days (day) WHERE open = 0 AND burnt = 0;
  CREATE TABLE IF NOT EXISTS usage_hours (
    key_id TEXT NOT NULL,
    day TEXT NOT NULL,
    hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    open INTEGER NOT NULL CHECK (open >= 0),
    used INTEGER NOT NULL CHECK (used >= 0),
    burnt INTEGER NOT NULL CHECK (burnt >= 0),
    quota INTEGER NOT NULL,
    PRIMARY KEY (key_id, day, hour),
    CHECK (open + used + burnt <= quota)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS usage_leases (
    lease TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    day TEXT NOT NULL,
    hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    node TEXT NOT NULL,
    size INTEGER NOT NULL CHECK (size > 0),
    recorded INTEGER NOT NULL CHECK (recorded BETWEEN 0 AND size),
    status TEXT NOT NULL CHECK (status IN ('open', 'closed', 'burnt'))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS usage_leases_open ON usage_leases (node) WHERE status = 'open';
  CREATE INDEX IF NOT EXISTS usage_leases_closed ON usage_leases (day) WHERE status = 'closed';
  CREATE TABLE IF NOT EXISTS usage_cancelled_requests (
    request TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    day TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS usage_cancelled_requests_days ON usage_cancelled_requests (day);
  CREATE TABLE IF NOT EXISTS usage_nodes (
    node TEXT PRIMARY KEY,
    keys_seen_position INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  DROP TABLE IF EXISTS usage_paces;
  CREATE TABLE IF NOT EXISTS usage_rate_shares (
    key_id TEXT NOT NULL,
    node TEXT NOT NULL,
    per_second INTEGER NOT NULL CHECK (per_second BETWEEN 0 AND claimed),
    claimed INTEGER NOT NULL CHECK (claimed > 0),
    PRIMARY KEY (key_id, node)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS usage_rate_shares_of_node ON usage_rate_shares (node);
  CREATE INDEX IF NOT EXISTS usage_rate_shares_lacking ON usage_rate_shares (key_id) WHERE claimed > per_second;
  CREATE TABLE IF NOT EXISTS usage_clock (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    reached_ms INTEGER NOT NULL,
    negated_ms INTEGER NOT NULL,
    CHECK (reached_ms + negated_ms = 0)
  ) STRICT;
`

/** Rows that one sync deletes at the most, so that none takes long. */
const pruneCountMax = 500

/** Forgets what is settled and older than the day; what is open or burnt stays, because a report may still come. */
export const pruneBefore = (db: SqliteDatabase, day: string): void => {
  const old = [day, pruneCountMax]
  db.statement(
    `DELETE FROM usage_leases WHERE lease IN
       (SELECT lease FROM usage_leases WHERE status = 'closed' AND day < ? LIMIT ?)`
  ).run(...old)
  db.statement(
    `DELETE FROM usage_cancelled_requests WHERE request IN
       (SELECT request FROM usage_cancelled_requests WHERE day < ? LIMIT ?)`
  ).run(...old)
  const settled = db
    .statement("SELECT key_id, day FROM usage_days WHERE open = 0 AND burnt = 0 AND day < ? LIMIT ?")
    .all(...old)
  for (const { day: settledDay, key_id } of settled) {
    const window = [String(key_id), String(settledDay)]
    db.statement("DELETE FROM usage_hours WHERE key_id = ? AND day = ?").run(...window)
    db.statement("DELETE FROM usage_days WHERE key_id = ? AND day = ?").run(...window)
  }
}
