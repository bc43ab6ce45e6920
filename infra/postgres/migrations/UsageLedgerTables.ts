/**
 * The ledger's rows. `granted = open + used + burnt` is their sum; `quota` is the largest that anything was granted
 * under in that window (null: unlimited), because a later downgrade leaves more granted than the new plan allows.
 * A request is granted once, so the id of the request is the id of its lease.
 */
export const usageLedgerTables: ReadonlyArray<string> = [
  `CREATE TABLE usage_days (
    key_id text NOT NULL,
    day text NOT NULL,
    open integer NOT NULL CHECK (open >= 0),
    used integer NOT NULL CHECK (used >= 0),
    burnt integer NOT NULL CHECK (burnt >= 0),
    quota integer,
    PRIMARY KEY (key_id, day),
    CONSTRAINT usage_days_within_quota CHECK (quota IS NULL OR open + used + burnt <= quota)
  ) WITH (fillfactor = 70)`,
  "CREATE INDEX usage_days_settled ON usage_days (day) WHERE open = 0 AND burnt = 0",
  `CREATE TABLE usage_hours (
    key_id text NOT NULL,
    day text NOT NULL,
    hour integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
    open integer NOT NULL CHECK (open >= 0),
    used integer NOT NULL CHECK (used >= 0),
    burnt integer NOT NULL CHECK (burnt >= 0),
    quota integer NOT NULL,
    PRIMARY KEY (key_id, day, hour),
    CONSTRAINT usage_hours_within_quota CHECK (open + used + burnt <= quota)
  ) WITH (fillfactor = 70)`,
  `CREATE TABLE usage_leases (
    lease text PRIMARY KEY,
    key_id text NOT NULL,
    day text NOT NULL,
    hour integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
    node text NOT NULL,
    size integer NOT NULL CHECK (size > 0),
    recorded integer NOT NULL CHECK (recorded BETWEEN 0 AND size),
    status text NOT NULL CHECK (status IN ('open', 'closed', 'burnt'))
  ) WITH (fillfactor = 70)`,
  "CREATE INDEX usage_leases_open ON usage_leases (node) WHERE status = 'open'",
  "CREATE INDEX usage_leases_closed ON usage_leases (day) WHERE status = 'closed'",
  `CREATE TABLE usage_cancelled_requests (request text PRIMARY KEY, key_id text NOT NULL, day text NOT NULL)`,
  "CREATE INDEX usage_cancelled_requests_days ON usage_cancelled_requests (day)",
  `CREATE TABLE usage_nodes (
    node text PRIMARY KEY,
    keys_seen_tx bigint NOT NULL,
    keys_seen_position bigint NOT NULL,
    expires_at bigint NOT NULL
  )`,
  `CREATE TABLE usage_paces (
    key_id text NOT NULL,
    node text NOT NULL,
    per_second integer NOT NULL CHECK (per_second > 0),
    PRIMARY KEY (key_id, node)
  )`,
  "CREATE INDEX usage_paces_of_node ON usage_paces (node)"
]
