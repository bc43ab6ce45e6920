import { Effect, Predicate } from "effect"

/** What a look at one thing that the service needs has shown. */
export interface Examined {
  readonly name: string
  readonly ok: boolean
  /** what was found, and where that is wrong, what helps */
  readonly detail: string
}

export const well = (name: string, detail: string): Examined => ({ name, ok: true, detail })
export const ill = (name: string, detail: string): Examined => ({ name, ok: false, detail })

const lookMax = "10 seconds"

/** What is at the bottom of an error that only says what was tried. */
const reasonOf = (error: unknown): string =>
  Predicate.isError(error) && error.cause !== undefined
    ? reasonOf(error.cause)
    : Predicate.isError(error)
      ? error.message
      : String(error)

/** What cannot be looked at is not well; `remedy` says what to look at. */
export const orIll = <E, R>(
  name: string,
  remedy: string,
  look: Effect.Effect<Examined, E, R>
): Effect.Effect<Examined, never, R> =>
  look.pipe(
    Effect.timeoutOrElse({
      duration: lookMax,
      orElse: () => Effect.succeed(ill(name, `no answer within ${lookMax}: ${remedy}`))
    }),
    Effect.catch((error) => Effect.succeed(ill(name, `${reasonOf(error)}: ${remedy}`)))
  )
