import { Effect, Layer } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { LedgerNode } from "./LedgerNode.ts"
import { type AdmittedCall, Metering, type QuotaSnapshot, type RateLimited } from "./Metering.ts"

/** Metering by leases on the usage ledger. */
export const layer: Layer.Layer<Metering, never, LedgerNode> = Layer.effect(
  Metering,
  Effect.gen(function* () {
    const node = yield* LedgerNode
    return Metering.of({
      admit: (key, operation, units = 1) => node.request({ key, kind: "admit", operation, units }),
      pace: (key) => Effect.mapEager(node.request({ key, kind: "pace" }), quotaOf),
      snapshot: (key) =>
        node.request({ key, kind: "look" }).pipe(Effect.map(quotaOf), Effect.catchTag("RateLimited", whenLooking))
    })
  })
)

const quotaOf = ({ quota }: AdmittedCall): QuotaSnapshot => quota

/** Looking draws on no window, so no window can refuse it. */
const whenLooking = ({ snapshot }: RateLimited): Effect.Effect<QuotaSnapshot, StorageUnavailable> =>
  Effect.succeed(snapshot)
