import { Effect, Fiber } from "effect"
import { Busy } from "../EdgeError.ts"

const passed = Effect.fail(new Busy({ reason: "deadline passed", retryAfterSeconds: 1 }))

/**
 * An answer that takes longer than 10 seconds is no longer of use to whoever asked. The clock is set only for one that does
 * not come at once: most do, and a race with the clock costs them as much as finding what was asked for.
 */
export const deadline = <A, E, R>(answer: Effect.Effect<A, E, R>): Effect.Effect<A, E | Busy, R> =>
  Effect.flatMap(Effect.forkChild(answer, { startImmediately: true }), (fiber) => fiber.pollUnsafe() ?? inTime(fiber))

/** Whoever waits no longer, because time is up or the caller went away, takes the answer with them. */
const inTime = <A, E>(fiber: Fiber.Fiber<A, E>): Effect.Effect<A, E | Busy> =>
  Fiber.join(fiber).pipe(
    Effect.timeoutOrElse({ duration: "10 seconds", orElse: () => passed }),
    Effect.onExit(() => Fiber.interrupt(fiber))
  )
