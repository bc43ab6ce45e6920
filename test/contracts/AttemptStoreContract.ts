import { assert, describe, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { AddressDigest } from "../../domain/account/AccountRecord.ts"
import { AttemptStore, failuresKeptMs } from "../../domain/ports/AttemptStore.ts"

const limit = { max: 3, windowMs: 60_000 }
const start = 1_800_000_000_000
const address = (name: string) => AddressDigest.make(name.padEnd(43, "_"))

/** Attempts are counted for all nodes together. */
export const suite = <E>(name: string, stores: Layer.Layer<AttemptStore, E>) =>
  describe(`AttemptStore: ${name}`, () =>
    layer(stores)((it) => {
      it.effect("so many are let through, then the wait is told, and after it one is let through", () =>
        Effect.gen(function* () {
          const { take } = yield* AttemptStore
          const attempts = [{ subject: "one", limit }]
          for (let i = 0; i < limit.max; i++) assert.strictEqual(yield* take(attempts, start), 0)
          const wait = yield* take(attempts, start)
          assert.isAbove(wait, 0)
          assert.isAbove(yield* take(attempts, start + wait - 1), 0)
          assert.strictEqual(yield* take(attempts, start + wait), 0)
        })
      )

      it.effect("an attempt that one limit refuses counts in none of them", () =>
        Effect.gen(function* () {
          const { take } = yield* AttemptStore
          const [full, free] = [
            { subject: "full", limit },
            { subject: "free", limit }
          ]
          for (let i = 0; i < limit.max; i++) yield* take([full], start)
          for (let i = 0; i < 10; i++) assert.isAbove(yield* take([free, full], start), 0)
          for (let i = 0; i < limit.max; i++) assert.strictEqual(yield* take([free], start), 0)
        })
      )

      it.effect("of attempts at one time no more are let through than one after the other", () =>
        Effect.gen(function* () {
          const { take } = yield* AttemptStore
          const attempts = [
            { subject: "b-at-once", limit },
            { subject: "a-at-once", limit: { ...limit, max: 100 } }
          ]
          const waits = yield* Effect.all(
            Array.from({ length: 12 }, (_, i) => take(i % 2 === 0 ? attempts : attempts.toReversed(), start)),
            { concurrency: "unbounded" }
          )
          assert.lengthOf(
            waits.filter((wait) => wait === 0),
            limit.max
          )
        })
      )

      it.effect("wrong passwords are counted by address, until there was none for long", () =>
        Effect.gen(function* () {
          const { failuresOf, noteFailure, take } = yield* AttemptStore
          assert.strictEqual(yield* failuresOf(address("a")), 0)
          yield* noteFailure(address("a"), start)
          yield* noteFailure(address("a"), start)
          yield* noteFailure(address("b"), start)
          assert.deepStrictEqual([yield* failuresOf(address("a")), yield* failuresOf(address("b"))], [2, 1])
          yield* noteFailure(address("c"), start + failuresKeptMs)
          assert.strictEqual(yield* failuresOf(address("a")), 0)
          assert.strictEqual(yield* take([], start), 0)
        })
      )
    }))
