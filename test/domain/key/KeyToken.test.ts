import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { isWellFormedKey, keyAlphabet, keyRandomLength, makeKey, prefixOf } from "../../../domain/key/KeyToken.ts"

const Random = Schema.String.check(Schema.isPattern(/^[0-9A-Za-z]{34}$/))
const Position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 43 }))
const Letter = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 61 }))

describe("KeyToken", () => {
  it.prop("a made key is fdb_ and 44 characters, and well formed", [Random], ([random]) => {
    const key = makeKey(random)
    assert.match(key, /^fdb_[0-9A-Za-z]{40}$/)
    assert.isTrue(isWellFormedKey(key))
    assert.strictEqual(prefixOf(key), key.slice(0, 10))
  })

  it.prop("one changed character is noticed", [Random, Position, Letter], ([random, position, shift]) => {
    const key = makeKey(random)
    const old = keyAlphabet.indexOf(key.charAt(position))
    const changed = keyAlphabet.charAt((Math.max(old, 0) + shift) % keyAlphabet.length)
    if (changed === key.charAt(position)) return
    assert.isFalse(isWellFormedKey(key.slice(0, position) + changed + key.slice(position + 1)))
  })

  it("the checksum is the CRC-32 of zlib in base62, most significant first", () => {
    // computed with Python's zlib.crc32
    assert.strictEqual(makeKey("0".repeat(keyRandomLength)).slice(38), "0qPwiE")
    assert.strictEqual(makeKey("The0quick1brown2fox3jumps4over5laz").slice(38), "3XJpui")
  })

  for (const [what, text] of [
    ["an empty text", ""],
    ["another scheme", `sk__${"0".repeat(40)}`],
    ["43 characters", makeKey("a".repeat(34)).slice(0, 43)],
    ["a trailing line feed", `${makeKey("a".repeat(34))}\n`],
    ["letters outside base62", `fdb_${"-".repeat(40)}`]
  ] as const) {
    it(`${what} is no key`, () => assert.isFalse(isWellFormedKey(text)))
  }
})
