import { Clock, Context, Effect, Layer } from "effect"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import type { AuditEvent } from "../../../domain/audit/AuditEvent.ts"
import type { Actor } from "../../../domain/EventEnvelope.ts"
import { CommandOrigins, CurrentOrigin } from "../../../domain/ports/CommandOrigins.ts"
import type { EventLog, EventUndecodable } from "../../../domain/ports/EventLog.ts"
import { FailedAuthentications } from "../../../domain/ports/FailedAuthentications.ts"
import type { SecretSource } from "../../../domain/ports/SecretSource.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { TooManyConflicts } from "../RetryConflicts.ts"
import { appendToTrail } from "./AppendToTrail.ts"

type Failure = StorageUnavailable | EventUndecodable | TooManyConflicts

/** Addresses and clients are personal data: they go with the account, or when they are old. That they went is an event. */
export class EraseOrigins extends Context.Service<
  EraseOrigins,
  {
    readonly ofAccount: (accountId: AccountId, actor: Actor) => Effect.Effect<void, Failure>
    /** What was kept for longer than `days`, failed authentications included. */
    readonly olderThan: (days: number) => Effect.Effect<void, Failure>
  }
>()("fooddata/src/commands/audit/EraseOrigins") {
  static readonly layer = Layer.effect(
    EraseOrigins,
    Effect.gen(function* () {
      const origins = yield* CommandOrigins
      const failures = yield* FailedAuthentications
      const context = yield* Effect.context<EventLog | SecretSource>()

      const record = (subject: string, event: AuditEvent, actor: Actor) =>
        appendToTrail(subject, event, actor).pipe(
          // where this command comes from would be kept once more
          Effect.provideService(CurrentOrigin, null),
          Effect.provideContext(context)
        )

      return EraseOrigins.of({
        ofAccount: Effect.fn("EraseOrigins.ofAccount")(function* (accountId, actor) {
          const count = yield* origins.eraseOf(accountId)
          if (count === 0) return
          yield* record(accountId, { _tag: "OriginsErased", reason: "account-deleted", origins: count }, actor)
        }),
        olderThan: Effect.fn("EraseOrigins.olderThan")(function* (days) {
          const before = (yield* Clock.currentTimeMillis) - days * 86_400_000
          yield* failures.eraseBefore(before)
          const count = yield* origins.eraseBefore(before)
          if (count === 0) return
          yield* record("retention", { _tag: "OriginsErased", reason: "expired", origins: count }, "system")
        })
      })
    })
  )
}
