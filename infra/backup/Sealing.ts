import { Predicate, Schema } from "effect"
import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync, timingSafeEqual } from "node:crypto"
import { BackupUnusable } from "./BackupUnusable.ts"

/*
 * A sealed backup: a line that says so, a line of JSON with what the key is derived by, then chunks. A chunk is a byte that
 * is 1 for the last, the length of its text in four bytes, the text by AES-256-GCM, and the tag. The number of a chunk is its
 * nonce, which a key that no other file has allows; the tag is also over the first five bytes, and the first tag over the
 * line of JSON. So chunks cannot be changed, left out, swapped or cut off at the end.
 */

export const sealedMagic = "fooddata-backup-sealed 1\n"

const chunkBytes = 65_536
const tagBytes = 16
const prefixBytes = 5
const saltBytes = 16
const keyBytes = 32
/** Some 0.4 s and 128 MiB: RFC 7914, with the cost that OWASP's password storage cheat sheet gives (2^17, 8, 1). */
const cost = { N: 131_072, r: 8, p: 1 }
const scryptMemoryMax = 512 * 1_048_576

const Parameters = Schema.fromJsonString(
  Schema.Struct({
    kdf: Schema.Literal("scrypt"),
    // what a forged header could make us spend
    N: Schema.Int.check(Schema.isBetween({ minimum: 16_384, maximum: 1_048_576 })),
    r: Schema.Literal(8),
    p: Schema.Literal(1),
    salt: Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/)),
    check: Schema.String.check(Schema.isPattern(/^[0-9a-f]{16}$/))
  })
)
const decodeParameters = Schema.decodeUnknownOption(Parameters)

const keyOf = (passphrase: string, salt: Buffer, { N, p, r }: typeof cost): Buffer =>
  scryptSync(passphrase, salt, keyBytes, { N, r, p, maxmem: scryptMemoryMax })

/** Tells a wrong passphrase from damage; 64 bits of an HMAC, which say nothing of the key. */
const checkOf = (key: Buffer): Buffer => createHmac("sha256", key).update(sealedMagic).digest().subarray(0, 8)

const nonceOf = (number: number): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

const prefixOf = (isLast: boolean, length: number): Buffer => {
  const prefix = Buffer.alloc(prefixBytes)
  prefix.writeUInt8(isLast ? 1 : 0, 0)
  prefix.writeUInt32BE(length, 1)
  return prefix
}

const additional = (number: number, header: string, prefix: Buffer): Buffer =>
  number === 0 ? Buffer.concat([Buffer.from(header), prefix]) : prefix

/** Seals what comes with a key of the passphrase. */
export async function* seal(plain: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const key = keyOf(passphrase, salt, cost)
  const header = `${JSON.stringify({ kdf: "scrypt", ...cost, salt: salt.toString("hex"), check: checkOf(key).toString("hex") })}\n`
  yield Buffer.from(sealedMagic + header)
  let number = 0
  const chunk = (text: Buffer, isLast: boolean): Buffer => {
    const prefix = prefixOf(isLast, text.length)
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number))
    cipher.setAAD(additional(number, header, prefix))
    number++
    return Buffer.concat([prefix, cipher.update(text), cipher.final(), cipher.getAuthTag()])
  }
  let held = Buffer.alloc(0)
  for await (const bytes of plain) {
    held = Buffer.concat([held, bytes])
    while (held.length > chunkBytes) {
      yield chunk(held.subarray(0, chunkBytes), false)
      held = held.subarray(chunkBytes)
    }
  }
  yield chunk(held, true)
}

const isWrongTag = (error: unknown): boolean => Predicate.isError(error) && /authenticate/.test(error.message)

/** What was sealed; `read` gives so many bytes of the file, or fewer at its end. The magic has been read. */
export async function* unseal(
  read: (bytes: number) => Promise<Buffer>,
  readLine: () => Promise<string>,
  passphrase: string
): AsyncGenerator<Buffer> {
  const line = await readLine()
  const parameters = decodeParameters(line)
  if (parameters._tag === "None") throw new BackupUnusable({ reason: "its header is damaged" })
  const { check, salt, ...derivation } = parameters.value
  const key = keyOf(passphrase, Buffer.from(salt, "hex"), derivation)
  if (!timingSafeEqual(checkOf(key), Buffer.from(check, "hex"))) {
    throw new BackupUnusable({ reason: "the passphrase is another one (or the header is damaged)" })
  }
  for (let number = 0, isLast = false; !isLast; number++) {
    const prefix = await read(prefixBytes)
    const length = prefix.length === prefixBytes ? prefix.readUInt32BE(1) : chunkBytes + 1
    if (length > chunkBytes) throw new BackupUnusable({ reason: "it is cut off, or damaged" })
    const sealed = await read(length + tagBytes)
    if (sealed.length < length + tagBytes) throw new BackupUnusable({ reason: "it is cut off" })
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number))
    decipher.setAAD(additional(number, `${line}\n`, prefix))
    decipher.setAuthTag(sealed.subarray(length))
    try {
      yield Buffer.concat([decipher.update(sealed.subarray(0, length)), decipher.final()])
    } catch (error) {
      if (isWrongTag(error)) throw new BackupUnusable({ reason: `chunk ${number} is damaged` })
      throw error
    }
    isLast = prefix.readUInt8(0) === 1
  }
  if ((await read(1)).length > 0) throw new BackupUnusable({ reason: "something follows its end" })
}
