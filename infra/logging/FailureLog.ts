import { Clock, Effect } from "effect"

/** How long a failure that repeats is counted before it is logged again. */
const failureLogIntervalMs = 60_000

interface Failure {
  readonly _tag: string
  readonly message: string
}

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ")

/**
 * Logs what fails again and again while a dependency is away: one line a minute for each kind of failure, without a
 * stack, with how many were not logged since the line before. Keep one for all retries of the same work.
 */
export const makeFailureLog = (log: typeof Effect.logWarning, message: string) => {
  const seen = new Map<string, { readonly loggedAt: number; readonly unlogged: number }>()
  return Effect.fnUntraced(function* (failure: Failure, annotations: Record<string, string> = {}) {
    const now = yield* Clock.currentTimeMillis
    const last = seen.get(failure._tag)
    if (last !== undefined && now - last.loggedAt < failureLogIntervalMs) {
      seen.set(failure._tag, { ...last, unlogged: last.unlogged + 1 })
      return
    }
    seen.set(failure._tag, { loggedAt: now, unlogged: 0 })
    yield* log(`${message}: ${oneLine(failure.message)}`, { ...annotations, unlogged: last?.unlogged ?? 0 })
  })
}
