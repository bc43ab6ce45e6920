import { Clock, Effect, Layer, Option, Schema } from "effect"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import type { TokenDigest } from "../../domain/account/AccountRecord.ts"
import { isSessionOpen, sessionIdleMs, sessionLifeMs, sessionSeenMs } from "../../domain/account/Lifetimes.ts"
import { AccountStore, AddressTaken, TokenUnusable } from "../../domain/ports/AccountStore.ts"
import { CurrentOrigin } from "../../domain/ports/CommandOrigins.ts"
import { ConcurrencyConflict } from "../../domain/ports/EventLog.ts"
import { AppendSignal } from "../event-log/AppendSignal.ts"
import { accountColumns, sessionColumns, toAccount, toSession } from "./accounts/AccountRows.ts"
import { applyChange } from "./accounts/ApplyChange.ts"
import { appendFrom } from "./SqliteCommandOrigins.ts"
import { EventsDatabase, type SqliteDatabase } from "./Sqlite.ts"

const verifiedFirst = "verified DESC, registered_at, account_id"

const decodeOwner = Schema.decodeUnknownSync(Schema.Struct({ account_id: AccountId }))

const findSession = (db: SqliteDatabase, digest: TokenDigest, now: number) => {
  const row = db.statement(`SELECT ${sessionColumns} FROM account_sessions WHERE digest = ?`).get(digest)
  return Option.filter(Option.map(Option.fromUndefinedOr(row), toSession), (session) => isSessionOpen(session, now))
}

/** What stays of sessions and links that ran out is in the way of nobody, but it is of a person. */
const forgetOld = (db: SqliteDatabase, now: number): void => {
  db.statement("DELETE FROM account_sessions WHERE opened_at <= ? OR seen_at <= ?").run(
    now - sessionLifeMs,
    now - sessionIdleMs
  )
  db.statement("DELETE FROM account_tokens WHERE expires_at <= ?").run(now)
}

/** Accounts in `events.db`: in the transaction of their events, and in every copy of the log. */
export const layer: Layer.Layer<AccountStore, never, EventsDatabase | AppendSignal> = Layer.effect(
  AccountStore,
  Effect.gen(function* () {
    const db = yield* EventsDatabase
    const signal = yield* AppendSignal

    const commit: AccountStore["Service"]["commit"] = Effect.fn("AccountStore.commit")(
      function* (streams, meta, changes) {
        const now = yield* Clock.currentTimeMillis
        const origin = yield* CurrentOrigin
        const cursor = yield* db
          .write("change an account", () => {
            const cursor = appendFrom(db, streams, meta, { now, origin })
            for (const change of changes) applyChange(db, change)
            return cursor
          })
          .pipe(
            // thrown so that it rolls the transaction back
            Effect.catchDefect((defect) =>
              defect instanceof ConcurrencyConflict || defect instanceof AddressTaken || defect instanceof TokenUnusable
                ? Effect.fail(defect)
                : Effect.die(defect)
            )
          )
        yield* signal.notify
        return cursor
      }
    )

    return AccountStore.of({
      commit,
      findById: Effect.fn("AccountStore.findById")((accountId) =>
        db.read("find an account", () => {
          const row = db.statement(`SELECT ${accountColumns} FROM accounts WHERE account_id = ?`).get(accountId)
          return Option.map(Option.fromUndefinedOr(row), toAccount)
        })
      ),
      findByCredentials: Effect.fn("AccountStore.findByCredentials")(({ address, passwordHash }) =>
        db.read("find an account by its credentials", () => {
          const row = db
            .statement(
              `SELECT ${accountColumns} FROM accounts WHERE address = ? AND password_hash = ?
               ORDER BY ${verifiedFirst} LIMIT 1`
            )
            .get(address, passwordHash)
          return Option.map(Option.fromUndefinedOr(row), toAccount)
        })
      ),
      findByAddress: Effect.fn("AccountStore.findByAddress")((address, limit) =>
        db.read("find accounts by their address", () =>
          db
            .statement(`SELECT ${accountColumns} FROM accounts WHERE address = ? ORDER BY ${verifiedFirst} LIMIT ?`)
            .all(address, limit)
            .map(toAccount)
        )
      ),
      list: Effect.fn("AccountStore.list")((after, limit) =>
        db.read("list accounts", () =>
          db
            .statement(`SELECT ${accountColumns} FROM accounts WHERE account_id > ? ORDER BY account_id LIMIT ?`)
            .all(after ?? "", limit)
            .map(toAccount)
        )
      ),
      findSession: Effect.fn("AccountStore.findSession")(function* (digest, now) {
        const found = yield* db.read("find a session", () => findSession(db, digest, now))
        if (Option.isNone(found) || now < found.value.seenAt + sessionSeenMs) return found
        yield* db.write("note that a session was seen", () => {
          db.statement("UPDATE account_sessions SET seen_at = ? WHERE digest = ?").run(now, digest)
          forgetOld(db, now)
        })
        return Option.some({ ...found.value, seenAt: now })
      }),
      sessionsOf: Effect.fn("AccountStore.sessionsOf")((accountId, now) =>
        db.read("list sessions", () =>
          db
            .statement(
              `SELECT ${sessionColumns} FROM account_sessions WHERE account_id = ? ORDER BY opened_at DESC, session_id`
            )
            .all(accountId)
            .map(toSession)
            .filter((session) => isSessionOpen(session, now))
        )
      ),
      findToken: Effect.fn("AccountStore.findToken")((digest, purpose, now) =>
        db.read("find a token", () => {
          const row = db
            .statement("SELECT account_id FROM account_tokens WHERE digest = ? AND purpose = ? AND expires_at > ?")
            .get(digest, purpose, now)
          return Option.map(Option.fromUndefinedOr(row), (found) => decodeOwner(found).account_id)
        })
      )
    })
  })
)
