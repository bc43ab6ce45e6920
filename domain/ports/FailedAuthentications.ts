import { Context, type Effect, Schema } from "effect"
import type { AccountId } from "../account/AccountEvent.ts"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** What was presented: a key of another form, one that is not in force, or a wrong password. */
export const FailureKind = Schema.Literals(["malformed-key", "invalid-key", "password"])
export type FailureKind = typeof FailureKind.Type

/** Authentications that failed within an hour, in one way, from one address. */
export const FailureCount = Schema.Struct({
  /** start of the hour, ms since the epoch */
  hour: Schema.Int,
  kind: FailureKind,
  /** first ten characters of the key; `""`: it has not the form of a key */
  prefix: Schema.String,
  /** who asked; `""`: more addresses than are counted apart */
  address: Schema.String,
  /** whose session or key it was; `""`: not known, as with every sign-in that fails: nobody learns who has an account */
  account: Schema.String,
  count: Schema.Int
})
export type FailureCount = typeof FailureCount.Type

export interface FailureFilter {
  /** ms since the epoch, the hour of it included */
  readonly from: number
  /** ms since the epoch, exclusive */
  readonly to: number
  readonly prefix: string | null
  readonly address: string | null
  readonly account: AccountId | null
  readonly limit: number
}

/** Counts of failed authentications. Counted, and not an event each: who attacks must not fill the log. */
export class FailedAuthentications extends Context.Service<
  FailedAuthentications,
  {
    /** Adds to what is counted already. An account that was deleted meanwhile is not named. */
    readonly add: (counts: ReadonlyArray<FailureCount>) => Effect.Effect<void, StorageUnavailable>
    /** The most first within an hour, newest hours first. */
    readonly list: (filter: FailureFilter) => Effect.Effect<ReadonlyArray<FailureCount>, StorageUnavailable>
  }
>()("fooddata/domain/ports/FailedAuthentications") {}
