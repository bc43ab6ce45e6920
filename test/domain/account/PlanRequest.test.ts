import { assert, it } from "@effect/vitest"
import type { AccountEvent } from "../../../domain/account/AccountEvent.ts"
import { type PlanRequest, requestAfter } from "../../../domain/account/PlanRequest.ts"
import type { EventEnvelope } from "../../../domain/EventEnvelope.ts"

const envelope = (event: AccountEvent, recordedAt: number): EventEnvelope<"account"> => ({
  cursor: { tx: 1, position: recordedAt },
  streamId: "account-acc_000000000000",
  streamVersion: recordedAt,
  commandId: "cmd",
  actor: "cli",
  recordedAt,
  event
})

const openAfter = (...events: ReadonlyArray<AccountEvent>): PlanRequest | null =>
  events.map(envelope).reduce<PlanRequest | null>(requestAfter, null)

it("a request is open until the plan is changed, to whichever, or the account is deleted", () => {
  const asks: AccountEvent = { _tag: "PlanRequested", plan: "growth" }
  assert.deepStrictEqual(openAfter(asks), { plan: "growth", requestedAt: 0 })
  assert.deepStrictEqual(openAfter(asks, { _tag: "EmailVerified" }), { plan: "growth", requestedAt: 0 })
  assert.deepStrictEqual(openAfter(asks, { _tag: "PlanRequested", plan: "starter" }), {
    plan: "starter",
    requestedAt: 1
  })
  for (const answer of [{ _tag: "AccountPlanChanged", plan: "starter" }, { _tag: "AccountDeleted" }] as const) {
    assert.isNull(openAfter(asks, answer))
  }
})
