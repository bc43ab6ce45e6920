import { Schema } from "effect"
import { crc32 } from "../Crc32.ts"
import { KeyPrefix } from "./KeyEvent.ts"

/**
 * An API key as its owner holds it, 44 characters: `fdb_`, 34 random base62 characters, and 6 base62 characters of
 * the CRC-32 (ISO 3309, the polynomial of zlib) over the 38 before them. The checksum lets a mistyped or foreign
 * string be refused without a look-up, and lets secret scanners tell a real key from a look-alike.
 */
export const keyAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
export const keyRandomLength = 34

const scheme = "fdb_"
const checksumLength = 6
const payloadLength = scheme.length + keyRandomLength
const shape = /^fdb_[0-9A-Za-z]{40}$/

/** The key made of 34 random characters of `keyAlphabet`. */
export const makeKey = (random: string): string => {
  const payload = scheme + random
  return payload + checksum(payload)
}

/** Has the text the shape of a key, with the checksum that belongs to it? */
export const isWellFormedKey = (text: string): boolean =>
  shape.test(text) && checksum(text.slice(0, payloadLength)) === text.slice(payloadLength)

/** The first ten characters: names a key to people without giving it away. */
export const prefixOf = (key: string): KeyPrefix => decodePrefix(key.slice(0, 10))
const decodePrefix = Schema.decodeSync(KeyPrefix)

const checksum = (payload: string): string => {
  let rest = crc32(payload)
  let text = ""
  for (let i = 0; i < checksumLength; i++) {
    text = keyAlphabet.charAt(rest % keyAlphabet.length) + text
    rest = Math.floor(rest / keyAlphabet.length)
  }
  return text
}
