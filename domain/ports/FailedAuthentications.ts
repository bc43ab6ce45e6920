import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** Authentications that failed within an hour, in one way, from one address. */
export interface FailureCount {
  /** start of the hour, ms since the epoch */
  readonly hour: number
  /** what was presented: a key of another form, one that is not in force, or a wrong password */
  readonly kind: FailureKind
  /** first ten characters of the key; `""`: it has not the form of a key */
  readonly prefix: string
  /** who asked; `""`: more addresses than are counted apart */
  readonly address: string
  readonly count: number
}

export const failureKinds = ["malformed-key", "invalid-key", "password"] as const
export type FailureKind = (typeof failureKinds)[number]

export interface FailureFilter {
  /** ms since the epoch, the hour of it included */
  readonly from: number
  /** ms since the epoch, exclusive */
  readonly to: number
  readonly prefix: string | null
  readonly address: string | null
  readonly limit: number
}

/** Counts of failed authentications. Counted, and not an event each: who attacks must not fill the log. */
export class FailedAuthentications extends Context.Service<
  FailedAuthentications,
  {
    /** Adds to what is counted already. */
    readonly add: (counts: ReadonlyArray<FailureCount>) => Effect.Effect<void, StorageUnavailable>
    /** The most first within an hour, newest hours first. */
    readonly list: (filter: FailureFilter) => Effect.Effect<ReadonlyArray<FailureCount>, StorageUnavailable>
    /** Forgets hours before this time; how many rows there were. */
    readonly eraseBefore: (time: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("fooddata/domain/ports/FailedAuthentications") {}
