/** What the log must not hold. `accounts_verified`: an address is one account's alone from its verification on. */
export const accountSchema = `
  CREATE TABLE IF NOT EXISTS accounts (
    account_id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    address TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    password_version INTEGER NOT NULL,
    plan TEXT NOT NULL,
    verified INTEGER NOT NULL CHECK (verified IN (0, 1)),
    active INTEGER NOT NULL CHECK (active IN (0, 1)),
    registered_at INTEGER NOT NULL,
    signed_in_at INTEGER,
    failures_seen INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS accounts_credentials ON accounts (address, password_hash);
  CREATE UNIQUE INDEX IF NOT EXISTS accounts_verified ON accounts (address) WHERE verified = 1;
  CREATE TABLE IF NOT EXISTS account_sessions (
    digest TEXT PRIMARY KEY,
    session_id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    client TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS account_sessions_account ON account_sessions (account_id, opened_at);
  CREATE TABLE IF NOT EXISTS account_tokens (
    digest TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'reset')),
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS account_tokens_account ON account_tokens (account_id);
  CREATE TABLE IF NOT EXISTS attempts (
    subject TEXT PRIMARY KEY,
    started_at INTEGER NOT NULL,
    current INTEGER NOT NULL,
    previous INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS attempts_expiry ON attempts (expires_at);
  CREATE TABLE IF NOT EXISTS sign_in_failures (
    address TEXT PRIMARY KEY,
    total INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sign_in_failures_expiry ON sign_in_failures (expires_at);
`
