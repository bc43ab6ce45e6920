import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import { AddressDigest, PasswordHash } from "../../domain/account/AccountRecord.ts"
import { EmailAddress } from "../../domain/account/EmailAddress.ts"
import { accountStream, auditStream, keyStream } from "../../domain/EventEnvelope.ts"
import { KeyDigest, KeyId, KeyPrefix } from "../../domain/key/KeyEvent.ts"
import { AccountStore } from "../../domain/ports/AccountStore.ts"
import { CommandOrigins, CurrentOrigin } from "../../domain/ports/CommandOrigins.ts"
import { EventLog, type StreamAppend } from "../../domain/ports/EventLog.ts"
import { FailedAuthentications } from "../../domain/ports/FailedAuthentications.ts"
import { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import { PersonalData } from "../../domain/ports/PersonalData.ts"
import { UsageDay } from "../../domain/usage/UsageEvent.ts"

type Stores = AccountStore | CommandOrigins | EventLog | FailedAuthentications | KeyDirectory | PersonalData

const anna = AccountId.make("acc_anna00000000")
const ivan = AccountId.make("acc_ivan00000000")
const keyOf = (accountId: AccountId) => KeyId.make(accountId.replace("acc_", "key_"))
const hour = Date.UTC(2026, 10, 27, 10)
const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, prefix: null, address: null, account: null, limit: 100 }

const metaOf = (commandId: string, accountId: AccountId) => ({ commandId, actor: `account:${accountId}` as const })

/** Signs up over the network: two commands with an origin, a key with a name, and a password that was wrong. */
const register = Effect.fnUntraced(
  function* (accountId: AccountId) {
    const store = yield* AccountStore
    const log = yield* EventLog
    const account = {
      accountId,
      email: EmailAddress.make(`${accountId}@example.com`),
      address: AddressDigest.make(accountId.padEnd(43, "_")),
      passwordHash: PasswordHash.make(`$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$${accountId.slice("acc_".length)}`),
      plan: "developer" as const,
      registeredAt: hour
    }
    const own: StreamAppend<"account"> = {
      streamId: accountStream(accountId),
      expectedVersion: 0,
      events: [{ _tag: "AccountRegistered", plan: "developer" }]
    }
    const ofKey: StreamAppend<"key"> = {
      streamId: keyStream(keyOf(accountId)),
      expectedVersion: 0,
      events: [
        {
          _tag: "KeyIssued",
          role: "client",
          accountId,
          digest: KeyDigest.make(accountId.padEnd(43, "_")),
          prefix: KeyPrefix.make("fdb_abcdef"),
          plan: "developer"
        }
      ],
      keyName: `of ${accountId}`
    }
    yield* store.commit([own], metaOf(`${accountId}-1`, accountId), [{ _tag: "Register", account }])
    yield* log.append([ofKey], metaOf(`${accountId}-2`, accountId))
    const failures = yield* FailedAuthentications
    yield* failures.add([{ hour, kind: "password", prefix: "", address: "203.0.113.9", account: accountId, count: 1 }])
  },
  Effect.provideService(CurrentOrigin, { address: "203.0.113.9", userAgent: "curl/8", requestId: "r-1" })
)

const deleteAccount = Effect.fnUntraced(function* (accountId: AccountId) {
  const own: StreamAppend<"account"> = {
    streamId: accountStream(accountId),
    expectedVersion: 1,
    events: [{ _tag: "AccountDeleted" }]
  }
  const meta = { commandId: `${accountId}-3`, actor: "operator:maria" } as const
  yield* (yield* AccountStore).commit([own], meta, [{ _tag: "Erase", accountId, actor: "operator:maria" }])
})

const eraseAt = Effect.fnUntraced(function* (accountId: AccountId, expectedVersion: number) {
  return yield* (yield* PersonalData).eraseOf(accountId, (erased) => ({
    streams: [
      {
        streamId: accountStream(accountId),
        expectedVersion,
        events: [{ _tag: "PersonalDataErased", ...erased }]
      }
    ],
    meta: { commandId: `${accountId}-4`, actor: "operator:maria" }
  }))
})

/** What is left of an account: commands with an origin, the name of its key, and its failed authentications. */
const left = Effect.fnUntraced(function* (accountId: AccountId) {
  const origins = yield* (yield* CommandOrigins).of([1, 2, 3, 4].map((n) => `${accountId}-${n}`))
  const key = Option.getOrThrow(yield* (yield* KeyDirectory).findById(keyOf(accountId)))
  const failures = yield* (yield* FailedAuthentications).list({ ...everything, account: accountId })
  return [origins.size, key.name, failures.length]
})

