import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { statSync, truncateSync } from "node:fs"
import { join } from "node:path"
import { isWellFormedKey, keyAlphabet, keyRandomLength, makeKey } from "../../../domain/key/KeyToken.ts"
import { KeyHasher } from "../../../domain/ports/KeyHasher.ts"
import { SecretSource } from "../../../domain/ports/SecretSource.ts"
import * as Hasher from "../../../infra/crypto/KeyHasher.ts"
import * as NodeSecretSource from "../../../infra/crypto/NodeSecretSource.ts"
import { pepperFromFile, pepperFromText } from "../../../infra/crypto/Pepper.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"

describe("Pepper", () => {
  it.effect("is created once, for its owner alone, and is the same at the next start", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "pepper")
      const first = Redacted.value(yield* pepperFromFile(path))
      const second = Redacted.value(yield* pepperFromFile(path))
      assert.lengthOf(first, 32)
      assert.deepStrictEqual(first, second)
      assert.strictEqual(statSync(path).mode & 0o777, 0o600)
    })
  )

  it.effect("a damaged file is an error, never replaced: all keys hang on it", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "pepper")
      yield* pepperFromFile(path)
      truncateSync(path, 7)
      const error = yield* Effect.flip(pepperFromFile(path))
      assert.include(error.message, "7 bytes instead of 32")
    })
  )

  it.effect("a given pepper shorter than 32 bytes is refused without being shown", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(pepperFromText(Redacted.make("hunter2")))
      assert.include(error.message, "at least 32")
      assert.notInclude(error.message, "hunter2")
    })
  )
})

const pepper = Redacted.make(new TextEncoder().encode("0123456789abcdef0123456789abcdef"))

layer(Hasher.layer(pepper))("KeyHasher", (it) => {
  it.effect("is HMAC-SHA-256 under the pepper", () =>
    Effect.gen(function* () {
      const hasher = yield* KeyHasher
      assert.strictEqual(hasher.digest("fdb_test"), "8qHParnsHWEzw8klC-F6fZ3CFVaMCFNl4YHi3M9kHgY")
    })
  )
})

layer(NodeSecretSource.layer)("SecretSource", (it) => {
  it.effect("makes well-formed keys, no two alike, with every letter of the alphabet", () =>
    Effect.gen(function* () {
      const secrets = yield* SecretSource
      const randoms = yield* Effect.all(Array.from({ length: 500 }, () => secrets.text(keyAlphabet, keyRandomLength)))
      assert.isTrue(randoms.every((random) => isWellFormedKey(makeKey(random))))
      assert.lengthOf(new Set(randoms), 500)
      assert.lengthOf(new Set(randoms.join("")), keyAlphabet.length)
    })
  )
})
