import { Clock, Context, Effect, Layer } from "effect"
import { AttemptStore } from "../../domain/ports/AttemptStore.ts"
import { KeyHasher } from "../../domain/ports/KeyHasher.ts"
import { SecretSource } from "../../domain/ports/SecretSource.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { isToken, newToken } from "./accounts/AccountTokens.ts"

/** A browser that loads the answer of a form anew sends the form again. For so long it is known that it came before. */
const onceLimit = { max: 1, windowMs: 24 * 3_600_000 }

/**
 * Has a form done once, however often it is sent: what is shown once only would else be made again. All nodes agree. A
 * ticket protects who sends the form, and nobody from whoever does.
 */
export class OnceOnly extends Context.Service<
  OnceOnly,
  {
    /** What a form carries. */
    readonly ticket: Effect.Effect<string>
    /** Is the form sent for the first time? No where it has no ticket. */
    readonly take: (ticket: string) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("fooddata/src/commands/OnceOnly") {
  static readonly layer = Layer.effect(
    OnceOnly,
    Effect.gen(function* () {
      const attempts = yield* AttemptStore
      const hasher = yield* KeyHasher
      const secrets = yield* SecretSource
      return OnceOnly.of({
        ticket: newToken(secrets),
        take: Effect.fn("OnceOnly.take")(function* (ticket) {
          if (!isToken(ticket)) return false
          const subject = hasher.digest(`form ${ticket}`)
          return (yield* attempts.take([{ subject, limit: onceLimit }], yield* Clock.currentTimeMillis)) === 0
        })
      })
    })
  )
}
