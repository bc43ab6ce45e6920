import { assert, describe, it } from "@effect/vitest"
import { shownEvent } from "../../../src/audit/trail/TrailPresentation.ts"

const row = (
  event: { readonly _tag: "SignInFailed"; readonly attempts: number } | { readonly _tag: "EmailVerified" }
) => ({
  leaf: 3,
  id: "6f4a7b68-b000-5abe-b5ed-9fe0398ca90c",
  envelope: {
    cursor: { tx: 0, position: 4 },
    streamId: "account-acc_anna00000000",
    streamVersion: 2,
    recordedAt: 0,
    commandId: "command-1",
    actor: "account:acc_anna00000000",
    event
  },
  origin: { address: "203.0.113.9", userAgent: "curl/8", requestId: "r-1" }
})

describe("a row of the trail", () => {
  it("says where its command came from", () =>
    assert.deepInclude(shownEvent(row({ _tag: "EmailVerified" })), {
      target: "acc_anna00000000",
      outcome: "done",
      address: "203.0.113.9",
      client: "curl/8",
      request_id: "r-1"
    }))

  it("of wrong passwords does not say that they came from where the right one did, with which they are told", () =>
    assert.deepInclude(shownEvent(row({ _tag: "SignInFailed", attempts: 2 })), {
      outcome: "refused",
      address: null,
      client: null,
      request_id: null
    }))
})
