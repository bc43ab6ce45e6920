/** Endpoints of accounts and the messages to them: no event holds a secret or an address. */
export const webhookTables: ReadonlyArray<string> = [
  `CREATE TABLE webhook_endpoints (
    account_id text PRIMARY KEY,
    url text NOT NULL,
    secret text NOT NULL
  )`,
  `CREATE TABLE webhook_messages (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    body text NOT NULL,
    queued_at bigint NOT NULL,
    tries integer NOT NULL CHECK (tries >= 0),
    next_try_at bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'given-up')),
    problem text
  )`,
  "CREATE INDEX webhook_messages_due ON webhook_messages (next_try_at) WHERE state = 'waiting'",
  "CREATE INDEX webhook_messages_waiting ON webhook_messages (account_id) WHERE state = 'waiting'",
  "CREATE INDEX webhook_messages_done ON webhook_messages (queued_at) WHERE state <> 'waiting'"
]
