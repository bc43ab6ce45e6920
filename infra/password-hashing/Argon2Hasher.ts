import { availableParallelism } from "node:os"
import { Effect, Layer, Predicate, Schema, type Scope, Semaphore } from "effect"
import { PasswordHash } from "../../domain/account/AccountRecord.ts"
import { PasswordHasher, PasswordHasherBusy } from "../../domain/ports/PasswordHasher.ts"
import { startThread } from "../threads/Thread.ts"
import { type Argon2Input, phcString } from "./Argon2Parameters.ts"
import { hasNativeArgon2, nativeArgon2 } from "./NativeArgon2.ts"

export interface HasherLimits {
  /** passwords hashed at one time: each takes a core and 19 MiB */
  readonly running: number
  /** passwords in hand at one time, those that wait included */
  readonly max: number
  /** the same of one owner */
  readonly ofOneMax: number
}

/** One core is for the event loop. More than four at a time would take memory and no less time. */
const runningMax = Math.max(1, Math.min(4, availableParallelism() - 1))

/** A queue of some seconds: who would wait for longer is told to come again. */
export const defaultHasherLimits: HasherLimits = { running: runningMax, max: 64, ofOneMax: 8 }

type Argon2 = (input: Argon2Input) => Effect.Effect<Uint8Array>

const native: Argon2 = (input) => Effect.promise(() => nativeArgon2(input))

/** In a thread of its own, which ends with the scope. */
export const inThread: Effect.Effect<Argon2, never, Scope.Scope> = Effect.map(
  startThread("argon2", new URL("Argon2Thread.ts", import.meta.url)),
  (thread) => (input) =>
    Effect.flatMap(Effect.orDie(thread.ask(input)), (answer) =>
      Predicate.isUint8Array(answer) ? Effect.succeed(answer) : Effect.die(new TypeError("the thread gave no hash"))
    )
)

const decodeHash = Schema.decodeUnknownSync(PasswordHash)

/** The hasher on this Argon2. */
export const hasherOn = (argon2: Argon2, { max, ofOneMax, running }: HasherLimits): PasswordHasher["Service"] => {
  const slots = Semaphore.makeUnsafe(running)
  const held = new Map<string, number>()
  let inHand = 0
  const leave = (owner: string) => {
    inHand--
    const left = (held.get(owner) ?? 1) - 1
    if (left === 0) held.delete(owner)
    else held.set(owner, left)
  }
  return PasswordHasher.of({
    hash: (password, address, owner) =>
      Effect.suspend(() => {
        const ofOwner = held.get(owner) ?? 0
        if (inHand >= max || ofOwner >= ofOneMax) return Effect.fail(new PasswordHasherBusy())
        inHand++
        held.set(owner, ofOwner + 1)
        // once begun it runs to its end, whoever went away: its place must not be given to another before
        const salt = Buffer.from(address, "base64url")
        return slots
          .withPermits(1)(Effect.uninterruptible(argon2({ password, salt })))
          .pipe(
            Effect.map((hash) => decodeHash(phcString(salt, hash))),
            Effect.ensuring(Effect.sync(() => leave(owner)))
          )
      }).pipe(Effect.withSpan("PasswordHasher.hash"))
  })
}

/** Argon2id by the runtime where it has it, else in a thread. */
export const layer: Layer.Layer<PasswordHasher> = Layer.effect(
  PasswordHasher,
  Effect.map(hasNativeArgon2 ? Effect.succeed(native) : inThread, (argon2) => hasherOn(argon2, defaultHasherLimits))
)
