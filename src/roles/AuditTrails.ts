import { Effect, Layer } from "effect"
import { AccountLifecycle } from "../commands/accounts/AccountLifecycle.ts"
import { eraseExpired } from "../commands/audit/EraseExpired.ts"
import { Settings } from "../Config.ts"
import { auditTree } from "./AuditTrees.ts"
import { AuditTrail } from "../audit/trail/AuditTrail.ts"

/** The audit trail, with the tree. */
export const auditTrail = AuditTrail.layer.pipe(Layer.provide(auditTree))

const sweepPause = "1 hour"

/**
 * Erases what was kept for long enough, and finishes deletions of accounts that were cut off, now and every hour. Of several nodes
 * that do, the second finds nothing.
 */
export const auditRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const { audit } = yield* Settings
    const { finishDeletions } = yield* AccountLifecycle
    const expired = eraseExpired(audit.retentionDays).pipe(
      Effect.catch((error) => Effect.logWarning("old origins of commands could not be erased", error))
    )
    const deletions = finishDeletions.pipe(
      Effect.catch((error) => Effect.logWarning("pending deletions of accounts could not be read", error))
    )
    yield* Effect.forkScoped(
      Effect.forever(Effect.andThen(Effect.andThen(deletions, expired), Effect.sleep(sweepPause)))
    )
  })
)
