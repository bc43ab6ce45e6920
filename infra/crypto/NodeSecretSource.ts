import { Effect, Layer, Schema } from "effect"
import { randomBytes, randomUUID } from "node:crypto"
import { KeyId } from "../../domain/key/KeyEvent.ts"
import { SecretSource } from "../../domain/ports/SecretSource.ts"

const decodeKeyId = Schema.decodeSync(KeyId)
const keyIdAlphabet = "0123456789abcdefghijklmnopqrstuvwxyz"
const keyIdLength = 16

/** Rejection sampling: a byte past the last whole multiple of the alphabet's size would favour its first letters. */
const draw = (alphabet: string, length: number): string => {
  const limit = 256 - (256 % alphabet.length)
  let text = ""
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < limit) text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text
}

export const layer: Layer.Layer<SecretSource> = Layer.succeed(
  SecretSource,
  SecretSource.of({
    text: (alphabet, length) => Effect.sync(() => draw(alphabet, length)),
    keyId: Effect.sync(() => decodeKeyId(`key_${draw(keyIdAlphabet, keyIdLength)}`)),
    commandId: Effect.sync(() => randomUUID())
  })
)
