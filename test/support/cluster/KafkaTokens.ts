import { sign } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url")

/** A token (RFC 7519) of the issuer that Kafka trusts, by the key in its folder; `validForS` may lie in the past. */
export const issueToken = (tlsFolder: string, { validForS = 300, audience = "kafka" } = {}): string => {
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iss: "fooddata stack", aud: audience, sub: "fooddata", iat: now - 600, exp: now + validForS }
  const signed = `${encode({ alg: "RS256", kid: "stack" })}.${encode(claims)}`
  const signature = sign("sha256", Buffer.from(signed), readFileSync(join(tlsFolder, "issuer.key"), "utf8"))
  return `${signed}.${signature.toString("base64url")}`
}
