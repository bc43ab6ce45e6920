import { Effect, Layer } from "effect"
import { EraseOrigins } from "../commands/audit/EraseOrigins.ts"
import { Settings } from "../Config.ts"
import { auditTree } from "./AuditTrees.ts"
import { AuditTrail } from "../audit/trail/AuditTrail.ts"

/** The audit trail, with the tree. */
export const auditTrail = AuditTrail.layer.pipe(Layer.provide(auditTree))

const sweepPause = "1 hour"

/** Erases origins that were kept for long enough, now and every hour. Of several nodes that do, the second finds nothing. */
export const auditRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const { audit } = yield* Settings
    const { olderThan } = yield* EraseOrigins
    const once = olderThan(audit.retentionDays).pipe(
      Effect.catch((error) => Effect.logWarning("old origins of commands could not be erased", error))
    )
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(once, Effect.sleep(sweepPause))))
  })
)
