import { Context, Data, type Effect } from "effect"
import type { PlanName } from "../../domain/key/Plan.ts"
import type { KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { Operation } from "../../domain/usage/UsageEvent.ts"
import type { QuotaWindow } from "../../domain/usage/UsageWindow.ts"

/** Where a key stands in its day; -1 is unlimited. */
export interface QuotaSnapshot {
  readonly plan: PlanName
  /** requests a day */
  readonly limit: number
  /** requests left today */
  readonly remaining: number
  readonly usedToday: number
}

/** A call that may go on. Of the two, the first that is called decides; a call that nobody speaks for counts. */
export interface AdmittedCall {
  /** where the key stands with it */
  readonly quota: QuotaSnapshot
  /** It was answered, so it counts. */
  readonly keep: () => void
  /** It failed by our fault, so it does not count; where the key stands without it. */
  readonly giveBack: () => QuotaSnapshot
}

/** Of what does not count there is nothing to give back. */
export const uncounted = (quota: QuotaSnapshot): AdmittedCall => ({
  quota,
  keep: () => undefined,
  giveBack: () => quota
})

/**
 * A window of the plan is used up. When several are, the one that stays closed longest is named. A value without a stack
 * trace: taking one costs several times as much as admitting, and whoever exceeds a limit does so again and again.
 */
export class RateLimited extends Data.TaggedClass("RateLimited")<{
  readonly window: QuotaWindow
  readonly retryAfterSeconds: number
  readonly snapshot: QuotaSnapshot
}> {}

/**
 * Who may call, and how often. A call that succeeds is counted once and survives the death of the process; when it
 * cannot be written down it fails, and nothing is served uncounted.
 */
export class Metering extends Context.Service<
  Metering,
  {
    /**
     * Counts one call, as `units` uses by hour and day, all or none, and by second as one request for every ten of them begun.
     * All windows are checked before any is consumed.
     */
    readonly admit: (
      key: KeyRecord,
      operation: Operation,
      units?: number
    ) => Effect.Effect<AdmittedCall, RateLimited | StorageUnavailable>
    /** Keeps a call that does not count to the limit per second. */
    readonly pace: (key: KeyRecord) => Effect.Effect<QuotaSnapshot, RateLimited | StorageUnavailable>
    /** Where the key stands, without drawing on anything. */
    readonly snapshot: (key: KeyRecord) => Effect.Effect<QuotaSnapshot, StorageUnavailable>
  }
>()("fooddata/src/metering/Metering") {}
