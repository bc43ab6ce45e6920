import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { createHmac } from "node:crypto"
import { isWebhookSecret, webhookHeaders } from "../../../infra/webhook/WebhookSignature.ts"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

describe("the signature of a webhook", () => {
  it("is over id, time and body, as the published example of Standard Webhooks has it", () =>
    assert.deepStrictEqual(
      webhookHeaders(Redacted.make(secret), {
        id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
        timestamp: 1_614_265_330,
        body: '{"test": 2432232314}'
      }),
      {
        "content-type": "application/json",
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
      }
    ))

  it("is another for each part that is changed", () => {
    const message = { id: "a", timestamp: 1, body: "{}" }
    const of = (more: Partial<typeof message>) =>
      webhookHeaders(Redacted.make(secret), { ...message, ...more })["webhook-signature"]
    const all = [of({}), of({ id: "b" }), of({ timestamp: 2 }), of({ body: "{ }" })]
    assert.lengthOf(new Set(all), 4)
    const key = Buffer.from(secret.slice("whsec_".length), "base64")
    assert.strictEqual(of({}), `v1,${createHmac("sha256", key).update("a.1.{}").digest("base64")}`)
  })

  it("needs a secret of 24 to 64 bytes", () => {
    const of = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`
    assert.deepStrictEqual(
      [23, 24, 64, 65].map((bytes) => isWebhookSecret(of(bytes))),
      [false, true, true, false]
    )
    for (const text of ["", "whsec_", of(32).slice("whsec_".length), `${of(32)}!`])
      assert.isFalse(isWebhookSecret(text), text)
  })
})
