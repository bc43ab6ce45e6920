import { Effect, Layer } from "effect"
import * as HttpsWebhookSender from "../../infra/webhook/HttpsWebhookSender.ts"
import { Settings } from "../Config.ts"
import * as QuotaWebhooks from "../webhooks/QuotaWebhooks.ts"

/** What sends to addresses that accounts have named. */
export const webhookSender = Layer.unwrap(
  Effect.map(Settings, ({ webhooksAllowLoopback: allowLoopback }) => HttpsWebhookSender.layer({ allowLoopback }))
)

/** Warns accounts by their webhooks, for as long as the process lives and leads. */
export const quotaWebhooks = QuotaWebhooks.layer.pipe(Layer.provide(webhookSender))
