import { Clock, Context, Effect, Layer } from "effect"
import { keyAlphabet } from "../../domain/key/KeyToken.ts"
import { AttemptStore } from "../../domain/ports/AttemptStore.ts"
import { KeyHasher } from "../../domain/ports/KeyHasher.ts"
import { SecretSource } from "../../domain/ports/SecretSource.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"

const ticketLength = 43
const isTicket = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text)

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
        ticket: secrets.text(keyAlphabet, ticketLength),
        take: Effect.fn("OnceOnly.take")(function* (ticket) {
          if (!isTicket(ticket)) return false
          const subject = hasher.digest(`form ${ticket}`)
          return (yield* attempts.take([{ subject, limit: onceLimit }], yield* Clock.currentTimeMillis)) === 0
        })
      })
    })
  )
}
