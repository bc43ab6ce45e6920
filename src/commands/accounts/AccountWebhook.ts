import { Context, Data, Effect, Layer, Option, type Redacted } from "effect"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { WebhookSender } from "../../../domain/ports/WebhookSender.ts"
import { WebhookStore } from "../../../domain/ports/WebhookStore.ts"
import { makeWebhookSecret } from "../../../infra/webhook/WebhookSignature.ts"
import type { TooManyAttempts } from "./AccountErrors.ts"
import { Attempts } from "./Attempts.ts"

/** An address that nothing is ever sent to; `reason` for people. Nothing changed. */
export class WebhookRefused extends Data.TaggedClass("WebhookRefused")<{ readonly reason: string }> {}

/** Where an account is told of the daily quota of its keys. */
export class AccountWebhook extends Context.Service<
  AccountWebhook,
  {
    /** The address; none where the account has not named one. The secret is never shown again. */
    readonly addressOf: (accountId: AccountId) => Effect.Effect<Option.Option<string>, StorageUnavailable>
    /** In place of the one before, with a new secret: the only place where that stands in clear. */
    readonly set: (
      accountId: AccountId,
      url: string
    ) => Effect.Effect<Redacted.Redacted, WebhookRefused | TooManyAttempts | StorageUnavailable>
    /** Nothing more is sent, also of what waits. */
    readonly remove: (accountId: AccountId) => Effect.Effect<void, StorageUnavailable>
  }
>()("fooddata/src/commands/accounts/AccountWebhook") {}

export const layer = Layer.effect(
  AccountWebhook,
  Effect.gen(function* () {
    const store = yield* WebhookStore
    const { refusalOf } = yield* WebhookSender
    const attempts = yield* Attempts
    return AccountWebhook.of({
      addressOf: Effect.fn("AccountWebhook.addressOf")((accountId) =>
        Effect.map(
          store.endpoint(accountId),
          Option.map(({ url }) => url)
        )
      ),
      set: Effect.fn("AccountWebhook.set")(function* (accountId, url) {
        yield* attempts.take("webhook", { account: accountId })
        const reason = refusalOf(url)
        if (reason !== null) return yield* Effect.fail(new WebhookRefused({ reason }))
        const secret = makeWebhookSecret()
        yield* store.setEndpoint({ accountId, url, secret })
        return secret
      }),
      remove: Effect.fn("AccountWebhook.remove")((accountId) => store.removeEndpoint(accountId))
    })
  })
)
