import { Console, Effect, Option, Redacted, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import type { AccountId } from "../../domain/account/AccountEvent.ts"
import { AccountStore } from "../../domain/ports/AccountStore.ts"
import { webhookProblems } from "../../domain/webhook/WebhookProblem.ts"
import * as Webhook from "../commands/accounts/AccountWebhook.ts"
import { CurrentOperator } from "../commands/CurrentOperator.ts"
import { accountId, NoSuchAccount } from "./AccountCommand.ts"
import { json } from "./Output.ts"
import { withAccountCommands } from "./Stores.ts"

/** The command was refused; nothing changed. */
export class WebhookNotSet extends Schema.TaggedError<WebhookNotSet>()("WebhookNotSet", { reason: Schema.String }) {
  override get message(): string {
    return `the webhook was not set: ${this.reason}`
  }
}

/** The account has no webhook. */
export class WebhookUnknown extends Schema.TaggedError<WebhookUnknown>()("WebhookUnknown", {
  accountId: Schema.String
}) {
  override get message(): string {
    return `account ${this.accountId} has no webhook`
  }
}

const demandAccount = Effect.fnUntraced(function* (id: AccountId) {
  if (Option.isNone(yield* (yield* AccountStore).findById(id))) return yield* new NoSuchAccount({ named: id })
})

const addressOf = Effect.fnUntraced(function* (id: AccountId) {
  const address = yield* (yield* Webhook.AccountWebhook).addressOf(id)
  return Option.isSome(address) ? address.value : yield* new WebhookUnknown({ accountId: id })
})

const set = Command.make(
  "set",
  {
    id: accountId,
    url: Flag.String("url").pipe(Flag.withDescription("https://…, a public address that takes POST requests")),
    json
  },
  Effect.fn(function* ({ id, url, ...flags }) {
    yield* demandAccount(id)
    const secret = yield* (yield* Webhook.AccountWebhook).set(id, url, yield* CurrentOperator).pipe(
      Effect.catchTags({
        WebhookRefused: ({ problem }) => Effect.fail(new WebhookNotSet({ reason: webhookProblems[problem] })),
        TooManyAttempts: () => Effect.fail(new WebhookNotSet({ reason: "it was set too many times today" })),
        AccountRejected: ({ reason }) => Effect.fail(new WebhookNotSet({ reason: `the account is ${reason}` }))
      })
    )
    const shown = Redacted.value(secret)
    if (flags.json) return yield* Console.log(JSON.stringify({ account_id: id, url, secret: shown }))
    yield* Console.log(`${shown}\n\nsigns the messages to ${url}. It is shown this once: keep it safe.`)
  }, withAccountCommands)
).pipe(Command.withDescription("Send quota warnings of an account's keys to an address; makes a new signing secret"))

const show = Command.make(
  "show",
  { id: accountId, json },
  Effect.fn(function* ({ id, ...flags }) {
    const { endpoint, url } = yield* addressOf(id)
    yield* Console.log(flags.json ? JSON.stringify({ account_id: id, url, endpoint }) : url)
  }, withAccountCommands)
).pipe(Command.withDescription("Show where an account's warnings go; never the secret"))

const remove = Command.make(
  "remove",
  { id: accountId, json },
  Effect.fn(function* ({ id, ...flags }) {
    yield* addressOf(id)
    yield* (yield* Webhook.AccountWebhook).remove(id, yield* CurrentOperator)
    if (flags.json) return yield* Console.log(JSON.stringify({ account_id: id, url: null }))
    yield* Console.log(`account ${id} has no webhook any more`)
  }, withAccountCommands)
).pipe(Command.withDescription("Stop sending messages to an account, also those that wait"))

export const webhookCommand = Command.make("webhook").pipe(
  Command.withDescription("Warn accounts at 80 and 100 % of the daily quota of their keys"),
  Command.withSubcommands([set, show, remove])
)
