import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import { accountStream } from "../../domain/EventEnvelope.ts"
import { CommandOrigins, CurrentOrigin, type Origin } from "../../domain/ports/CommandOrigins.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"

const anna = AccountId.make("acc_anna00000000")
const ivan = AccountId.make("acc_ivan00000000")

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

const known = Effect.fnUntraced(function* (...commandIds: ReadonlyArray<string>) {
  return [...(yield* (yield* CommandOrigins).of(commandIds)).keys()].toSorted()
})

/** What the store of origins guarantees: it is written with the append. */
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
  })
