import { assert, layer } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { accountStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { Passwords } from "../../../src/commands/accounts/Passwords.ts"
import { Sessions } from "../../../src/commands/accounts/Sessions.ts"
import { Verification } from "../../../src/commands/accounts/Verification.ts"
import { accountRig, emailOf, type Mailbox, registered, signedIn } from "../../support/AccountRig.ts"
import { goodPassword } from "../../support/http/AuthCalls.ts"

const next = "green-lamp-under-the-roof"
const mailbox: Mailbox = { mails: [] }

const tokensIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/token=([0-9A-Za-z]{43})/g)].flatMap(([, token]) => (token === undefined ? [] : [token]))

/** The newest mail to an address, once it was sent. */
const mailTo = Effect.fnUntraced(function* (address: string, isWanted: (subject: string) => boolean) {
  while (true) {
    const mail = mailbox.mails.findLast(({ subject, to }) => to === address && isWanted(subject))
    if (mail !== undefined) return mail
    yield* Effect.yieldNow
  }
})
const isReset = (subject: string) => subject.startsWith("Set a new")
const isVerify = (subject: string) => subject.startsWith("Confirm")

layer(accountRig(mailbox))("Passwords", (it) => {
  const opens = Effect.fnUntraced(function* (email: string, password: string) {
    return Result.isSuccess(yield* Effect.result(signedIn(email, password)))
  })
  const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.map(Effect.result(effect), (result) => (Result.isFailure(result) ? result.failure._tag : "done"))

  it.effect("a change asks for the present password, and ends every other session", () =>
    Effect.gen(function* () {
      const [passwords, sessions] = [yield* Passwords, yield* Sessions]
      const { accountId } = yield* registered("change@example.com")
      const [mine, other] = [yield* signedIn("change@example.com"), yield* signedIn("change@example.com")]
      const change = (present: string, to: string) =>
        tagOf(passwords.change(accountId, mine.sessionId, { present, next: to }, "192.0.2.1"))
      assert.strictEqual(yield* change("wrong-lamp-on-the-roof", next), "CredentialsWrong")
      assert.strictEqual(yield* change(goodPassword, "password1"), "PasswordRefused")
      assert.isTrue(Option.isSome(yield* sessions.find(other.token)))
      assert.strictEqual(yield* change(goodPassword, next), "done")
      assert.isTrue(Option.isSome(yield* sessions.find(mine.token)))
      assert.isTrue(Option.isNone(yield* sessions.find(other.token)))
      assert.deepStrictEqual(
        [yield* opens("change@example.com", goodPassword), yield* opens("change@example.com", next)],
        [false, true]
      )
      const events = yield* (yield* EventLog).readStream("account", accountStream(accountId))
      assert.includeMembers(
        events.map(({ event }) => event._tag),
        ["PasswordChanged", "SessionsRevoked"]
      )
    })
  )

  it.effect("the link of a reset sets a password once, in half an hour, and ends all sessions", () =>
    Effect.gen(function* () {
      const [passwords, sessions] = [yield* Passwords, yield* Sessions]
      yield* registered("reset@example.com")
      const { token: session } = yield* signedIn("reset@example.com")
      yield* passwords.requestReset(emailOf("reset@example.com"), "a", "en")
      const [token = ""] = tokensIn((yield* mailTo("reset@example.com", isReset)).text)
      assert.strictEqual(yield* tagOf(passwords.reset(token, "password1", "a")), "PasswordRefused")
      assert.strictEqual(yield* tagOf(passwords.reset(token, next, "a")), "done")
      assert.strictEqual(yield* tagOf(passwords.reset(token, "blue-lamp-on-the-roof", "a")), "TokenUnusable")
      assert.isTrue(Option.isNone(yield* sessions.find(session)))
      assert.deepStrictEqual(
        [yield* opens("reset@example.com", goodPassword), yield* opens("reset@example.com", next)],
        [false, true]
      )
    })
  )

  it.effect("a link that is older than half an hour, or was dropped by another change, sets nothing", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const { accountId } = yield* registered("late@example.com")
      const tokenOf = Effect.map(passwords.resetLink(accountId), (link) => tokensIn(link)[0] ?? "")
      const late = yield* tokenOf
      yield* TestClock.adjust("30 minutes")
      assert.strictEqual(yield* tagOf(passwords.reset(late, next, "b")), "TokenUnusable")
      const [first, second] = [yield* tokenOf, yield* tokenOf]
      assert.strictEqual(yield* tagOf(passwords.reset(first, next, "b")), "done")
      assert.strictEqual(yield* tagOf(passwords.reset(second, "blue-lamp-on-the-roof", "b")), "TokenUnusable")
      assert.strictEqual(yield* tagOf(passwords.reset("", next, "b")), "TokenUnusable")
    })
  )

  it.effect("nothing is written to an address without an account, and the answer is the same", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      yield* passwords.requestReset(emailOf("nobody@example.com"), "c", "en")
      yield* registered("somebody@example.com")
      yield* passwords.requestReset(emailOf("somebody@example.com"), "c", "en")
      yield* mailTo("somebody@example.com", isReset)
      assert.isFalse(mailbox.mails.some(({ to }) => to === "nobody@example.com"))
    })
  )

  it.effect("an address is one account's alone once it is verified, and only that one is told of", () =>
    Effect.gen(function* () {
      const [passwords, { verify }] = [yield* Passwords, yield* Verification]
      yield* registered("shared@example.com", "first-lamp-on-the-roof")
      const [first = ""] = tokensIn((yield* mailTo("shared@example.com", isVerify)).text)
      mailbox.mails.length = 0
      yield* registered("shared@example.com", "second-lamp-on-the-roof")
      const [second = ""] = tokensIn((yield* mailTo("shared@example.com", isVerify)).text)
      yield* passwords.requestReset(emailOf("shared@example.com"), "d", "en")
      assert.lengthOf(tokensIn((yield* mailTo("shared@example.com", isReset)).text), 2)
      assert.strictEqual(yield* tagOf(verify(second, "d")), "done")
      assert.strictEqual(yield* tagOf(verify(second, "d")), "TokenUnusable")
      assert.strictEqual(yield* tagOf(verify(first, "d")), "AddressTaken")
      mailbox.mails.length = 0
      yield* passwords.requestReset(emailOf("shared@example.com"), "d", "en")
      assert.lengthOf(tokensIn((yield* mailTo("shared@example.com", isReset)).text), 1)
      yield* registered("shared@example.com", "third-lamp-on-the-roof")
      const known = yield* mailTo("shared@example.com", (subject) => subject.startsWith("You already"))
      assert.lengthOf(tokensIn(known.text), 0)
    })
  )
})