const tagsOf = Effect.fnUntraced(function* (accountId: AccountId) {
  const events = yield* (yield* EventLog).readStream("account", accountStream(accountId))
  return events.map(({ event }) => event._tag)
})

const none = { origins: 0, keyNames: 0, failedAuthentications: 0 }

/** What erasing guarantees: it and the event that records it are one. */
export const suite = <E>(name: string, layer: Layer.Layer<Stores, E>) =>
  describe(`PersonalData: ${name}`, () => {
    const test = (guarantee: string, body: Effect.Effect<void, unknown, Stores>) =>
      it.effect(guarantee, () => body.pipe(Effect.provide(layer)))

    test(
      "of a deleted account its own and its keys' goes, with the event of it, and nobody else's",
      Effect.gen(function* () {
        yield* register(anna)
        yield* register(ivan)
        yield* deleteAccount(anna)
        assert.deepStrictEqual(yield* eraseAt(anna, 2), { origins: 2, keyNames: 1, failedAuthentications: 1 })
        assert.deepStrictEqual(yield* left(anna), [0, "", 0])
        assert.deepStrictEqual(yield* left(ivan), [2, `of ${ivan}`, 1])
        assert.deepStrictEqual(yield* tagsOf(anna), ["AccountRegistered", "AccountDeleted", "PersonalDataErased"])
        assert.deepStrictEqual(yield* eraseAt(anna, 3), none)
      })
    )

    test(
      "where the event cannot be appended, nothing is erased",
      Effect.gen(function* () {
        yield* register(anna)
        yield* deleteAccount(anna)
        assert.strictEqual((yield* Effect.flip(eraseAt(anna, 1)))._tag, "ConcurrencyConflict")
        assert.deepStrictEqual(yield* left(anna), [2, `of ${anna}`, 1])
        assert.deepStrictEqual(yield* tagsOf(anna), ["AccountRegistered", "AccountDeleted"])
        assert.lengthOf(yield* (yield* PersonalData).pending, 1)
      })
    )

    test(
      "a deletion is pending, with who gave it, until what is personal is erased",
      Effect.gen(function* () {
        const { pending } = yield* PersonalData
        yield* register(anna)
        assert.deepStrictEqual(yield* pending, [])
        yield* deleteAccount(anna)
        assert.deepStrictEqual(yield* pending, [{ accountId: anna, actor: "operator:maria" }])
        yield* eraseAt(anna, 2)
        assert.deepStrictEqual(yield* pending, [])
      })
    )

    test(
      "a key of a deleted account gets no name any more, which nobody would erase",
      Effect.gen(function* () {
        yield* register(anna)
        yield* deleteAccount(anna)
        yield* eraseAt(anna, 2)
        const late: StreamAppend<"key"> = {
          streamId: keyStream(keyOf(anna)),
          expectedVersion: 1,
          events: [{ _tag: "KeyRenamed" }],
          keyName: "too late"
        }
        yield* (yield* EventLog).append([late], metaOf("late", anna))
        assert.deepStrictEqual(yield* left(anna), [0, "", 0])
      })
    )

    test(
      "what was kept for long enough goes, with the event of it, and what was not stays",
      Effect.gen(function* () {
        const { eraseBefore } = yield* PersonalData
        yield* TestClock.setTime(hour)
        yield* register(anna)
        const streamId = auditStream("retention", UsageDay.make("2026-11-27"))
        const erase = (before: number) =>
          eraseBefore(before, (origins) => ({
            streams: [
              {
                streamId,
                expectedVersion: 0,
                events: origins === 0 ? [] : [{ _tag: "OriginsErased", reason: "expired", origins }]
              }
            ],
            meta: { commandId: "sweep", actor: "system" }
          }))
        assert.strictEqual(yield* erase(Date.UTC(2026, 0, 1)), 0)
        assert.deepStrictEqual(yield* left(anna), [2, `of ${anna}`, 1])
        assert.strictEqual(yield* erase(Date.UTC(2100, 0, 1)), 2)
        assert.deepStrictEqual(yield* left(anna), [0, `of ${anna}`, 0])
        const events = yield* (yield* EventLog).readStream("audit", streamId)
        assert.deepStrictEqual(
          events.map(({ event }) => event),
          [{ _tag: "OriginsErased", reason: "expired", origins: 2 }]
        )
      })
    )
  })
