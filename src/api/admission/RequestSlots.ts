import { Effect } from "effect"
import { Busy } from "../EdgeError.ts"
import { OwnerCounts } from "./OwnerCounts.ts"

/** Requests answered at one time; beyond it a request is turned away before anything is done for it. */
export const inFlightMax = 512

/** Bodies that may be on their way at one time: in all, and of one key or address. */
interface ReadingLimit {
  readonly max: number
  readonly ofOneMax: number
}

/** A body may take seconds to come in, so it holds none of the slots of those who are being answered. */
export const bodyReadingLimits = {
  keyed: { max: 256, ofOneMax: 32 },
  keyless: { max: 64, ofOneMax: 16 }
} as const satisfies Readonly<Record<string, ReadingLimit>>

export type Caller = keyof typeof bodyReadingLimits

export const overloadRetryAfterSeconds = 1

/** More is asked than can be answered: to be asked again in a second. */
export const overloaded = Effect.fail(new Busy({ reason: "overloaded", retryAfterSeconds: overloadRetryAfterSeconds }))

/** Who is being answered, and whose body is still on its way. */
export class RequestSlots {
  #open = 0
  readonly #reading = { keyed: new OwnerCounts(), keyless: new OwnerCounts() }

  /** Requests that have come and are not yet answered. */
  get open(): number {
    return this.#open
  }

  enter(): void {
    this.#open++
  }

  leave(): void {
    this.#open--
  }

  /** Waits without holding the slot. */
  outside<A, E>(wait: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.acquireUseRelease(
      Effect.sync(() => this.leave()),
      () => wait,
      () => Effect.sync(() => this.enter())
    )
  }

  /** Are more requests being answered than may be? */
  get isFull(): boolean {
    return this.#open - this.#reading.keyed.total - this.#reading.keyless.total > inFlightMax
  }

  /** Reads a body outside of the slots; `owner` is the prefix of a key or an address. */
  whileReading<A, E>(caller: Caller, owner: string, read: Effect.Effect<A, E>): Effect.Effect<A, E | Busy> {
    return Effect.suspend(() => {
      const reading = this.#reading[caller]
      const { max, ofOneMax } = bodyReadingLimits[caller]
      if (reading.total >= max || reading.of(owner) >= ofOneMax) return overloaded
      reading.add(owner)
      return Effect.ensuring(
        read,
        Effect.sync(() => reading.remove(owner))
      ).pipe(Effect.tap(() => (this.isFull ? overloaded : Effect.void)))
    })
  }
}
