import { Context, type Effect } from "effect"
import type { AddressDigest } from "../account/AccountRecord.ts"
import type { AttemptLimit } from "../account/AttemptRate.ts"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** What is counted, and how often it may be tried. */
export interface CountedAttempt {
  /** a digest: a store of attempts knows no addresses */
  readonly subject: string
  readonly limit: AttemptLimit
}

/** How often things were tried, counted for all nodes together. What ran out is forgotten. */
export class AttemptStore extends Context.Service<
  AttemptStore,
  {
    /** Counts one attempt in each of the limits, or in none; 0, or ms until it may be made. */
    readonly take: (attempts: ReadonlyArray<CountedAttempt>, now: number) => Effect.Effect<number, StorageUnavailable>
    /** Counts a wrong password for an address, which may have an account or none. */
    readonly noteFailure: (address: AddressDigest, now: number) => Effect.Effect<void, StorageUnavailable>
    /** Wrong passwords for the address, ever. */
    readonly failuresOf: (address: AddressDigest) => Effect.Effect<number, StorageUnavailable>
  }
>()("fooddata/domain/ports/AttemptStore") {}

/** Failures of an address are forgotten when there was none for so long. */
export const failuresKeptMs = 90 * 24 * 3_600_000

/** Each attempt forgets so many that ran out: more than it can add. */
export const forgottenAtOnce = 10
