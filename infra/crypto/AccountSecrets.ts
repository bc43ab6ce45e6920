import { Layer, Redacted, Schema } from "effect"
import { createHmac, createSecretKey, hash } from "node:crypto"
import { AddressDigest, TokenDigest } from "../../domain/account/AccountRecord.ts"
import { mailboxOf } from "../../domain/account/EmailAddress.ts"
import { AccountSecrets } from "../../domain/ports/AccountSecrets.ts"

const decodeAddress = Schema.decodeSync(AddressDigest)
const decodeToken = Schema.decodeSync(TokenDigest)

/**
 * HMAC-SHA-256 under the pepper, each use under a name of its own that no key and no other use begins with. Tokens have 256
 * random bits: of them plain SHA-256 says nothing.
 */
export const layer = (pepper: Redacted.Redacted<Uint8Array>): Layer.Layer<AccountSecrets> =>
  Layer.sync(AccountSecrets, () => {
    const secret = createSecretKey(Redacted.value(pepper))
    const keyed = (use: string, text: string) =>
      createHmac("sha256", secret).update(`account ${use}\n${text}`).digest("base64url")
    return AccountSecrets.of({
      address: (email) => decodeAddress(keyed("address", mailboxOf(email))),
      token: (token) => decodeToken(hash("sha256", token, "base64url")),
      csrf: (token) => keyed("form", token),
      subject: (kind, of) => keyed(`attempts ${kind}`, of)
    })
  })
