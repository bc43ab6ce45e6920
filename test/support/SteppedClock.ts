import { Clock, Effect } from "effect"

/** Lets the test set the wall clock of its clock while the monotonic one goes on: as when NTP is disturbed. */
export const steppedClock = Effect.map(Clock.Clock, (clock) => {
  const millisOf = clock.currentTimeMillisUnsafe.bind(clock)
  const nanosOf = clock.currentTimeNanosUnsafe.bind(clock)
  let offMs = 0
  const millis = () => millisOf() + offMs
  const nanos = () => nanosOf() + BigInt(offMs) * 1_000_000n
  Object.assign(clock, {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos)
  })
  return {
    /** Sets the wall clock so far from the time that has passed. */
    setOff: (ms: number) =>
      Effect.sync(() => {
        offMs = ms
      })
  }
})
