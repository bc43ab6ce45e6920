import { Effect } from "effect"
import type { AccountId } from "../../domain/account/AccountEvent.ts"
import { type PlanRequest, requestAfter } from "../../domain/account/PlanRequest.ts"
import { accountStream, logStart } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"

const pageSize = 1_000

/** What the owner of the account asks for; `null`: nothing. */
export const planRequestOf = Effect.fn("planRequestOf")(function* (accountId: AccountId) {
  const events = yield* (yield* EventLog).readStream("account", accountStream(accountId))
  return events.reduce<PlanRequest | null>(requestAfter, null)
})

/** Requests that nobody has answered, by the stream of their account, the longest waiting first. Reads all events of accounts. */
export const openPlanRequests = Effect.fn("openPlanRequests")(function* () {
  const log = yield* EventLog
  const open = new Map<string, PlanRequest>()
  let after = logStart
  while (true) {
    const { cursor, events } = yield* log.read("account", after, pageSize)
    for (const envelope of events) {
      const request = requestAfter(open.get(envelope.streamId) ?? null, envelope)
      if (request === null) open.delete(envelope.streamId)
      else open.set(envelope.streamId, request)
    }
    if (events.length === 0) break
    after = cursor
  }
  return [...open].toSorted(([, a], [, b]) => a.requestedAt - b.requestedAt)
})
