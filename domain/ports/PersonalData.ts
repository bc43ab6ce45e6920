import { Context, type Effect } from "effect"
import type { ErasedOfAccount } from "../account/Account.ts"
import type { AccountId } from "../account/AccountEvent.ts"
import type { Actor } from "../EventEnvelope.ts"
import type { AppendMeta, ConcurrencyConflict, StreamAppend } from "./EventLog.ts"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** A deleted account, of which personal data is still there. */
export interface PendingErasure {
  readonly accountId: AccountId
  /** who deleted it */
  readonly actor: Actor
}

/** As many are listed at once. */
export const pendingErasuresMax = 1_000

/** The append that records an erasure; nothing where there is nothing to record. */
export type RecordOf<Erased> = (erased: Erased) => {
  readonly streams: ReadonlyArray<StreamAppend>
  readonly meta: AppendMeta
}

/**
 * What is kept of people beside the log, and is erased: origins of commands, names of keys, failed authentications. An erasure and
 * the event that records it are one transaction, so that there is never one without the other.
 */
export class PersonalData extends Context.Service<
  PersonalData,
  {
    /** Deleted accounts that `eraseOf` was not done for. `AccountStore` adds them, with the deletion. At most `pendingErasuresMax`. */
    readonly pending: Effect.Effect<ReadonlyArray<PendingErasure>, StorageUnavailable>
    /** Of a deleted account and its keys. Nothing is erased on a conflict. */
    readonly eraseOf: (
      accountId: AccountId,
      record: RecordOf<ErasedOfAccount>
    ) => Effect.Effect<ErasedOfAccount, ConcurrencyConflict | StorageUnavailable>
    /** Origins that were kept before this time, ms since the epoch, and failed authentications of hours before it; how many origins there were. */
    readonly eraseBefore: (
      time: number,
      record: RecordOf<number>
    ) => Effect.Effect<number, ConcurrencyConflict | StorageUnavailable>
  }
>()("fooddata/domain/ports/PersonalData") {}
