import { Clock, Effect } from "effect"

/**
 * A clock that stands still until it is put forward, for tests with real sockets: what is asked in one second of it is,
 * however slow the machine. Waiting takes real time.
 */
export const makeHandSetClock = (startMs: number) => {
  const real = Clock.Clock.defaultValue()
  // a whole millisecond: whoever reads this clock in fractions of one would now and then find a second rounded to less
  const startMonotonic = (real.monotonicTimeNanosUnsafe() / 1_000_000n) * 1_000_000n
  let forwardMs = 0
  const millis = () => startMs + forwardMs
  const nanos = () => BigInt(millis()) * 1_000_000n
  const monotonic = () => startMonotonic + BigInt(forwardMs) * 1_000_000n
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
