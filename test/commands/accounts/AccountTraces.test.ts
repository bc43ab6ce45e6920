import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { accountStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { FailedAuthentications } from "../../../domain/ports/FailedAuthentications.ts"
import { AccountWebhook } from "../../../src/commands/accounts/AccountWebhook.ts"
import { Passwords } from "../../../src/commands/accounts/Passwords.ts"
import { accountRig, registered, signedIn } from "../../support/AccountRig.ts"

const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, prefix: null, address: null, account: null, limit: 100 }

layer(accountRig({ mails: [] }))("What an account leaves in the trail", (it) => {
  it.effect("a webhook that is set, set anew or removed is an event, without its URL", () =>
    Effect.gen(function* () {
      const [webhook, log] = [yield* AccountWebhook, yield* EventLog]
      const { accountId } = yield* registered("webhook@example.com")
      const actor = `account:${accountId}` as const
      const url = "https://hooks.example.org/token-1"
      // nothing is there yet: nothing is removed
      yield* webhook.remove(accountId, actor)
      yield* webhook.set(accountId, url, actor)
      yield* webhook.set(accountId, url, "operator:maria")
      const { endpoint } = Option.getOrThrow(yield* webhook.addressOf(accountId))
      yield* webhook.set(accountId, "https://hooks.example.org/token-2", actor)
      yield* webhook.remove(accountId, actor)
      yield* webhook.remove(accountId, actor)
      const events = (yield* log.readStream("account", accountStream(accountId))).slice(2)
      assert.deepStrictEqual(
        events.map(({ actor: by, event }) => [event._tag, by]),
        [
          ["WebhookSet", actor],
          ["WebhookSet", "operator:maria"],
          ["WebhookSet", actor],
          ["WebhookRemoved", actor]
        ]
      )
      const endpoints = events.map(({ event }) => (event._tag === "WebhookSet" ? event.endpoint : null))
      assert.deepStrictEqual(endpoints.slice(0, 2), [endpoint, endpoint])
      assert.notStrictEqual(endpoints[2], endpoint)
      assert.notMatch(JSON.stringify(events), /hooks|token|https/)
    })
  )

  it.effect("a wrong password in a form of the account is counted with it, one at the sign-in names nobody", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const { list } = yield* FailedAuthentications
      const { accountId } = yield* registered("forms@example.com")
      const { sessionId } = yield* signedIn("forms@example.com")
      const typed = { present: "wrong-lamp-on-the-roof", next: "a-second-lamp-in-the-cellar" }
      yield* Effect.flip(passwords.change(accountId, sessionId, typed, "203.0.113.9"))
      yield* Effect.flip(passwords.check(accountId, "wrong-again-on-the-roof", "203.0.113.9"))
      // of an address that has an account, and of one that has none
      yield* Effect.flip(signedIn("forms@example.com", "wrong-lamp-on-the-roof"))
      yield* Effect.flip(signedIn("nobody@example.com", "wrong-lamp-on-the-roof"))
      yield* TestClock.adjust("11 seconds")
      const rows = (yield* list(everything)).map(({ account, address, count, kind }) => [kind, address, account, count])
      assert.sameDeepMembers(rows, [
        ["password", "203.0.113.9", accountId, 2],
        ["password", "forms@example.com", "", 1],
        ["password", "nobody@example.com", "", 1]
      ])
    })
  )
})
