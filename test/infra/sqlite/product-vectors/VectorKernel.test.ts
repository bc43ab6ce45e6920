import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFile } from "node:fs/promises"
import wabt from "wabt"
import { seededRandom } from "../../../../bench/SyntheticCatalogue.ts"
import { codesTogether, makeVectorKernel } from "../../../../infra/sqlite/product-vectors/VectorKernel.ts"

const folder = new URL("../../../../infra/sqlite/product-vectors/", import.meta.url)

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Seed = between(0, 2 ** 32 - 1)
/** From here to there, the ends more often than anything else. */
const integers = (seed: number, least: number, most: number) => {
  const random = seededRandom(seed)
  return (): number => {
    const choice = random()
    if (choice < 0.1) return least
    return choice < 0.2 ? most : least + Math.floor(random() * (most - least + 1))
  }
}

/** The sums of entries by a loop over all bytes; codes as the kernel has them, 32 together. */
const entrySums = (codes: Uint8Array, entries: Uint8Array, codeBytes: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, code) => {
    const lane = code % codesTogether
    let sum = 0
    for (let b = 0; b < codeBytes; b++) {
      const byte = codes[(code - lane) * codeBytes + b * codesTogether + lane] ?? 0
      sum += (entries[32 * b + (byte & 15)] ?? 0) + (entries[32 * b + 16 + (byte >> 4)] ?? 0)
    }
    return sum
  })

const dot = (a: Int16Array, b: Int16Array) => a.reduce((sum, component, i) => sum + component * (b[i] ?? 0), 0)

const guard = 0xa5
/** What lies before and after what was to be written. */
const around = (bytes: Uint8Array, begin: number, end: number) => [
  ...bytes.subarray(begin - 16, begin),
  ...bytes.subarray(end, end + 16)
]

describe("the kernel of the vector scan", () => {
  it("is what its text says", async () => {
    const toolkit = await wabt()
    const text = await readFile(new URL("VectorKernel.wat", folder), "utf8")
    const made = toolkit.parseWat("VectorKernel.wat", text, { simd: true }).toBinary({}).buffer
    const kept = await readFile(new URL("VectorKernel.wasm", folder))
    assert.isTrue(kept.equals(made), "make it anew: node bin/node.mjs bin/vector-kernel.mjs")
  })

  // 258 bytes are the most whose entries of 127 have sums of sixteen bits
  it.prop(
    "sums the entries of codes as a loop does",
    [Seed, between(1, 5), between(1, 258)],
    ([seed, groups, codeBytes]) => {
      const kernel = makeVectorKernel()
      const count = groups * codesTogether
      const entries = 64
      const codes = entries + 32 * codeBytes
      const sums = codes + count * codeBytes + 16
      kernel.reserve(sums + 2 * count + 16)
      const bytes = kernel.bytes().fill(guard)
      const [entry, byte] = [integers(seed, 0, 127), integers(seed + 1, 0, 255)]
      const given = [
        Uint8Array.from({ length: 32 * codeBytes }, entry),
        Uint8Array.from({ length: count * codeBytes }, byte)
      ] as const
      bytes.set(given[0], entries)
      bytes.set(given[1], codes)
      kernel.sumEntries({ codes, codeBytes, count, entries, sums })
      assert.deepStrictEqual(
        [...new Uint16Array(bytes.buffer, sums, count)],
        entrySums(given[1], given[0], codeBytes, count)
      )
      assert.deepStrictEqual([...bytes.subarray(entries, codes)], [...given[0]])
      assert.isTrue(around(bytes, sums, sums + 2 * count).every((each) => each === guard))
    }
  )

  it.prop("multiplies vectors as a loop does", [Seed, between(0, 9), between(1, 40)], ([seed, count, sixteens]) => {
    const kernel = makeVectorKernel()
    const dimensions = 16 * sixteens
    const most = Math.floor(Math.sqrt((2 ** 31 - 1) / dimensions))
    const [vectorBytes, gap, query] = [2 * dimensions, 16, 32]
    const vectors = query + vectorBytes + 16
    const products = vectors + count * (vectorBytes + gap) + 16
    kernel.reserve(products + 4 * count + 16)
    const bytes = kernel.bytes().fill(guard)
    const component = integers(seed, -most, most)
    const asked = Int16Array.from({ length: dimensions }, component)
    const others = Array.from({ length: count }, () => Int16Array.from({ length: dimensions }, component))
    new Int16Array(bytes.buffer, query).set(asked)
    others.forEach((other, i) => new Int16Array(bytes.buffer, vectors + i * (vectorBytes + gap)).set(other))
    kernel.multiply({ query, vectorBytes, vectors, gap, count, products })
    assert.deepStrictEqual(
      [...new Int32Array(bytes.buffer, products, count)],
      others.map((other) => dot(asked, other))
    )
    assert.isTrue(around(bytes, products, products + 4 * count).every((each) => each === guard))
  })

  it("adds up to the most that sixteen and thirty-two bits hold", () => {
    const kernel = makeVectorKernel()
    kernel
      .bytes()
      .fill(127, 0, 32 * 258)
      .fill(255, 32 * 258, 64 * 258)
    kernel.sumEntries({ codes: 32 * 258, codeBytes: 258, count: 32, entries: 0, sums: 64 * 258 })
    const sums = new Uint16Array(kernel.bytes().buffer, 64 * 258, 32)
    assert.isTrue(sums.every((sum) => sum === 258 * 254))
    new Int16Array(kernel.bytes().buffer, 0, 32).set(
      Array.from({ length: 32 }, (_, i) => (i < 16 && i % 8 < 2 ? 23_170 : 0))
    )
    kernel.multiply({ query: 0, vectorBytes: 32, vectors: 0, gap: 0, count: 1, products: 64 })
    assert.strictEqual(new Int32Array(kernel.bytes().buffer, 64, 1)[0], 4 * 23_170 ** 2)
  })

  it("keeps what it holds when its memory grows", () => {
    const kernel = makeVectorKernel()
    kernel.bytes().set([1, 2, 3])
    kernel.reserve(1_000_000)
    kernel.reserve(10)
    assert.isAtLeast(kernel.bytes().length, 1_000_000)
    assert.deepStrictEqual([...kernel.bytes().subarray(0, 4)], [1, 2, 3, 0])
  })
})
