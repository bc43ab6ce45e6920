import { Clock, Effect } from "effect"

/**
 * A clock that runs like the real one from a given instant on, and can be put forward. For tests with real sockets,
 * where time must pass by itself, and hours must pass at once.
 */
export const makeForwardClock = (startMs: number) => {
  const real = Clock.Clock.defaultValue()
  const startRealMs = real.currentTimeMillisUnsafe()
  let forwardMs = 0
  const millis = () => startMs + (real.currentTimeMillisUnsafe() - startRealMs) + forwardMs
  const nanos = () => BigInt(millis()) * 1_000_000n
  const monotonic = () => real.monotonicTimeNanosUnsafe() + BigInt(forwardMs) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: monotonic,
    monotonicTimeNanos: Effect.sync(monotonic),
    sleep: (duration) => real.sleep(duration)
  }
  return {
    clock,
    forward: (ms: number) =>
      Effect.sync(() => {
        forwardMs += ms
      })
  }
}
