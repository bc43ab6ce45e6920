import { Effect } from "effect"
import { Busy } from "./EdgeError.ts"

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

const overloaded = Effect.fail(new Busy({ reason: "overloaded", retryAfterSeconds: overloadRetryAfterSeconds }))

/** Who is being answered, and whose body is still on its way. */
export class RequestSlots {
  #open = 0
  readonly #reading = { keyed: new Map<string, number>(), keyless: new Map<string, number>() }
  readonly #readingCount = { keyed: 0, keyless: 0 }

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

  /** Are more requests being answered than may be? */
  get isFull(): boolean {
    return this.#open - this.#readingCount.keyed - this.#readingCount.keyless > inFlightMax
  }

  /** Reads a body outside of the slots; `owner` is the prefix of a key or an address. */
  whileReading<A, E>(caller: Caller, owner: string, read: Effect.Effect<A, E>): Effect.Effect<A, E | Busy> {
    return Effect.suspend(() => {
      const owners = this.#reading[caller]
      const ofOne = owners.get(owner) ?? 0
      const { max, ofOneMax } = bodyReadingLimits[caller]
      if (this.#readingCount[caller] >= max || ofOne >= ofOneMax) return overloaded
      owners.set(owner, ofOne + 1)
      this.#readingCount[caller]++
      return Effect.ensuring(
        read,
        Effect.sync(() => this.#end(caller, owner))
      ).pipe(Effect.tap(() => (this.isFull ? overloaded : Effect.void)))
    })
  }

  #end(caller: Caller, owner: string): void {
    const owners = this.#reading[caller]
    const left = (owners.get(owner) ?? 1) - 1
    if (left === 0) owners.delete(owner)
    else owners.set(owner, left)
    this.#readingCount[caller]--
  }
}
