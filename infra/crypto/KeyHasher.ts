import { Layer, Redacted, Schema } from "effect"
import { createHmac } from "node:crypto"
import { KeyDigest } from "../../domain/key/KeyEvent.ts"
import { KeyHasher } from "../../domain/ports/KeyHasher.ts"

const decodeDigest = Schema.decodeSync(KeyDigest)

/** HMAC-SHA-256 under the pepper: without it, a stolen database says nothing about the keys. */
export const layer = (pepper: Redacted.Redacted<Uint8Array>): Layer.Layer<KeyHasher> =>
  Layer.succeed(
    KeyHasher,
    KeyHasher.of({
      digest: (key) => decodeDigest(createHmac("sha256", Redacted.value(pepper)).update(key).digest("base64url"))
    })
  )
