import { Context, type Effect, Schema } from "effect"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import type { KeyId } from "../../domain/key/KeyEvent.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { UsageDay } from "../../domain/usage/UsageEvent.ts"
import type { DailyCount, HourlyCount } from "../usage-report/UsageCount.ts"
import type { LiveReadModel } from "./LiveReadModel.ts"

/** The report does not stand where the page begins: another projector was here, or another build. Read on from its place. */
export class PlaceMoved extends Schema.TaggedError<PlaceMoved>()("PlaceMoved", { checkpoint: Schema.String }) {
  override get message(): string {
    return `the place of ${this.checkpoint} has moved: another process projects, too`
  }
}

/** Keys, and the UTC days that are asked for, both included. */
export interface CountedDays {
  readonly keyIds: ReadonlyArray<KeyId>
  readonly from: UsageDay
  readonly to: UsageDay
}

/**
 * How often which operation of a key was called, and with what outcome. Disposable: rebuilt from events at will. Counts
 * and the place in the log change in one transaction, so a page counts once, however often it comes.
 */
export class UsageReport extends Context.Service<
  UsageReport,
  {
    readonly live: LiveReadModel["Service"]
    /** Where the build of this name stands in the log. */
    readonly place: (checkpoint: string) => Effect.Effect<Cursor, StorageUnavailable>
    /**
     * Adds the counts and moves the place from `after` to `cursor`, or does neither. Counts that are older than what is
     * kept are left out.
     */
    readonly add: (
      checkpoint: string,
      counts: ReadonlyArray<HourlyCount>,
      step: { readonly after: Cursor; readonly cursor: Cursor }
    ) => Effect.Effect<void, StorageUnavailable | PlaceMoved>
    /** Of the live build, ordered by key, day, hour, operation, outcome. */
    readonly hours: (asked: CountedDays) => Effect.Effect<ReadonlyArray<HourlyCount>, StorageUnavailable>
    readonly days: (asked: CountedDays) => Effect.Effect<ReadonlyArray<DailyCount>, StorageUnavailable>
  }
>()("fooddata/projections/ports/UsageReport") {}
