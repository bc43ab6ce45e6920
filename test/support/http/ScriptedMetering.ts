import { Effect, Layer } from "effect"
import type { KeyId } from "../../../domain/key/KeyEvent.ts"
import { plans } from "../../../domain/key/Plan.ts"
import type { KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { Operation } from "../../../domain/usage/UsageEvent.ts"
import { Metering, type QuotaSnapshot, RateLimited } from "../../../src/metering/Metering.ts"

export interface MeteringScript {
  /** every call that was counted and not given back */
  readonly counted: Array<{ readonly keyId: KeyId; readonly operation: Operation }>
  /** calls that only kept to the burst limit */
  readonly paced: Array<KeyId>
  /** what the next calls are answered */
  refusal: "none" | "second" | "hour" | "day" | "down"
}

export const meteringScript = (): MeteringScript => ({ counted: [], paced: [], refusal: "none" })

const waits = { second: 1, hour: 1_234, day: 43_210 } as const
const down = new StorageUnavailable({ operation: "usage", cause: new Error("disk gone") })

/** Counts truly and refuses when told to. */
export const scriptedMetering = (script: MeteringScript): Layer.Layer<Metering> => {
  const snapshot = (key: KeyRecord): QuotaSnapshot => {
    const usedToday = script.counted.filter(({ keyId }) => keyId === key.keyId).length
    const limit = plans[key.plan].requestsPerDay
    return {
      plan: key.plan,
      limit: limit ?? -1,
      remaining: limit === null ? -1 : limit - usedToday,
      usedToday
    }
  }
  const unlessRefused = (
    key: KeyRecord,
    count: () => void
  ): Effect.Effect<QuotaSnapshot, RateLimited | StorageUnavailable> =>
    Effect.suspend((): Effect.Effect<QuotaSnapshot, RateLimited | StorageUnavailable> => {
      const { refusal } = script
      if (refusal === "down") return Effect.fail(down)
      if (refusal !== "none") {
        const retryAfterSeconds = waits[refusal]
        return Effect.fail(new RateLimited({ window: refusal, retryAfterSeconds, snapshot: snapshot(key) }))
      }
      count()
      return Effect.succeed(snapshot(key))
    })
  return Layer.succeed(
    Metering,
    Metering.of({
      admit: (key, operation, units = 1) => {
        const uses = Array.from({ length: units }, () => ({ keyId: key.keyId, operation }))
        const giveBack = () => {
          for (const use of uses) {
            const at = script.counted.indexOf(use)
            if (at >= 0) script.counted.splice(at, 1)
          }
          return snapshot(key)
        }
        return Effect.map(
          unlessRefused(key, () => script.counted.push(...uses)),
          (quota) => ({ quota, keep: () => undefined, giveBack })
        )
      },
      pace: (key) => unlessRefused(key, () => script.paced.push(key.keyId)),
      snapshot: (key) => Effect.sync(() => snapshot(key))
    })
  )
}
