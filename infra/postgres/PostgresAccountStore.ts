import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Schema } from "effect"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import { isSessionOpen, sessionIdleMs, sessionLifeMs, sessionSeenMs } from "../../domain/account/Lifetimes.ts"
import { type AccountChange, AccountStore } from "../../domain/ports/AccountStore.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { accountColumns, sessionColumns, toAccount, toSession } from "./accounts/AccountRows.ts"
import { statementsOf } from "./accounts/ChangeStatements.ts"
import { query, unavailable } from "./Postgres.ts"

const verifiedFirst = `verified DESC, registered_at, account_id`

const decodeOwner = Schema.decodeUnknownSync(Schema.Struct({ account_id: AccountId }))

const make = Effect.gen(function* () {
  const client = yield* PgClient.PgClient
  const log = yield* EventLog

  const apply = Effect.fnUntraced(function* (change: AccountChange) {
    for (const { sql, unless, values } of statementsOf(change)) {
      const rows = yield* query(client, "change an account", sql, values)
      if (unless !== undefined && rows.length === 0) return yield* Effect.fail(unless())
    }
  })

  const accounts = (operation: string, sql: string, ...values: ReadonlyArray<unknown>) =>
    Effect.map(query(client, operation, `SELECT ${accountColumns} FROM accounts ${sql}`, values), (rows) =>
      rows.map((row) => toAccount(row))
    )

  const first = <A>([row]: ReadonlyArray<A>): Option.Option<A> => Option.fromUndefinedOr(row)

  const forgetOld = (now: number) =>
    Effect.andThen(
      query(client, "forget old sessions", "DELETE FROM account_sessions WHERE seen_at <= $1 OR opened_at <= $2", [
        now - sessionIdleMs,
        now - sessionLifeMs
      ]),
      query(client, "forget old tokens", "DELETE FROM account_tokens WHERE expires_at <= $1", [now])
    )

  return AccountStore.of({
    // the append is the first statement of the transaction: its locks come before it has an id
    commit: Effect.fn("AccountStore.commit")((streams, meta, changes) =>
      log.append(streams, meta).pipe(
        Effect.tap(() => Effect.forEach(changes, apply, { discard: true })),
        client.withTransaction,
        Effect.catchTag("SqlError", unavailable("change an account"))
      )
    ),
    findById: Effect.fn("AccountStore.findById")((accountId) =>
      Effect.map(accounts("find an account", "WHERE account_id = $1", accountId), first)
    ),
    findByCredentials: Effect.fn("AccountStore.findByCredentials")(({ address, passwordHash }) =>
      Effect.map(
        accounts(
          "find an account by its credentials",
          `WHERE address = $1 AND password_hash = $2 ORDER BY ${verifiedFirst} LIMIT 1`,
          address,
          passwordHash
        ),
        first
      )
    ),
    findByAddress: Effect.fn("AccountStore.findByAddress")((address, limit) =>
      accounts(
        "find accounts by their address",
        `WHERE address = $1 ORDER BY ${verifiedFirst} LIMIT $2`,
        address,
        limit
      )
    ),
    list: Effect.fn("AccountStore.list")((after, limit) =>
      accounts("list accounts", "WHERE account_id > $1 ORDER BY account_id LIMIT $2", after ?? "", limit)
    ),
    findSession: Effect.fn("AccountStore.findSession")(function* (digest, now) {
      const rows = yield* query(
        client,
        "find a session",
        `SELECT ${sessionColumns} FROM account_sessions WHERE digest = $1`,
        [digest]
      )
      const found = Option.filter(first(rows.map((row) => toSession(row))), (session) => isSessionOpen(session, now))
      if (Option.isNone(found) || now < found.value.seenAt + sessionSeenMs) return found
      const sql = "UPDATE account_sessions SET seen_at = $1 WHERE digest = $2"
      yield* query(client, "note that a session was seen", sql, [now, digest])
      yield* forgetOld(now)
      return Option.some({ ...found.value, seenAt: now })
    }),
    sessionsOf: Effect.fn("AccountStore.sessionsOf")((accountId, now) =>
      Effect.map(
        query(
          client,
          "list sessions",
          `SELECT ${sessionColumns} FROM account_sessions WHERE account_id = $1 ORDER BY opened_at DESC, session_id`,
          [accountId]
        ),
        (rows) => rows.map((row) => toSession(row)).filter((session) => isSessionOpen(session, now))
      )
    ),
    findToken: Effect.fn("AccountStore.findToken")((digest, purpose, now) =>
      Effect.map(
        query(
          client,
          "find a token",
          "SELECT account_id FROM account_tokens WHERE digest = $1 AND purpose = $2 AND expires_at > $3",
          [digest, purpose, now]
        ),
        (rows) => Option.map(first(rows), (row) => decodeOwner(row).account_id)
      )
    )
  })
})

/** Accounts in the database of the log, changed in the transaction of their events. */
export const layer: Layer.Layer<AccountStore, never, PgClient.PgClient | EventLog> = Layer.effect(AccountStore, make)
