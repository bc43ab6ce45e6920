/**
 * The limit per second, exact: never more than `limit` admissions in any second, wherever it starts. Keeps the times
 * of the last `limit` admissions, and admits when the oldest of them is a second old.
 *
 * The generic cell rate algorithm would need one number instead, but with a burst of `limit` it lets up to twice as
 * many through in a second: what leaks back while the burst is running is admitted on top of it.
 *
 * Times are ms of a clock that never goes back. The object is mutable, because it is touched by every request.
 */
export interface SecondWindow {
  readonly limit: number
  /** a ring: the times of the last admissions, the oldest at `next` */
  readonly times: Float64Array
  next: number
}

const secondMs = 1_000

export const makeSecondWindow = (limit: number): SecondWindow => ({
  limit,
  times: new Float64Array(limit).fill(-Infinity),
  next: 0
})

/** Would one more admission be within `allowed` a second, which is at most the limit? */
export const hasRoom = (window: SecondWindow, nowMs: number, allowed = window.limit): boolean => {
  if (allowed < 1) return false
  const oldest = window.times[(window.next + window.limit - allowed) % window.limit]
  return oldest !== undefined && nowMs - oldest >= secondMs
}

/** Notes an admission; to be called after `hasRoom` said yes at the same time. */
export const noteAdmission = (window: SecondWindow, nowMs: number): void => {
  window.times[window.next] = nowMs
  window.next = (window.next + 1) % window.limit
}

/** Admissions of the last second. */
export const countRecent = ({ times }: SecondWindow, nowMs: number): number => {
  let count = 0
  for (const time of times) if (nowMs - time < secondMs) count++
  return count
}

/** The window under another limit, as after a change of plan: recent admissions still count. */
export const withLimit = (window: SecondWindow, limit: number): SecondWindow => {
  if (limit === window.limit) return window
  const resized = makeSecondWindow(limit)
  const recent = [...window.times.subarray(window.next), ...window.times.subarray(0, window.next)]
  for (const time of recent.slice(-limit)) noteAdmission(resized, time)
  return resized
}
