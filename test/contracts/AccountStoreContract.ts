import { assert, describe, layer } from "@effect/vitest"
import { Effect, type Layer, Option, Result } from "effect"
import { openSessionsMax } from "../../domain/account/Account.ts"
import { AccountId, SessionId } from "../../domain/account/AccountEvent.ts"
import { AddressDigest, PasswordHash, TokenDigest } from "../../domain/account/AccountRecord.ts"
import { EmailAddress } from "../../domain/account/EmailAddress.ts"
import { sessionIdleMs, sessionLifeMs, tokenLifeMs } from "../../domain/account/Lifetimes.ts"
import { accountStream } from "../../domain/EventEnvelope.ts"
import { type AccountChange, AccountStore } from "../../domain/ports/AccountStore.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"

const meta = { commandId: "command-1", actor: "system" } as const
const accountId = (name: string) => AccountId.make(`acc_${name.padEnd(12, "0")}`)
const sessionId = (name: string) => SessionId.make(`ses_${name.padEnd(12, "0")}`)
const token = (name: string) => TokenDigest.make(name.padEnd(43, "_"))
const address = (name: string) => AddressDigest.make(name.padEnd(43, "_"))
const hash = (name: string) => PasswordHash.make(`$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$${name}`)
const start = 1_800_000_000_000

interface Known {
  readonly at?: string
  readonly password?: string
  readonly registeredAt?: number
}

const registration = (name: string, { at = name, password = name, registeredAt = start }: Known): AccountChange => ({
  _tag: "Register",
  account: {
    accountId: accountId(name),
    email: EmailAddress.make(`${at}@example.com`),
    address: address(at),
    passwordHash: hash(password),
    plan: "developer",
    registeredAt
  }
})

const change = Effect.fnUntraced(function* (...changes: ReadonlyArray<AccountChange>) {
  return yield* (yield* AccountStore).commit([], meta, changes)
})
const register = (name: string, known: Known = {}) => change(registration(name, known))

const opening = (owner: string, name: string, openedAt = start): AccountChange => ({
  _tag: "OpenSession",
  session: { digest: token(name), sessionId: sessionId(name), accountId: accountId(owner), openedAt, client: "curl/8" },
  failuresSeen: 3
})

const adding = (owner: string, name: string): AccountChange => ({
  _tag: "AddToken",
  digest: token(name),
  accountId: accountId(owner),
  purpose: "reset",
  expiresAt: start + tokenLifeMs
})

