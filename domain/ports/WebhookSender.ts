import { Context, type Effect, type Redacted } from "effect"
import type { WebhookProblem } from "../webhook/WebhookProblem.ts"
import type { TryOutcome } from "../webhook/WebhookRetry.ts"

export interface WebhookRequest {
  readonly url: string
  /** what the message is signed with: `whsec_` and base64 of 24 to 64 bytes */
  readonly secret: Redacted.Redacted
  /** the same for every try of a message */
  readonly id: string
  /** when this try is made, s since the epoch */
  readonly timestamp: number
  readonly body: string
}

/** Sends to whatever address an account has named, and to nothing inside our own network. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** One try by Standard Webhooks, over within 5 s. Why there was no answer is said for the account's owner, without inner addresses. */
    readonly send: (request: WebhookRequest) => Effect.Effect<TryOutcome>
    /**
     * Why the address is not sent to, by its text and by what its host is now; `null`: it may be. A host without an
     * address is no reason: it may get one.
     */
    readonly refusalOf: (url: string) => Effect.Effect<WebhookProblem | null>
  }
>()("fooddata/domain/ports/WebhookSender") {}
