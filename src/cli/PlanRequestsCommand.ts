import { Console, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { AccountStore } from "../../domain/ports/AccountStore.ts"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import { openPlanRequests } from "../queries/PlanRequests.ts"
import { json, table } from "./Output.ts"
import { withStores } from "./Stores.ts"

/** Who asks for which plan, with what an operator needs for an answer. */
const shownRequests = Effect.gen(function* () {
  const store = yield* AccountStore
  const found = yield* Effect.forEach(yield* openPlanRequests(), ([stream, { plan, requestedAt }]) =>
    Effect.map(
      store.findById(AccountId.make(stream.slice("account-".length))),
      Option.map(({ accountId, active, email, plan: present, verified }) => ({
        account_id: accountId,
        email,
        email_verified: verified,
        is_active: active,
        plan: present,
        requested_plan: plan,
        requested_at: new Date(requestedAt).toISOString()
      }))
    )
  )
  return found.flatMap(Option.toArray)
})

export const planRequests = Command.make(
  "requests",
  { json },
  Effect.fn(function* (flags) {
    const requests = yield* shownRequests
    if (flags.json) return yield* Console.log(JSON.stringify(requests))
    if (requests.length === 0) return yield* Console.log("Nobody is waiting for another plan.")
    const rows = requests.map((each) => [
      each.account_id,
      each.email,
      each.email_verified ? "verified" : "not verified",
      each.plan,
      each.requested_plan,
      each.requested_at
    ])
    yield* Console.log(table([["ID", "E-MAIL", "ADDRESS", "PLAN", "ASKS FOR", "SINCE"], ...rows]))
    yield* Console.log(
      "\n`fooddata account plan ID PLAN` answers a request: with the plan that is asked for, or another."
    )
  }, withStores)
).pipe(Command.withDescription("List the accounts that ask for another plan, the longest waiting first"))