/** What is kept of accounts beside the log, and with it. */
export const suite = <E>(name: string, stores: Layer.Layer<EventLog | AccountStore, E>) =>
  describe(`AccountStore: ${name}`, () =>
    layer(stores)((it) => {
      it.effect("an account is found by its id, and by its address and password together", () =>
        Effect.gen(function* () {
          const store = yield* AccountStore
          yield* register("found")
          const record = Option.getOrThrow(yield* store.findById(accountId("found")))
          assert.deepStrictEqual(record, {
            accountId: accountId("found"),
            email: EmailAddress.make("found@example.com"),
            address: address("found"),
            passwordHash: hash("found"),
            passwordVersion: 1,
            plan: "developer",
            verified: false,
            active: true,
            registeredAt: start,
            signedInAt: null,
            failuresSeen: 0
          })
          const by = (of: string, password: string) =>
            store.findByCredentials({ address: address(of), passwordHash: hash(password) })
          assert.deepStrictEqual(yield* by("found", "found"), Option.some(record))
          assert.isTrue(Option.isNone(yield* by("found", "another")))
          assert.isTrue(Option.isNone(yield* by("another", "found")))
        })
      )

      it.effect("events and what belongs to them are written together or not at all", () =>
        Effect.gen(function* () {
          const [store, log] = [yield* AccountStore, yield* EventLog]
          const streamId = accountStream(accountId("together"))
          const registered = {
            streamId,
            expectedVersion: 0,
            events: [{ _tag: "AccountRegistered", plan: "developer" }]
          } as const
          yield* store.commit([registered], meta, [registration("together", {})])
          assert.lengthOf(yield* log.readStream("account", streamId), 1)
          const conflict = yield* Effect.result(
            store.commit([registered], meta, [{ _tag: "SetPlan", accountId: accountId("together"), plan: "growth" }])
          )
          assert.isTrue(Result.isFailure(conflict) && conflict.failure._tag === "ConcurrencyConflict")
          assert.strictEqual(Option.getOrThrow(yield* store.findById(accountId("together"))).plan, "developer")
          const verified = { ...registered, expectedVersion: 1, events: [{ _tag: "EmailVerified" }] } as const
          const used = yield* Effect.result(
            store.commit([verified], meta, [{ _tag: "UseToken", digest: token("none"), purpose: "verify", now: start }])
          )
          assert.isTrue(Result.isFailure(used) && used.failure._tag === "TokenUnusable")
          assert.lengthOf(yield* log.readStream("account", streamId), 1)
        })
      )

      it.effect("many accounts may have one address; one of them may have proved it, and comes first", () =>
        Effect.gen(function* () {
          const store = yield* AccountStore
          yield* register("shared1", { at: "shared", password: "same", registeredAt: start + 1 })
          yield* register("shared2", { at: "shared", password: "same", registeredAt: start + 2 })
          yield* register("shared3", { at: "shared", registeredAt: start + 3 })
          yield* change({ _tag: "SetVerified", accountId: accountId("shared2") })
          yield* change({ _tag: "SetVerified", accountId: accountId("shared2") })
          const ids = (yield* store.findByAddress(address("shared"), 10)).map(({ accountId: id }) => id)
          assert.deepStrictEqual(ids, ["shared2", "shared1", "shared3"].map(accountId))
          assert.lengthOf(yield* store.findByAddress(address("shared"), 2), 2)
          const same = yield* store.findByCredentials({ address: address("shared"), passwordHash: hash("same") })
          assert.strictEqual(Option.getOrThrow(same).accountId, accountId("shared2"))
          const taken = yield* Effect.result(change({ _tag: "SetVerified", accountId: accountId("shared1") }))
          assert.isTrue(Result.isFailure(taken) && taken.failure._tag === "AddressTaken")
        })
      )

      it.effect("password, plan and activity change", () =>
        Effect.gen(function* () {
          const store = yield* AccountStore
          const id = accountId("changed")
          yield* register("changed")
          yield* change(
            { _tag: "SetPassword", accountId: id, passwordHash: hash("next"), version: 2 },
            { _tag: "SetPlan", accountId: id, plan: "growth" },
            { _tag: "SetActive", accountId: id, active: false }
          )
          const { active, passwordHash, passwordVersion, plan } = Option.getOrThrow(yield* store.findById(id))
          assert.deepStrictEqual([active, passwordHash, passwordVersion, plan], [false, hash("next"), 2, "growth"])
        })
      )

      it.effect("a session ends when nobody used it, and at the latest after its life", () =>
        Effect.gen(function* () {
          const store = yield* AccountStore
          yield* register("timed")
          yield* change(opening("timed", "idle"), opening("timed", "used"))
          const isOpen = (of: string, now: number) => Effect.map(store.findSession(token(of), now), Option.isSome)
          assert.isTrue(yield* isOpen("idle", start + sessionIdleMs - 1))
          assert.isFalse(yield* isOpen("never", start))
          for (let now = start; now < start + sessionLifeMs; now += sessionIdleMs / 2) {
            assert.isTrue(yield* isOpen("used", now), String(now - start))
          }
          assert.isFalse(yield* isOpen("used", start + sessionLifeMs))
          assert.isFalse(yield* isOpen("idle", start + 3 * sessionIdleMs))
          const { failuresSeen, signedInAt } = Option.getOrThrow(yield* store.findById(accountId("timed")))
          assert.deepStrictEqual([failuresSeen, signedInAt], [3, start])
        })
      )

      it.effect("sessions are listed, the newest first, and closed one by one by their account alone", () =>
        Effect.gen(function* () {
          const store = yield* AccountStore
          yield* register("listed")
          yield* change(opening("listed", "first", start), opening("listed", "second", start + 1))
          const sessions = yield* store.sessionsOf(accountId("listed"), start + 2)
          assert.deepStrictEqual(
            sessions.map((session) => [session.sessionId, session.client]),
            [
              [sessionId("second"), "curl/8"],
              [sessionId("first"), "curl/8"]
            ]
          )
          yield* change({ _tag: "CloseSessions", accountId: accountId("others"), sessions: [sessionId("first")] })
          assert.isTrue(Option.isSome(yield* store.findSession(token("first"), start + 2)))
          yield* change({ _tag: "CloseSessions", accountId: accountId("listed"), sessions: [sessionId("first")] })
          assert.isTrue(Option.isNone(yield* store.findSession(token("first"), start + 2)))
          assert.isTrue(Option.isSome(yield* store.findSession(token("second"), start + 2)))
        })
      )

      it.effect("an account has a bounded number of sessions: the oldest goes", () =>
        Effect.gen(function* () {
          const store = yield* AccountStore
          yield* register("many")
          for (let i = 0; i <= openSessionsMax; i++) yield* change(opening("many", `many${i}x`, start + i))
          assert.lengthOf(yield* store.sessionsOf(accountId("many"), start + 100), openSessionsMax)
          assert.isTrue(Option.isNone(yield* store.findSession(token("many0x"), start + 100)))
        })
      )

      it.effect("a token is used once, in its time and for its purpose", () =>
        Effect.gen(function* () {
          const store = yield* AccountStore
          yield* register("token")
          yield* change(adding("token", "once"), adding("token", "late"), adding("token", "dropped"))
          const find = (of: string, now = start) => store.findToken(token(of), "reset", now)
          const use = (of: string, now = start, purpose: "reset" | "verify" = "reset") =>
            Effect.result(change({ _tag: "UseToken", digest: token(of), purpose, now }))
          assert.deepStrictEqual(yield* find("once"), Option.some(accountId("token")))
          assert.isTrue(Option.isNone(yield* store.findToken(token("once"), "verify", start)))
          assert.isTrue(Result.isFailure(yield* use("once", start, "verify")))
          assert.isTrue(Result.isSuccess(yield* use("once")))
          assert.isTrue(Result.isFailure(yield* use("once")))
          assert.isTrue(Option.isNone(yield* find("once")))
          assert.isTrue(Option.isNone(yield* find("late", start + tokenLifeMs)))
          assert.isTrue(Result.isFailure(yield* use("late", start + tokenLifeMs)))
          yield* change({ _tag: "DropTokens", accountId: accountId("token") })
          assert.isTrue(Option.isNone(yield* find("dropped")))
        })
      )

      it.effect("what is erased is gone: account, sessions, tokens; and nobody else's", () =>
        Effect.gen(function* () {
          const store = yield* AccountStore
          yield* register("erased", { at: "erased" })
          yield* register("kept", { at: "erased" })
          yield* change(opening("erased", "erased"), opening("kept", "kept"), adding("erased", "erasedtoken"))
          yield* change({ _tag: "Erase", accountId: accountId("erased"), actor: "cli" })
          assert.isTrue(Option.isNone(yield* store.findById(accountId("erased"))))
          assert.isTrue(Option.isNone(yield* store.findSession(token("erased"), start)))
          assert.isTrue(Option.isNone(yield* store.findToken(token("erasedtoken"), "reset", start)))
          assert.isTrue(Option.isSome(yield* store.findSession(token("kept"), start)))
          assert.lengthOf(yield* store.findByAddress(address("erased"), 10), 1)
        })
      )

      it.effect("the list has every account once, page by page", () =>
        Effect.gen(function* () {
          const store = yield* AccountStore
          yield* Effect.forEach(["page1", "page2", "page3"], (each) => register(each))
          const seen: Array<string> = []
          let after: AccountId | null = null
          while (true) {
            const page: ReadonlyArray<{ readonly accountId: AccountId }> = yield* store.list(after, 2)
            seen.push(...page.map(({ accountId: id }) => id))
            after = page.at(-1)?.accountId ?? null
            if (page.length < 2) break
          }
          assert.lengthOf(seen, new Set(seen).size)
          assert.includeMembers(seen, ["page1", "page2", "page3"].map(accountId))
          assert.deepStrictEqual(seen, seen.toSorted())
        })
      )
    }))
