import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Result } from "effect"
import { AddressDigest } from "../../../domain/account/AccountRecord.ts"
import { PasswordHasher } from "../../../domain/ports/PasswordHasher.ts"
import { hasherOn, inThread, layer } from "../../../infra/password-hashing/Argon2Hasher.ts"
import { hasNativeArgon2 } from "../../../infra/password-hashing/NativeArgon2.ts"

const address = AddressDigest.make("A".repeat(42) + "E")
const limits = { running: 1, max: 3, ofOneMax: 2 }

/** What every runtime has made of it and must go on making of it: it stands in people's databases. */
const expected =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE$3C3Ibr93DIE0dxxFRG8r8Nz2D3J6DIZsNCa/UqhVk/8"

describe("Argon2id", () => {
  it.effect("the runtime's own or WebAssembly in a thread: a password has one hash, on every runtime", () =>
    Effect.gen(function* () {
      const ofThread = hasherOn(yield* inThread, limits)
      assert.strictEqual(yield* ofThread.hash("пароль 🥛 كلمة", address, "a"), expected)
      const ofRuntime = yield* PasswordHasher
      assert.strictEqual(yield* ofRuntime.hash("пароль 🥛 كلمة", address, "a"), expected, String(hasNativeArgon2))
      assert.notStrictEqual(yield* ofRuntime.hash("пароль 🥛 كلمه", address, "a"), expected)
      assert.notStrictEqual(
        yield* ofRuntime.hash("пароль 🥛 كلمة", AddressDigest.make("B".repeat(42) + "E"), "a"),
        expected
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("a full queue refuses at once, one owner has a part of it, and places come back", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const hasher = hasherOn(() => Effect.as(Deferred.await(gate), new Uint8Array(32)), limits)
      const begin = (owner: string) => Effect.forkChild(hasher.hash("x", address, owner), { startImmediately: true })
      const isRefused = (owner: string) => Effect.map(Effect.result(hasher.hash("x", address, owner)), Result.isFailure)
      const first = [yield* begin("a"), yield* begin("a")]
      assert.isTrue(yield* isRefused("a"))
      const third = yield* begin("b")
      assert.isTrue(yield* isRefused("c"))
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach([...first, third], Fiber.join)
      assert.isFalse(yield* isRefused("c"))
    })
  )
})
