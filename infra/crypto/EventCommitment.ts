import { hash, hkdfSync } from "node:crypto"

const blockBytes = 64
const hashBytes = 32

/** A block of HMAC: the key, of one block at the most, under the pad. */
const writePad = (block: Uint8Array, byte: number, key: Uint8Array): void => {
  block.fill(byte, 0, blockBytes)
  for (let i = 0; i < key.length; i++) block[i] = byte ^ (key[i] ?? 0)
}

// written anew by each call, which runs from its beginning to its end
const outer = Buffer.alloc(blockBytes + hashBytes)
let inner = Buffer.alloc(4_096)

/** HMAC-SHA-256 (RFC 2104), hex, by two hashes of one call each: a `createHmac` for each key takes three times as long. */
export const hmacSha256 = (key: Uint8Array, text: string): string => {
  const bytesMax = blockBytes + text.length * 3
  if (inner.length < bytesMax) inner = Buffer.alloc(bytesMax)
  writePad(inner, 0x36, key)
  const length = blockBytes + inner.write(text, blockBytes)
  writePad(outer, 0x5c, key)
  outer.set(hash("sha256", inner.subarray(0, length), "buffer"), blockBytes)
  return hash("sha256", outer, "hex")
}

/** Makes commitments: who has the salt of an event can check that it is committed to, and nobody can guess what it says. */
export interface EventCommitter {
  /** of an event, 32 bytes */
  readonly saltOf: (eventId: string) => Uint8Array
  /** hex; `data`: the JSON text of the event's fields */
  readonly commit: (eventId: string, data: string) => string
  /** the same for one actor: 16 hex digits. `cli` and `system` are nobody, and stand as they are. */
  readonly pseudonym: (actor: string) => string
}

const actorsMax = 10_000
/** of a UUID as text */
const eventIdLength = 36

/** From the secret of the log's key, so that there is one secret to keep. */
export const makeCommitter = (seed: Uint8Array): EventCommitter => {
  const secret = Buffer.from(hkdfSync("sha256", seed, "", "fooddata event salts", 32))
  const names = Buffer.from(hkdfSync("sha256", seed, "", "fooddata actor pseudonyms", 32))
  const known = new Map<string, string>()
  const salted = Buffer.alloc(secret.length + eventIdLength)
  salted.set(secret)
  // an id has one length, so nothing can be appended to it
  const saltOf = (eventId: string) => {
    salted.write(eventId.padEnd(eventIdLength), secret.length)
    return hash("sha256", salted, "buffer")
  }
  return {
    saltOf,
    commit: (eventId, data) => hmacSha256(saltOf(eventId), data),
    pseudonym: (actor) => {
      if (actor === "cli" || actor === "system") return actor
      const found = known.get(actor) ?? hmacSha256(names, actor).slice(0, 16)
      if (known.size < actorsMax) known.set(actor, found)
      return found
    }
  }
}
