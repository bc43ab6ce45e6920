import { Context, type Effect } from "effect"
import type { TryOutcome } from "../webhook/WebhookRetry.ts"

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends to whatever address an account has named, and to nothing inside our own network. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** One try, over within 5 s. Why there was no answer is said for the account's owner, without inner addresses. */
    readonly send: (request: WebhookRequest) => Effect.Effect<TryOutcome>
    /** Why the address is never sent to, as far as can be told without asking for its host; `null`: it may be. */
    readonly refusalOf: (url: string) => string | null
  }
>()("fooddata/domain/ports/WebhookSender") {}
