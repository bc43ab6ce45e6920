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
const keyLength = payloadLength + checksumLength

/** The key made of 34 random characters of `keyAlphabet`. */
export const makeKey = (random: string): string => {
  const payload = scheme + random
  return payload + checksum(payload)
}

/** Has the text the shape of a key, with the checksum that belongs to it? In one pass: it is asked of every request. */
export const isWellFormedKey = (text: string): boolean => {
  if (text.length !== keyLength || !text.startsWith(scheme)) return false
  for (let i = scheme.length; i < payloadLength; i++) if (digitOf(text.charCodeAt(i)) === notOfAlphabet) return false
  let stated = 0
  for (let i = payloadLength; i < keyLength; i++) {
    const digit = digitOf(text.charCodeAt(i))
    if (digit === notOfAlphabet) return false
    stated = stated * keyAlphabet.length + digit
  }
  return stated === crc32(text, payloadLength)
}

/** The first ten characters: names a key to people without giving it away. */
export const prefixOf = (key: string): KeyPrefix => decodePrefix(key.slice(0, 10))
const decodePrefix = Schema.decodeSync(KeyPrefix)

const notOfAlphabet = 255
const digits = new Uint8Array(128).fill(notOfAlphabet)
for (let value = 0; value < keyAlphabet.length; value++) digits[keyAlphabet.charCodeAt(value)] = value

const digitOf = (charCode: number): number => digits[charCode] ?? notOfAlphabet

const checksum = (payload: string): string => {
  let rest = crc32(payload)
  let text = ""
  for (let i = 0; i < checksumLength; i++) {
    text = keyAlphabet.charAt(rest % keyAlphabet.length) + text
    rest = Math.floor(rest / keyAlphabet.length)
  }
  return text
}
