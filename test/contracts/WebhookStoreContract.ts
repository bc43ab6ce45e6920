import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option, Redacted } from "effect"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import { type AccountChange, AccountStore } from "../../domain/ports/AccountStore.ts"
import { waitingMax, WebhookStore } from "../../domain/ports/WebhookStore.ts"

const change = Effect.fnUntraced(function* (made: AccountChange) {
  yield* (yield* AccountStore).commit([], { commandId: "command-1", actor: "system" }, [made])
})
const endpoint = (accountId: string, url = "https://example.org/hooks") => ({
  accountId,
  url,
  secret: Redacted.make(`whsec_of_${accountId}`)
})
const [anna, ivan] = [AccountId.make("acc_anna00000000"), AccountId.make("acc_ivan00000000")]
const message = (id: string, accountId: string = anna) => ({ id, accountId, body: `{"id":"${id}"}` })
/** beyond 32 bits, as times are */
const now = 1_795_305_122_480

/** What the store of webhooks guarantees: a message is queued once, and waits until a try ends it. */
export const suite = <E>(name: string, layer: Layer.Layer<AccountStore | WebhookStore, E>) =>
  describe(`WebhookStore: ${name}`, () => {
    const test = (guarantee: string, body: Effect.Effect<void, unknown, AccountStore | WebhookStore>) =>
      it.effect(guarantee, () => body.pipe(Effect.provide(layer)))

    test(
      "an account has one endpoint, the one set last, until it is removed",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        assert.isTrue(Option.isNone(yield* store.endpoint(anna)))
        for (const each of [endpoint(ivan), endpoint(anna), endpoint(anna, "https://example.org/other")]) {
          yield* change({ _tag: "SetWebhook", endpoint: each })
        }
        const kept = (yield* store.endpoints).map(({ accountId, secret, url }) => [
          accountId,
          url,
          Redacted.value(secret)
        ])
        assert.deepStrictEqual(kept, [
          [anna, "https://example.org/other", `whsec_of_${anna}`],
          [ivan, "https://example.org/hooks", `whsec_of_${ivan}`]
        ])
        yield* change({ _tag: "RemoveWebhook", accountId: anna })
        assert.isTrue(Option.isNone(yield* store.endpoint(anna)))
        assert.isTrue(Option.isSome(yield* store.endpoint(ivan)))
      })
    )

    test(
      "a message is queued once, whatever became of it",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        assert.isTrue(yield* store.enqueue(message("m"), now))
        assert.isFalse(yield* store.enqueue(message("m"), now))
        yield* store.keep("m", { state: "delivered" })
        assert.isFalse(yield* store.enqueue(message("m"), now + 1))
        assert.deepStrictEqual(yield* store.due(now + 10, 10), [])
      })
    )

    test(
      "messages are due by their time, and tries are counted",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        yield* store.enqueue(message("later"), now + 5)
        yield* store.enqueue(message("first"), now)
        assert.deepStrictEqual(yield* store.due(now, 10), [{ ...message("first"), tries: 0 }])
        const ids = Effect.map(store.due(now + 100, 10), (due) => due.map(({ id, tries }) => [id, tries]))
        yield* store.keep("first", { state: "waiting", problem: "500", nextTryAt: now + 50 })
        assert.deepStrictEqual(yield* ids, [
          ["later", 0],
          ["first", 1]
        ])
        assert.lengthOf(yield* store.due(now + 100, 1), 1)
        yield* store.keep("later", { state: "given-up", problem: "410" })
        assert.deepStrictEqual(yield* ids, [["first", 1]])
        yield* store.keep("later", { state: "waiting", problem: "", nextTryAt: now })
        assert.deepStrictEqual(yield* ids, [["first", 1]], "what is given up stays so")
      })
    )

    test(
      "only so many messages of an account wait, and others have room",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        for (let i = 0; i < waitingMax; i++) assert.isTrue(yield* store.enqueue(message(`m${i}`), now))
        assert.isFalse(yield* store.enqueue(message("more"), now))
        assert.isTrue(yield* store.enqueue(message("other", ivan), now))
        yield* store.keep("m0", { state: "delivered" })
        assert.isTrue(yield* store.enqueue(message("more"), now))
        yield* change({ _tag: "RemoveWebhook", accountId: anna })
        assert.deepStrictEqual(
          (yield* store.due(now, 1_000)).map(({ id }) => id),
          ["other"]
        )
      })
    )

    test(
      "what waits is never forgotten, what is done is after its time",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        for (const id of ["old", "waiting", "new"]) yield* store.enqueue(message(id), id === "new" ? now : now - 100)
        for (const id of ["old", "new"]) yield* store.keep(id, { state: "delivered" })
        yield* store.forget(now)
        assert.isTrue(yield* store.enqueue(message("old"), now), "forgotten")
        assert.isFalse(yield* store.enqueue(message("waiting"), now))
        assert.isFalse(yield* store.enqueue(message("new"), now))
      })
    )
  })
