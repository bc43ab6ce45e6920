import { Layer, Redacted, Schema } from "effect"
import { createHmac, createSecretKey, hash } from "node:crypto"
import { KeyDigest } from "../../domain/key/KeyEvent.ts"
import { KeyHasher } from "../../domain/ports/KeyHasher.ts"
import { makeMemory } from "../../domain/Remembering.ts"

const decodeDigest = Schema.decodeSync(KeyDigest)

/** As many as the key cache holds. */
const digestsMax = 10_000

/**
 * HMAC-SHA-256 under the pepper: without it, a stolen database says nothing about the keys. A digest that was made is
 * remembered by the plain SHA-256 of its key, which takes a tenth of the time and, of a key with 200 random bits, says
 * nothing either; keys themselves are not kept.
 */
export const layer = (pepper: Redacted.Redacted<Uint8Array>): Layer.Layer<KeyHasher> =>
  Layer.sync(KeyHasher, () => {
    // bytes would be made a key of for every digest, which takes longer than the digest
    const secret = createSecretKey(Redacted.value(pepper))
    const made = makeMemory<KeyDigest>(digestsMax)
    return KeyHasher.of({
      digest: (key) =>
        made.recall(hash("sha256", key, "base64url"), () =>
          decodeDigest(createHmac("sha256", secret).update(key).digest("base64url"))
        )
    })
  })
