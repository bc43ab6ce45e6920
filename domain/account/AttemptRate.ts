/** How many attempts may be made in any window of this length. */
export interface AttemptLimit {
  readonly max: number
  readonly windowMs: number
}

/** What a store keeps of one subject: attempts of the window that `startedAt` began, and of the one before it. */
export interface AttemptCount {
  readonly startedAt: number
  readonly current: number
  readonly previous: number
}

export interface AttemptDecision {
  /** what to keep now */
  readonly count: AttemptCount
  /** 0: the attempt may be made, and is counted in `count`; else ms until one may be made */
  readonly retryAfterMs: number
}

const windowOf = (now: number, windowMs: number): number => now - (now % windowMs)

/** The count as it stands in the window of `now`. A clock that was set back goes on in the window it had. */
const inWindow = (count: AttemptCount | null, now: number, windowMs: number): AttemptCount => {
  const startedAt = windowOf(now, windowMs)
  if (count === null) return { startedAt, current: 0, previous: 0 }
  if (count.startedAt >= startedAt) return count
  return { startedAt, current: 0, previous: count.startedAt === startedAt - windowMs ? count.current : 0 }
}

/**
 * Counts an attempt, or says when one may be made. The window slides: of the window before, the share counts that the
 * sliding one still covers. Two numbers a subject are kept however many attempts there are.
 */
export const decideAttempt = (
  count: AttemptCount | null,
  { max, windowMs }: AttemptLimit,
  now: number
): AttemptDecision => {
  const kept = inWindow(count, now, windowMs)
  const elapsed = Math.max(0, now - kept.startedAt)
  const weight = Math.max(0, 1 - elapsed / windowMs)
  if (kept.previous * weight + kept.current + 1 <= max) {
    return { count: { ...kept, current: kept.current + 1 }, retryAfterMs: 0 }
  }
  return { count: kept, retryAfterMs: Math.max(1, Math.ceil(waitMs(kept, max, windowMs) - elapsed)) }
}

/** From the begin of the window until there is room for one more. */
const waitMs = ({ current, previous }: AttemptCount, max: number, windowMs: number): number => {
  if (current + 1 <= max) return windowMs * (1 - (max - 1 - current) / previous)
  // this window is full by itself, and becomes the one before
  return windowMs + windowMs * (1 - (max - 1) / current)
}
