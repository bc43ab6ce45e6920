// node token-issuer.mjs FOLDER: makes the key of an issuer of tokens, issuer.key, and what Kafka checks tokens by,
// jwks.json (RFC 7517).
import { createPublicKey, generateKeyPairSync } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"

const [folder = ""] = process.argv.slice(2)
const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})
writeFileSync(join(folder, "issuer.key"), privateKey, { mode: 0o600 })
const jwk = { ...createPublicKey(privateKey).export({ format: "jwk" }), kid: "stack", use: "sig", alg: "RS256" }
writeFileSync(join(folder, "jwks.json"), JSON.stringify({ keys: [jwk] }))
