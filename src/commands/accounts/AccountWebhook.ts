import { Clock, Context, Data, Effect, Layer, Option, type Redacted } from "effect"
import type { AccountRejected, AccountState } from "../../../domain/account/Account.ts"
import { type AccountId, WebhookDigest } from "../../../domain/account/AccountEvent.ts"
import type { Actor } from "../../../domain/EventEnvelope.ts"
import { KeyHasher } from "../../../domain/ports/KeyHasher.ts"
import { SecretSource } from "../../../domain/ports/SecretSource.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { WebhookSender } from "../../../domain/ports/WebhookSender.ts"
import { WebhookStore } from "../../../domain/ports/WebhookStore.ts"
import type { WebhookProblem } from "../../../domain/webhook/WebhookProblem.ts"
import type { TryOutcome } from "../../../domain/webhook/WebhookRetry.ts"
import { makeWebhookSecret } from "../../../infra/webhook/WebhookSignature.ts"
import { AccountCommits, type AccountWork } from "./AccountCommits.ts"
import type { AccountFailure, TooManyAttempts } from "./AccountErrors.ts"
import { newToken } from "./AccountTokens.ts"
import { Attempts } from "./Attempts.ts"

/** An address that nothing is ever sent to. Nothing changed. */
export class WebhookRefused extends Data.TaggedClass("WebhookRefused")<{ readonly problem: WebhookProblem }> {}

/** The account has named no address. */
export class WebhookMissing extends Data.TaggedClass("WebhookMissing") {}

/** Where messages go. */
export interface WebhookAddress {
  readonly url: string
  /** stands for the URL in events */
  readonly endpoint: WebhookDigest
}

/** Where an account is told of the daily quota of its keys. */
export class AccountWebhook extends Context.Service<
  AccountWebhook,
  {
    /** The address; none where the account has not named one. The secret is never shown again. */
    readonly addressOf: (accountId: AccountId) => Effect.Effect<Option.Option<WebhookAddress>, StorageUnavailable>
    /** In place of the one before, with a new secret: the only place where that stands in clear. */
    readonly set: (
      accountId: AccountId,
      url: string,
      actor: Actor
    ) => Effect.Effect<Redacted.Redacted, WebhookRefused | TooManyAttempts | AccountRejected | AccountFailure>
    /** Sends one message, signed as all are, and says what became of it. It is not tried again. */
    readonly test: (
      accountId: AccountId
    ) => Effect.Effect<TryOutcome, WebhookMissing | TooManyAttempts | StorageUnavailable>
    /** Nothing more is sent, also of what waits. */
    readonly remove: (accountId: AccountId, actor: Actor) => Effect.Effect<void, AccountRejected | AccountFailure>
  }
>()("fooddata/src/commands/accounts/AccountWebhook") {}

export const layer = Layer.effect(
  AccountWebhook,
  Effect.gen(function* () {
    const store = yield* WebhookStore
    const { refusalOf, send } = yield* WebhookSender
    const secrets = yield* SecretSource
    const attempts = yield* Attempts
    const commits = yield* AccountCommits
    const hasher = yield* KeyHasher

    // signed for what it is for: no key has this digest
    const digestOf = (url: string): WebhookDigest => WebhookDigest.make(hasher.digest(`webhook ${url}`))
    const nextChange = (state: AccountState): number => ("webhookChanges" in state ? state.webhookChanges + 1 : 1)
    const commit = (work: AccountWork) =>
      commits.commit(work).pipe(Effect.catchTags({ AddressTaken: Effect.die, TokenUnusable: Effect.die }))

    return AccountWebhook.of({
      addressOf: Effect.fn("AccountWebhook.addressOf")((accountId) =>
        Effect.map(
          store.endpoint(accountId),
          Option.map(({ url }) => ({ url, endpoint: digestOf(url) }))
        )
      ),
      set: Effect.fn("AccountWebhook.set")(function* (accountId, url, actor) {
        yield* attempts.take("webhook", { account: accountId })
        const problem = yield* refusalOf(url)
        if (problem !== null) return yield* Effect.fail(new WebhookRefused({ problem }))
        const secret = makeWebhookSecret()
        yield* commit({
          accountId,
          actor,
          commands: (state) => [{ _tag: "SetWebhook", endpoint: digestOf(url), change: nextChange(state) }],
          changes: () => [{ _tag: "SetWebhook", endpoint: { accountId, url, secret } }]
        })
        return secret
      }),
      test: Effect.fn("AccountWebhook.test")(function* (accountId) {
        const endpoint = Option.getOrUndefined(yield* store.endpoint(accountId))
        if (endpoint === undefined) return yield* Effect.fail(new WebhookMissing())
        yield* attempts.take("webhookTest", { account: accountId })
        const now = yield* Clock.currentTimeMillis
        const id = `test-${yield* newToken(secrets)}`
        const body = JSON.stringify({ type: "webhook.test", timestamp: new Date(now).toISOString(), data: {} })
        const { secret, url } = endpoint
        return yield* send({ url, secret, id, timestamp: Math.floor(now / 1_000), body })
      }),
      remove: Effect.fn("AccountWebhook.remove")(function* (accountId, actor) {
        if (Option.isNone(yield* store.endpoint(accountId))) return
        yield* commit({
          accountId,
          actor,
          commands: (state) => [{ _tag: "RemoveWebhook", change: nextChange(state) }],
          changes: () => [{ _tag: "RemoveWebhook", accountId }]
        })
      })
    })
  })
)
