import { Context, Effect, Layer } from "effect"
import type { AccountRejected } from "../../../domain/account/Account.ts"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import type { PlanRequest } from "../../../domain/account/PlanRequest.ts"
import type { PlanName } from "../../../domain/key/Plan.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { planRequestOf } from "../../queries/PlanRequests.ts"
import { AccountCommits } from "./AccountCommits.ts"
import type { AccountFailure, TooManyAttempts } from "./AccountErrors.ts"
import { Attempts } from "./Attempts.ts"

/** How the owner of an account comes to another plan: an operator reads the request and gives the plan. */
export class AccountPlans extends Context.Service<
  AccountPlans,
  {
    /** What is asked for and not answered yet; `null`: nothing. */
    readonly requested: (accountId: AccountId) => Effect.Effect<PlanRequest | null, AccountFailure>
    /** In place of what was asked for before. Nothing where it is the plan of the account. */
    readonly request: (
      accountId: AccountId,
      plan: PlanName
    ) => Effect.Effect<void, AccountRejected | TooManyAttempts | AccountFailure>
  }
>()("fooddata/src/commands/accounts/AccountPlans") {}

export const layer = Layer.effect(
  AccountPlans,
  Effect.gen(function* () {
    const log = yield* EventLog
    const commits = yield* AccountCommits
    const attempts = yield* Attempts
    return AccountPlans.of({
      requested: (accountId) => planRequestOf(accountId).pipe(Effect.provideService(EventLog, log)),
      request: Effect.fn("AccountPlans.request")(function* (accountId, plan) {
        yield* attempts.take("plan", { account: accountId })
        const events = yield* commits
          .commit({
            accountId,
            actor: `account:${accountId}`,
            commands: () => [{ _tag: "RequestPlan", plan }],
            changes: () => []
          })
          .pipe(Effect.catchTags({ AddressTaken: Effect.die, TokenUnusable: Effect.die }))
        if (events.length > 0) yield* Effect.logInfo("an account asks for another plan", { account: accountId, plan })
      })
    })
  })
)
