import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import { accountStream, keyStream } from "../../domain/EventEnvelope.ts"
import { KeyDigest, type KeyEvent, KeyId, KeyPrefix } from "../../domain/key/KeyEvent.ts"
import { CommandOrigins, CurrentOrigin, type Origin } from "../../domain/ports/CommandOrigins.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"

const anna = AccountId.make("acc_anna00000000")
const ivan = AccountId.make("acc_ivan00000000")
const keyOf = (accountId: AccountId) => KeyId.make(accountId.replace("acc_", "key_"))

const issued = (accountId: AccountId): KeyEvent => ({
  _tag: "KeyIssued",
  role: "client",
  accountId,
  digest: KeyDigest.make(accountId.padEnd(43, "_")),
  prefix: KeyPrefix.make("fdb_abcdef"),
  plan: "developer",
  name: ""
})

const origin = (requestId: string): Origin => ({ address: "203.0.113.9", userAgent: "curl/8", requestId })

/** Appends as a request does whose origin this is; `null`: as the command line does. */
const register = (accountId: AccountId, commandId: string, from: Origin | null) =>
  Effect.flatMap(EventLog, (log) =>
    log.append(
      [
        {
          streamId: accountStream(accountId),
          expectedVersion: 0,
          events: [{ _tag: "AccountRegistered", plan: "developer" }]
        }
      ],
      {
        commandId,
        actor: `account:${accountId}`
      }
    )
  ).pipe(Effect.provideService(CurrentOrigin, from))

const issue = (accountId: AccountId, commandId: string, from: Origin | null) =>
  Effect.flatMap(EventLog, (log) =>
    log.append([{ streamId: keyStream(keyOf(accountId)), expectedVersion: 0, events: [issued(accountId)] }], {
      commandId,
      actor: `account:${accountId}`
    })
  ).pipe(Effect.provideService(CurrentOrigin, from))

const known = Effect.fnUntraced(function* (...commandIds: ReadonlyArray<string>) {
  return [...(yield* (yield* CommandOrigins).of(commandIds)).keys()].toSorted()
})

/** What the store of origins guarantees: it is written with the append, and erased apart from it. */
export const suite = <E>(name: string, layer: Layer.Layer<CommandOrigins | EventLog, E>) =>
  describe(`CommandOrigins: ${name}`, () => {
    const test = (guarantee: string, body: Effect.Effect<void, unknown, CommandOrigins | EventLog>) =>
      it.effect(guarantee, () => body.pipe(Effect.provide(layer)))

    test(
      "an append over the network keeps where it came from, one at the command line nothing",
      Effect.gen(function* () {
        const odd = { address: "2001:db8::1", userAgent: "ab \u{1F95B}", requestId: "r-1" }
        yield* register(anna, "c1", odd)
        yield* register(ivan, "c2", null)
        const found = yield* (yield* CommandOrigins).of(["c1", "c2", "c3"])
        assert.deepStrictEqual([...found.keys()], ["c1"])
        assert.strictEqual(found.get("c1")?.address, "2001:db8::1")
        assert.strictEqual(found.get("c1")?.userAgent, "ab \u{1F95B}")
        assert.strictEqual(found.get("c1")?.requestId, "r-1")
      })
    )

    test(
      "an append that is refused, or has no event, leaves nothing",
      Effect.gen(function* () {
        yield* register(anna, "c1", origin("r-1"))
        yield* register(anna, "c2", origin("r-2")).pipe(Effect.flip)
        const log = yield* EventLog
        yield* log
          .append([], { commandId: "c3", actor: "system" })
          .pipe(Effect.provideService(CurrentOrigin, origin("r-3")))
        assert.deepStrictEqual(yield* known("c1", "c2", "c3"), ["c1"])
      })
    )

    test(
      "erasing those of an account takes its own and its keys', and nobody else's",
      Effect.gen(function* () {
        yield* register(anna, "a1", origin("r-1"))
        yield* issue(anna, "a2", origin("r-2"))
        yield* register(ivan, "i1", origin("r-3"))
        yield* issue(ivan, "i2", origin("r-4"))
        const { eraseOf } = yield* CommandOrigins
        assert.strictEqual(yield* eraseOf(anna), 2)
        assert.strictEqual(yield* eraseOf(anna), 0)
        assert.deepStrictEqual(yield* known("a1", "a2", "i1", "i2"), ["i1", "i2"])
      })
    )

    test(
      "erasing what is old leaves what is not",
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2026, 10, 27))
        yield* register(anna, "c1", origin("r-1"))
        const { eraseBefore } = yield* CommandOrigins
        assert.strictEqual(yield* eraseBefore(Date.UTC(2026, 0, 1)), 0)
        assert.deepStrictEqual(yield* known("c1"), ["c1"])
        assert.strictEqual(yield* eraseBefore(Date.UTC(2100, 0, 1)), 1)
        assert.deepStrictEqual(yield* known("c1"), [])
      })
    )
  })
