import { Context, type Effect, type Option, type Redacted } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** Where an account wants to be told, and the secret that its messages are signed with. */
export interface WebhookEndpoint {
  readonly accountId: string
  readonly url: string
  readonly secret: Redacted.Redacted
}

export interface WebhookMessage {
  /** the same for the same fact: it is queued once, and a receiver may tell repetitions by it */
  readonly id: string
  readonly accountId: string
  readonly body: string
}

/** A message that waits, and how often it was tried. */
export interface WaitingMessage extends WebhookMessage {
  readonly tries: number
}

/** How a try left a message. */
export type MessageState =
  | { readonly state: "delivered" }
  | { readonly state: "given-up"; readonly problem: string }
  | { readonly state: "waiting"; readonly problem: string; readonly nextTryAt: number }

/** Messages of an account that may wait at once. */
export const waitingMax = 100

/** Endpoints of accounts, which `AccountStore` sets and removes with their events, and the messages to them; outlives the process. Times are ms since the epoch. */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    readonly endpoint: (accountId: string) => Effect.Effect<Option.Option<WebhookEndpoint>, StorageUnavailable>
    /** every endpoint, by account */
    readonly endpoints: Effect.Effect<ReadonlyArray<WebhookEndpoint>, StorageUnavailable>
    /** Queues the message, due now, unless its id is known or `waitingMax` of the account wait: false. */
    readonly enqueue: (message: WebhookMessage, now: number) => Effect.Effect<boolean, StorageUnavailable>
    /** Messages that are due, at most `limit`, the longest due first. */
    readonly due: (now: number, limit: number) => Effect.Effect<ReadonlyArray<WaitingMessage>, StorageUnavailable>
    /** Keeps how a try ended and counts it. A message that does not wait any more stays as it is. */
    readonly keep: (id: string, state: MessageState) => Effect.Effect<void, StorageUnavailable>
    /** Forgets messages that were queued before and do not wait. */
    readonly forget: (before: number) => Effect.Effect<void, StorageUnavailable>
  }
>()("fooddata/domain/ports/WebhookStore") {}
