/** What the log must not hold. `accounts_verified`: an address is one account's alone from its verification on. */
export const accountTables: ReadonlyArray<string> = [
  `CREATE TABLE accounts (
    account_id text COLLATE "C" PRIMARY KEY,
    email text NOT NULL,
    address text NOT NULL,
    password_hash text NOT NULL,
    password_version integer NOT NULL,
    plan text NOT NULL,
    verified boolean NOT NULL,
    active boolean NOT NULL,
    registered_at bigint NOT NULL,
    signed_in_at bigint,
    failures_seen integer NOT NULL
  )`,
  "CREATE INDEX accounts_credentials ON accounts (address, password_hash)",
  "CREATE UNIQUE INDEX accounts_verified ON accounts (address) WHERE verified",
  `CREATE TABLE account_sessions (
    digest text PRIMARY KEY,
    session_id text COLLATE "C" NOT NULL UNIQUE,
    account_id text NOT NULL,
    opened_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    client text NOT NULL
  )`,
  "CREATE INDEX account_sessions_account ON account_sessions (account_id, opened_at)",
  "CREATE INDEX account_sessions_seen ON account_sessions (seen_at)",
  `CREATE TABLE account_tokens (
    digest text PRIMARY KEY,
    account_id text NOT NULL,
    purpose text NOT NULL CHECK (purpose IN ('verify', 'reset')),
    expires_at bigint NOT NULL
  )`,
  "CREATE INDEX account_tokens_account ON account_tokens (account_id)",
  "CREATE INDEX account_tokens_expiry ON account_tokens (expires_at)",
  `CREATE TABLE attempts (
    subject text PRIMARY KEY,
    started_at bigint NOT NULL,
    current integer NOT NULL,
    previous integer NOT NULL,
    expires_at bigint NOT NULL
  )`,
  "CREATE INDEX attempts_expiry ON attempts (expires_at)",
  `CREATE TABLE sign_in_failures (
    address text PRIMARY KEY,
    total integer NOT NULL,
    expires_at bigint NOT NULL
  )`,
  "CREATE INDEX sign_in_failures_expiry ON sign_in_failures (expires_at)"
]

/** The end of the log as before, over the events of accounts, too. */
export const accountsInLog = `
  CREATE OR REPLACE FUNCTION log_end() RETURNS TABLE (epoch smallint, tx xid8, "position" bigint) LANGUAGE sql STABLE AS $body$
    SELECT last.epoch, last.tx, last.position
    FROM unnest(ARRAY['product', 'key', 'account', 'usage']) AS c(category)
    CROSS JOIN LATERAL (
      SELECT e.epoch, e.tx, e.position FROM events AS e
      WHERE e.category = c.category
        AND (e.epoch, e.tx) < ((SELECT l.epoch FROM log_epoch AS l), pg_snapshot_xmin(pg_current_snapshot()))
      ORDER BY e.epoch DESC, e.tx DESC, e.position DESC LIMIT 1
    ) AS last
    ORDER BY last.epoch DESC, last.tx DESC, last.position DESC LIMIT 1
  $body$`
