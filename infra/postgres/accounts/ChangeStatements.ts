import { Redacted } from "effect"
import { openSessionsMax } from "../../../domain/account/Account.ts"
import { type AccountChange, AddressTaken, TokenUnusable } from "../../../domain/ports/AccountStore.ts"

/** One statement of a change. `unless`: what it fails with where it touches no row. */
export interface ChangeStatement {
  readonly sql: string
  readonly values: ReadonlyArray<unknown>
  readonly unless?: () => AddressTaken | TokenUnusable
}

const erasedTables = ["accounts", "account_sessions", "account_tokens", "webhook_endpoints", "webhook_messages"]

const statement = (sql: string, ...values: ReadonlyArray<unknown>): ChangeStatement => ({ sql, values })

type Change<Tag extends AccountChange["_tag"]> = Extract<AccountChange, { readonly _tag: Tag }>

/** The statements of a change, in their order, in the transaction of its events. */
export const statementsOf = (change: AccountChange): ReadonlyArray<ChangeStatement> => {
  switch (change._tag) {
    case "Register":
      return [register(change)]
    case "SetPassword": {
      const { accountId, passwordHash, version } = change
      const sql = "UPDATE accounts SET password_hash = $1, password_version = $2 WHERE account_id = $3"
      return [statement(sql, passwordHash, version, accountId)]
    }
    case "SetVerified":
      return verify(change)
    case "SetPlan":
      return [statement("UPDATE accounts SET plan = $1 WHERE account_id = $2", change.plan, change.accountId)]
    case "SetActive":
      return [statement("UPDATE accounts SET active = $1 WHERE account_id = $2", change.active, change.accountId)]
    case "OpenSession":
      return openSession(change)
    case "CloseSessions": {
      const sql = "DELETE FROM account_sessions WHERE account_id = $1 AND session_id = $2"
      return change.sessions.map((session) => statement(sql, change.accountId, session))
    }
    case "AddToken": {
      const { accountId, digest, expiresAt, purpose } = change
      const sql = "INSERT INTO account_tokens (digest, account_id, purpose, expires_at) VALUES ($1, $2, $3, $4)"
      return [statement(sql, digest, accountId, purpose, expiresAt)]
    }
    case "UseToken": {
      const { digest, now, purpose } = change
      const sql = "DELETE FROM account_tokens WHERE digest = $1 AND purpose = $2 AND expires_at > $3 RETURNING digest"
      return [{ ...statement(sql, digest, purpose, now), unless: () => new TokenUnusable() }]
    }
    case "DropTokens":
      return [statement("DELETE FROM account_tokens WHERE account_id = $1", change.accountId)]
    case "SetWebhook": {
      const { accountId, secret, url } = change.endpoint
      const sql = `INSERT INTO webhook_endpoints (account_id, url, secret) VALUES ($1, $2, $3)
        ON CONFLICT (account_id) DO UPDATE SET url = excluded.url, secret = excluded.secret`
      return [statement(sql, accountId, url, Redacted.value(secret))]
    }
    case "RemoveWebhook":
      return [
        statement("DELETE FROM webhook_endpoints WHERE account_id = $1", change.accountId),
        statement("DELETE FROM webhook_messages WHERE account_id = $1 AND state = 'waiting'", change.accountId)
      ]
    case "Erase": {
      const { accountId, actor } = change
      return [
        ...erasedTables.map((table) => statement(`DELETE FROM ${table} WHERE account_id = $1`, accountId)),
        statement("INSERT INTO pending_erasures (account_id, actor) VALUES ($1, $2)", accountId, actor)
      ]
    }
  }
}

const register = ({ account }: Change<"Register">): ChangeStatement =>
  statement(
    `INSERT INTO accounts (account_id, email, address, password_hash, password_version, plan, verified, active,
       registered_at, signed_in_at, failures_seen)
     VALUES ($1, $2, $3, $4, 1, $5, false, true, $6, NULL,
       coalesce((SELECT total FROM sign_in_failures WHERE address = $3), 0))`,
    account.accountId,
    account.email,
    account.address,
    account.passwordHash,
    account.plan,
    account.registeredAt
  )

/** Two accounts of one address that are verified at once wait for each other here, so that the second sees the first. */
const verify = ({ accountId }: Change<"SetVerified">): ReadonlyArray<ChangeStatement> => [
  statement(
    `SELECT account_id FROM accounts WHERE address = (SELECT address FROM accounts WHERE account_id = $1)
     ORDER BY account_id FOR UPDATE`,
    accountId
  ),
  {
    ...statement(
      `UPDATE accounts AS a SET verified = true WHERE a.account_id = $1 AND NOT EXISTS
         (SELECT 1 FROM accounts AS b WHERE b.address = a.address AND b.verified AND b.account_id <> a.account_id)
       RETURNING a.account_id`,
      accountId
    ),
    unless: () => new AddressTaken()
  }
]

const openSession = ({ failuresSeen, session }: Change<"OpenSession">): ReadonlyArray<ChangeStatement> => {
  const { accountId, client, digest, openedAt, sessionId } = session
  return [
    statement(
      `INSERT INTO account_sessions (digest, session_id, account_id, opened_at, seen_at, client)
       VALUES ($1, $2, $3, $4, $4, $5)`,
      digest,
      sessionId,
      accountId,
      openedAt,
      client
    ),
    statement(
      `DELETE FROM account_sessions WHERE digest IN (
         SELECT digest FROM account_sessions WHERE account_id = $1 ORDER BY opened_at DESC, session_id OFFSET $2)`,
      accountId,
      openSessionsMax
    ),
    statement(
      "UPDATE accounts SET signed_in_at = $1, failures_seen = $2 WHERE account_id = $3",
      openedAt,
      failuresSeen,
      accountId
    )
  ]
}
