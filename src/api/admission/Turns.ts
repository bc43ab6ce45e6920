import { Effect, Semaphore } from "effect"
import type { Busy } from "../EdgeError.ts"
import { overloaded, type RequestSlots } from "./RequestSlots.ts"

/** Who waits for their turn at one time; beyond it they are turned away. */
export const waitingForTurnMax = 256

/**
 * Does one piece of work after the other, and lets the event loop attend to whoever else has come in between: fifty lists
 * of tools asked for at once would hold up everybody's searches for as long as all of them take.
 */
export class Turns {
  readonly #turn = Semaphore.makeUnsafe(1)
  #waiting = 0

  /** Waits outside of the slots of those who are being answered. `work` is short, and waits for nobody. */
  take<A, E>(slots: RequestSlots, work: Effect.Effect<A, E>): Effect.Effect<A, E | Busy> {
    return Effect.suspend((): Effect.Effect<A, E | Busy> => {
      if (this.#waiting >= waitingForTurnMax) return overloaded
      this.#waiting++
      return slots
        .outside(this.#turn.withPermit(Effect.andThen(Effect.yieldNow, work)))
        .pipe(Effect.ensuring(Effect.sync(() => this.#waiting--)))
    })
  }
}
