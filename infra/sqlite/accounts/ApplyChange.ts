import { Redacted } from "effect"
import { openSessionsMax } from "../../../domain/account/Account.ts"
import { type AccountChange, AddressTaken, TokenUnusable } from "../../../domain/ports/AccountStore.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

const erasedTables = ["accounts", "account_sessions", "account_tokens", "webhook_endpoints", "webhook_messages"]

type Change<Tag extends AccountChange["_tag"]> = Extract<AccountChange, { readonly _tag: Tag }>

/** Makes the change; to be called inside a write transaction. Throws `AddressTaken` and `TokenUnusable`. */
export const applyChange = (db: SqliteDatabase, change: AccountChange): void => {
  const run = (sql: string, ...values: ReadonlyArray<string | number>): number =>
    Number(db.statement(sql).run(...values).changes)
  switch (change._tag) {
    case "Register":
      return register(db, change)
    case "SetPassword":
      run(
        "UPDATE accounts SET password_hash = ?, password_version = ? WHERE account_id = ?",
        change.passwordHash,
        change.version,
        change.accountId
      )
      return
    case "SetVerified":
      return verify(db, change)
    case "SetPlan":
      run("UPDATE accounts SET plan = ? WHERE account_id = ?", change.plan, change.accountId)
      return
    case "SetActive":
      run("UPDATE accounts SET active = ? WHERE account_id = ?", change.active ? 1 : 0, change.accountId)
      return
    case "OpenSession":
      return openSession(db, change)
    case "CloseSessions":
      for (const session of change.sessions) {
        run("DELETE FROM account_sessions WHERE account_id = ? AND session_id = ?", change.accountId, session)
      }
      return
    case "AddToken":
      run(
        "INSERT INTO account_tokens (digest, account_id, purpose, expires_at) VALUES (?, ?, ?, ?)",
        change.digest,
        change.accountId,
        change.purpose,
        change.expiresAt
      )
      return
    case "UseToken": {
      const { digest, now, purpose } = change
      const sql = "DELETE FROM account_tokens WHERE digest = ? AND purpose = ? AND expires_at > ?"
      if (run(sql, digest, purpose, now) === 0) throw new TokenUnusable()
      return
    }
    case "DropTokens":
      run("DELETE FROM account_tokens WHERE account_id = ?", change.accountId)
      return
    case "SetWebhook": {
      const { accountId, secret, url } = change.endpoint
      run(
        "REPLACE INTO webhook_endpoints (account_id, url, secret) VALUES (?, ?, ?)",
        accountId,
        url,
        Redacted.value(secret)
      )
      return
    }
    case "RemoveWebhook":
      run("DELETE FROM webhook_endpoints WHERE account_id = ?", change.accountId)
      run("DELETE FROM webhook_messages WHERE account_id = ? AND state = 'waiting'", change.accountId)
      return
    case "Erase":
      for (const table of erasedTables) run(`DELETE FROM ${table} WHERE account_id = ?`, change.accountId)
      run("INSERT INTO pending_erasures (account_id, actor) VALUES (?, ?)", change.accountId, change.actor)
  }
}

const register = (db: SqliteDatabase, { account }: Change<"Register">): void => {
  db.statement(
    `INSERT INTO accounts (account_id, email, address, password_hash, password_version, plan, verified, active,
       registered_at, signed_in_at, failures_seen)
     VALUES (?, ?, ?, ?, 1, ?, 0, 1, ?, NULL,
       coalesce((SELECT total FROM sign_in_failures WHERE address = ?), 0))`
  ).run(
    account.accountId,
    account.email,
    account.address,
    account.passwordHash,
    account.plan,
    account.registeredAt,
    account.address
  )
}

const verify = (db: SqliteDatabase, { accountId }: Change<"SetVerified">): void => {
  const other = db
    .statement(
      `SELECT 1 FROM accounts WHERE verified = 1 AND account_id <> ?
       AND address = (SELECT address FROM accounts WHERE account_id = ?)`
    )
    .get(accountId, accountId)
  if (other !== undefined) throw new AddressTaken()
  db.statement("UPDATE accounts SET verified = 1 WHERE account_id = ?").run(accountId)
}

const openSession = (db: SqliteDatabase, { failuresSeen, session }: Change<"OpenSession">): void => {
  const { accountId, client, digest, openedAt, sessionId } = session
  db.statement(
    "INSERT INTO account_sessions (digest, session_id, account_id, opened_at, seen_at, client) VALUES (?, ?, ?, ?, ?, ?)"
  ).run(digest, sessionId, accountId, openedAt, openedAt, client)
  db.statement(
    `DELETE FROM account_sessions WHERE digest IN (
       SELECT digest FROM account_sessions WHERE account_id = ? ORDER BY opened_at DESC, session_id LIMIT -1 OFFSET ?)`
  ).run(accountId, openSessionsMax)
  db.statement("UPDATE accounts SET signed_in_at = ?, failures_seen = ? WHERE account_id = ?").run(
    openedAt,
    failuresSeen,
    accountId
  )
}
