import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { crc32c } from "../../../infra/kafka/Crc32c.ts"

/** Bit by bit, by the definition. */
const byDefinition = (bytes: Uint8Array): number => {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) === 1 ? 0x82f63b78 : 0)
  }
  return (crc ^ -1) >>> 0
}

const ascending = Uint8Array.from({ length: 32 }, (_, i) => i)

describe("CRC-32C", () => {
  // https://www.rfc-editor.org/rfc/rfc3720#appendix-B.4, the bytes in the order of the wire
  it.each([
    ["32 bytes of zeroes", new Uint8Array(32), 0x8a9136aa],
    ["32 bytes of ones", new Uint8Array(32).fill(0xff), 0x62a8ab43],
    ["32 bytes ascending", ascending, 0x46dd794e],
    ["32 bytes descending", ascending.toReversed(), 0x113fdb5c],
    ["the nine digits", Buffer.from("123456789"), 0xe3069283]
  ])("of %s is that of the standard", (_, bytes, expected) => assert.strictEqual(crc32c(bytes), expected))

  it.prop(
    "is that of the definition for every length and stretch",
    [Schema.Uint8Array, Schema.Uint8Array],
    ([a, b]) => {
      const both = Uint8Array.from([...a, ...b, 1])
      assert.strictEqual(crc32c(both, a.length), byDefinition(both.subarray(a.length)))
      assert.strictEqual(crc32c(both, 0, a.length), byDefinition(a))
    }
  )
})
