import { Effect, Schema } from "effect"
import { ConcurrencyConflict } from "../../domain/ports/EventLog.ts"

/** Others were faster each time. The caller may try the whole command again. */
export class TooManyConflicts extends Schema.TaggedError<TooManyConflicts>()("TooManyConflicts", {}) {}

const retryCountMax = 3

/** Runs load → decide → append again when another writer came first, at most 3 times. */
export const retryConflicts = <A, E, R>(
  command: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, ConcurrencyConflict> | TooManyConflicts, R> => {
  const isOther = (error: E): error is Exclude<E, ConcurrencyConflict> => !(error instanceof ConcurrencyConflict)
  return command.pipe(
    Effect.retry({ times: retryCountMax, while: (error) => !isOther(error) }),
    Effect.mapError((error) => (isOther(error) ? error : new TooManyConflicts()))
  )
}
