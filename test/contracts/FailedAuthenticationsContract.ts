import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import { AddressDigest, PasswordHash } from "../../domain/account/AccountRecord.ts"
import { EmailAddress } from "../../domain/account/EmailAddress.ts"
import { type AccountChange, AccountStore } from "../../domain/ports/AccountStore.ts"
import { FailedAuthentications, type FailureCount } from "../../domain/ports/FailedAuthentications.ts"

const hour = Date.UTC(2026, 10, 27, 10)
const next = hour + 3_600_000

const failure = (more: Partial<FailureCount>): FailureCount => ({
  hour,
  kind: "invalid-key",
  prefix: "fdb_abcdef",
  address: "203.0.113.9",
  account: "",
  count: 1,
  ...more
})

const anna = AccountId.make("acc_anna00000000")
const registration: AccountChange = {
  _tag: "Register",
  account: {
    accountId: anna,
    email: EmailAddress.make("anna@example.com"),
    address: AddressDigest.make("a".repeat(43)),
    passwordHash: PasswordHash.make("$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$anna"),
    plan: "developer",
    registeredAt: hour
  }
}

const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, prefix: null, address: null, account: null, limit: 100 }

/** What the store of failed authentications guarantees: it adds up, whoever counts. */
export const suite = <E>(name: string, layer: Layer.Layer<AccountStore | FailedAuthentications, E>) =>
  describe(`FailedAuthentications: ${name}`, () => {
    const test = (guarantee: string, body: Effect.Effect<void, unknown, AccountStore | FailedAuthentications>) =>
      it.effect(guarantee, () => body.pipe(Effect.provide(layer)))

    test(
      "what is the same is added up, over calls and at once from many",
      Effect.gen(function* () {
        const { add, list } = yield* FailedAuthentications
        const both = [failure({}), failure({ kind: "password", prefix: "" })]
        yield* Effect.forEach(Array.from({ length: 20 }), (_, i) => add(i % 2 === 0 ? both : both.toReversed()), {
          concurrency: "unbounded",
          discard: true
        })
        yield* add([failure({ count: 5 })])
        assert.deepStrictEqual(yield* list(everything), [
          failure({ count: 25 }),
          failure({ kind: "password", prefix: "", count: 20 })
        ])
      })
    )

    test(
      "they are listed newest hour first, the most of an hour first, and no more than asked for",
      Effect.gen(function* () {
        const { add, list } = yield* FailedAuthentications
        const all = [
          failure({ hour: next, address: "a", count: 2 }),
          failure({ hour: next, address: "b", count: 1 }),
          failure({ address: "c", count: 9 })
        ]
        yield* add(all.toReversed())
        assert.deepStrictEqual(yield* list(everything), all)
        assert.deepStrictEqual(yield* list({ ...everything, limit: 1 }), all.slice(0, 1))
      })
    )

    test(
      "the hour of a time is listed from its middle on, prefix and address choose",
      Effect.gen(function* () {
        const { add, list } = yield* FailedAuthentications
        yield* add([failure({}), failure({ hour: next, prefix: "fdb_ghijkl" }), failure({ address: "198.51.100.7" })])
        const counted = (filter: Partial<typeof everything>) =>
          Effect.map(list({ ...everything, ...filter }), (found) => found.length)
        assert.strictEqual(yield* counted({ from: hour + 1_000, to: next }), 2)
        assert.strictEqual(yield* counted({ from: next }), 1)
        assert.strictEqual(yield* Effect.map(list({ ...everything, prefix: "fdb_ghijkl" }), ({ length }) => length), 1)
        assert.strictEqual(
          yield* Effect.map(list({ ...everything, address: "198.51.100.7" }), ({ length }) => length),
          1
        )
      })
    )

    test(
      "an account that is there is named, and chosen by; one that is not there, or no more, is not",
      Effect.gen(function* () {
        const { add, list } = yield* FailedAuthentications
        yield* (yield* AccountStore).commit([], { commandId: "command-1", actor: "system" }, [registration])
        const gone = failure({ account: "acc_gone00000000" })
        yield* add([failure({ account: anna, count: 2 }), gone, failure({}), gone])
        yield* add([failure({ account: anna })])
        assert.deepStrictEqual(yield* list(everything), [failure({ count: 3 }), failure({ account: anna, count: 3 })])
        assert.deepStrictEqual(yield* list({ ...everything, account: anna }), [failure({ account: anna, count: 3 })])
      })
    )
  })
