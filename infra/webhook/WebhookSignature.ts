import { Redacted } from "effect"
import { createHmac, randomBytes } from "node:crypto"

const prefix = "whsec_"

/** The bytes of a secret: base64 after `whsec_`, 24 to 64 bytes. `null`: it is none. */
const keyOf = (secret: string): Buffer | null => {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return null
  const key = Buffer.from(secret.slice(prefix.length), "base64")
  return key.length >= 24 && key.length <= 64 ? key : null
}

export const isWebhookSecret = (secret: string): boolean => keyOf(secret) !== null

/** A secret that nobody has had before. */
export const makeWebhookSecret = (): Redacted.Redacted => Redacted.make(prefix + randomBytes(32).toString("base64"))

export interface SignedMessage {
  readonly id: string
  /** when it is sent, s since the epoch */
  readonly timestamp: number
  readonly body: string
}

/**
 * The headers of a message by Standard Webhooks 1.0.0, https://github.com/standard-webhooks/standard-webhooks: HMAC-SHA256
 * over id, timestamp and body, so that neither can be changed and an old message cannot be played back.
 */
export const webhookHeaders = (secret: Redacted.Redacted, { body, id, timestamp }: SignedMessage) => {
  const key = keyOf(Redacted.value(secret))
  if (key === null) throw new TypeError("not a webhook secret")
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`
  }
}
