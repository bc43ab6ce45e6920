import { Clock, Context, Data, Effect, Layer } from "effect"
import { AttemptStore } from "../../domain/ports/AttemptStore.ts"
import { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import { KeyHasher } from "../../domain/ports/KeyHasher.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { type IssuedKey, type KeyCommandError, KeyCommands } from "./KeyCommands.ts"

const dayMs = 24 * 3_600_000

/** Keys that the visitors of one IPv4 address, or one IPv6 /64, get in any 24 hours. */
export const sandboxKeyLimit = { max: 20, windowMs: dayMs }

/** So long a sandbox key is accepted; the next sweep after that deactivates it. */
export const sandboxKeyLifeMs = 2 * dayMs

const sweepPause = "1 hour"

/** The visitors of an address have had their keys. A value without a stack trace, because callers provoke it at will. */
export class SandboxKeysUsedUp extends Data.TaggedClass("SandboxKeysUsedUp")<{ readonly retryAfterSeconds: number }> {}

/** Keys of the plan `sandbox`, one for each visitor of the playground. */
export class SandboxKeys extends Context.Service<
  SandboxKeys,
  {
    /** A new key for a visitor from the address, or from the /64 of it. All nodes count together. */
    readonly issue: (visitor: string) => Effect.Effect<IssuedKey, SandboxKeysUsedUp | KeyCommandError>
    /** Deactivates every key that is older than two days; how many those were. */
    readonly deactivateExpired: Effect.Effect<number, StorageUnavailable>
  }
>()("fooddata/src/commands/SandboxKeys") {
  static readonly layer = Layer.effect(
    SandboxKeys,
    Effect.gen(function* () {
      const attempts = yield* AttemptStore
      const commands = yield* KeyCommands
      const directory = yield* KeyDirectory
      const hasher = yield* KeyHasher

      return SandboxKeys.of({
        issue: Effect.fn("SandboxKeys.issue")(function* (visitor) {
          // the store is told no address
          const subject = hasher.digest(`sandbox keys of ${visitor}`)
          const now = yield* Clock.currentTimeMillis
          const waitMs = yield* attempts.take([{ subject, limit: sandboxKeyLimit }], now)
          if (waitMs > 0)
            return yield* Effect.fail(new SandboxKeysUsedUp({ retryAfterSeconds: Math.ceil(waitMs / 1_000) }))
          return yield* commands.issue({ plan: "sandbox" }, "system")
        }),
        deactivateExpired: Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const keys = yield* directory.list
          const expired = keys.filter(
            ({ active, issuedAt, plan }) => plan === "sandbox" && active && issuedAt <= now - sandboxKeyLifeMs
          )
          yield* Effect.forEach(
            expired,
            ({ keyId }) =>
              commands
                .deactivate(keyId, "the sandbox key is two days old", "system")
                .pipe(Effect.catch((error) => Effect.logWarning("a sandbox key stays for now", keyId, error))),
            { discard: true }
          )
          return expired.length
        })
      })
    })
  )

  /** Deactivates what has expired, now and every hour. Of several nodes that do, the second finds nothing to do. */
  static readonly sweep = Layer.effectDiscard(
    Effect.gen(function* () {
      const { deactivateExpired } = yield* SandboxKeys
      const once = deactivateExpired.pipe(
        Effect.catch((error) => Effect.logWarning("sandbox keys could not be looked through", error))
      )
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(once, Effect.sleep(sweepPause))))
    })
  )
}
