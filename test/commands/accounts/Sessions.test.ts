import { assert, layer } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { Sessions } from "../../../src/commands/accounts/Sessions.ts"
import { accountRig, emailOf, registered, signedIn } from "../../support/AccountRig.ts"
import { goodPassword } from "../../support/http/AuthCalls.ts"

layer(accountRig({ mails: [] }))("Sessions", (it) => {
  const isOpen = Effect.fnUntraced(function* (token: string) {
    return Option.isSome(yield* (yield* Sessions).find(token))
  })

  it.effect("a session ends after 12 hours without use, and after 14 days however much it is used", () =>
    Effect.gen(function* () {
      yield* registered("timed@example.com")
      const { token } = yield* signedIn("timed@example.com")
      for (let half = 0; half < 2 * 14; half++) {
        assert.isTrue(yield* isOpen(token), `after ${half} half days`)
        yield* TestClock.adjust("11 hours")
        assert.isTrue(yield* isOpen(token), `after ${half} half days and 11 hours`)
        yield* TestClock.adjust("1 hour")
      }
      assert.isFalse(yield* isOpen(token))
      const idle = yield* signedIn("timed@example.com")
      yield* TestClock.adjust("12 hours")
      assert.isFalse(yield* isOpen(idle.token))
    })
  )

  it.effect("an account lists its sessions and ends them, and nobody else's", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const [mine, other] = [yield* registered("mine@example.com"), yield* registered("other@example.com")]
      const [first, second] = [yield* signedIn("mine@example.com"), yield* signedIn("mine@example.com")]
      const foreign = yield* signedIn("other@example.com")
      const listed = (yield* sessions.list(mine.accountId)).map(({ sessionId }) => sessionId)
      assert.sameMembers(listed, [first.sessionId, second.sessionId])
      yield* sessions.revoke(mine.accountId, [first.sessionId, foreign.sessionId])
      assert.deepStrictEqual(
        [yield* isOpen(first.token), yield* isOpen(second.token), yield* isOpen(foreign.token)],
        [false, true, true]
      )
      assert.lengthOf(yield* sessions.list(other.accountId), 1)
    })
  )

  it.effect("the limit of one caller does not lock the owner out elsewhere", () =>
    Effect.gen(function* () {
      const { signIn } = yield* Sessions
      yield* registered("guessed@example.com")
      const attempt = (from: string, password: string) =>
        Effect.result(signIn({ email: emailOf("guessed@example.com"), password, from, client: "", replaces: null }))
      for (let i = 0; i < 10; i++) assert.isTrue(Result.isFailure(yield* attempt("attacker", "wrong-lamp-on-the-roof")))
      const refused = yield* attempt("attacker", goodPassword)
      assert.isTrue(Result.isFailure(refused) && refused.failure._tag === "TooManyAttempts")
      assert.isTrue(Result.isSuccess(yield* attempt("owner", goodPassword)))
    })
  )
})
