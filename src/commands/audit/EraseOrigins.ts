import { Clock, Context, Effect, Layer } from "effect"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import type { AuditEvent } from "../../../domain/audit/AuditEvent.ts"
import { type Actor, auditStream } from "../../../domain/EventEnvelope.ts"
import { CommandOrigins, CurrentOrigin } from "../../../domain/ports/CommandOrigins.ts"
import { EventLog, type EventUndecodable } from "../../../domain/ports/EventLog.ts"
import { FailedAuthentications } from "../../../domain/ports/FailedAuthentications.ts"
import { SecretSource } from "../../../domain/ports/SecretSource.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { usageWindow } from "../../../domain/usage/UsageWindow.ts"
import { retryConflicts, type TooManyConflicts } from "../RetryConflicts.ts"

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
      const log = yield* EventLog
      const secrets = yield* SecretSource

      const record = Effect.fnUntraced(function* (subject: string, event: AuditEvent, actor: Actor) {
        const streamId = auditStream(subject, usageWindow(yield* Clock.currentTimeMillis).day)
        const append = Effect.gen(function* () {
          const { length: expectedVersion } = yield* log.readStream("audit", streamId)
          const commandId = yield* secrets.commandId
          return yield* log.append([{ streamId, expectedVersion, events: [event] }], { commandId, actor })
        })
        // where this command comes from would be kept once more
        yield* retryConflicts(append).pipe(Effect.provideService(CurrentOrigin, null))
      })

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
