import { assert, describe, it } from "@effect/vitest"
import { createHmac } from "node:crypto"
import { makeKey } from "../../domain/key/KeyToken.ts"
import { keyOfCookie, sandboxCookie } from "../../src/site/playground/SandboxCookie.ts"

const signedWith = (secret: string) => (text: string) => createHmac("sha256", secret).update(text).digest("base64url")
const sign = signedWith("ours")
const key = makeKey("a".repeat(34))
const other = makeKey("b".repeat(34))

describe("the cookie of a sandbox key", () => {
  it("gives back the key that was put in", () => {
    assert.strictEqual(keyOfCookie(sign, sandboxCookie(sign, key)), key)
  })

  it.for([
    ["none", undefined],
    ["nothing", ""],
    ["a key without a signature", key],
    ["a key of somebody else's under this signature", sandboxCookie(sign, key).replace(key, other)],
    ["the signature of another secret", sandboxCookie(signedWith("theirs"), key)],
    ["a signature that is cut short", sandboxCookie(sign, key).slice(0, -1)],
    ["the digest under which the key is stored", `${key}.${sign(key)}`],
    ["no key", sandboxCookie(sign, "fdb_x")]
  ] as const)("%s is no key", ([, cookie]) => {
    assert.isNull(keyOfCookie(sign, cookie))
  })
})
