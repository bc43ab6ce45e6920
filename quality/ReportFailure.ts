import { Cause, Effect, Predicate } from "effect"
import { CliError } from "effect/cli"

/** What went wrong, in one line beside the tables; a mistake of ours with everything that helps to find it. */
export const reportFailure =
  (program: string) =>
  <E>(cause: Cause.Cause<E>): Effect.Effect<void> =>
    Effect.sync(() => {
      const error = Cause.squash(cause)
      if (CliError.isCliError(error)) return
      const isExpected = Cause.hasFails(cause) && Predicate.isError(error)
      process.stderr.write(isExpected ? `${program}: ${error.message}\n` : `${Cause.pretty(cause)}\n`)
    })
