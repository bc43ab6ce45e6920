import { Console, Effect, Option, Redacted, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { WebhookSender } from "../../domain/ports/WebhookSender.ts"
import { WebhookStore } from "../../domain/ports/WebhookStore.ts"
import { makeWebhookSecret } from "../../infra/webhook/WebhookSignature.ts"
import { webhookSender } from "../roles/Webhooks.ts"
import { json } from "./Output.ts"
import { withStores } from "./Stores.ts"

/** An address that nothing is ever sent to. */
export class WebhookRefused extends Schema.TaggedError<WebhookRefused>()("WebhookRefused", { reason: Schema.String }) {
  override get message(): string {
    return `no webhook is sent there: ${this.reason}`
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

const account = Argument.String("account").pipe(
  Argument.withSchema(Schema.NonEmptyString.check(Schema.isMaxLength(100))),
  Argument.withDescription("the account's id")
)

const set = Command.make(
  "set",
  {
    account,
    url: Flag.String("url").pipe(Flag.withDescription("https://…, a public address that takes POST requests")),
    json
  },
  Effect.fn(
    function* (flags) {
      const { refusalOf } = yield* WebhookSender
      const reason = refusalOf(flags.url)
      if (reason !== null) return yield* new WebhookRefused({ reason })
      const secret = makeWebhookSecret()
      yield* (yield* WebhookStore).setEndpoint({ accountId: flags.account, url: flags.url, secret })
      const shown = Redacted.value(secret)
      if (flags.json)
        return yield* Console.log(JSON.stringify({ account_id: flags.account, url: flags.url, secret: shown }))
      yield* Console.log(`${shown}\n\nsigns the messages to ${flags.url}. It is shown this once: keep it safe.`)
    },
    Effect.provide(webhookSender),
    withStores
  )
).pipe(Command.withDescription("Send quota warnings of an account's keys to an address; makes a new signing secret"))

const show = Command.make(
  "show",
  { account, json },
  Effect.fn(function* (flags) {
    const found = yield* (yield* WebhookStore).endpoint(flags.account)
    if (Option.isNone(found)) return yield* new WebhookUnknown({ accountId: flags.account })
    const { url } = found.value
    yield* Console.log(flags.json ? JSON.stringify({ account_id: flags.account, url }) : url)
  }, withStores)
).pipe(Command.withDescription("Show where an account's warnings go; never the secret"))

const remove = Command.make(
  "remove",
  { account },
  Effect.fn(function* ({ account: accountId }) {
    const store = yield* WebhookStore
    if (Option.isNone(yield* store.endpoint(accountId))) return yield* new WebhookUnknown({ accountId })
    yield* store.removeEndpoint(accountId)
    yield* Console.log(`account ${accountId} has no webhook any more`)
  }, withStores)
).pipe(Command.withDescription("Send an account nothing more, also what waits"))

export const webhookCommand = Command.make("webhook").pipe(
  Command.withDescription("Warn accounts at 80 and 100 % of the daily quota of their keys"),
  Command.withSubcommands([set, show, remove])
)
