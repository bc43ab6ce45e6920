import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFile } from "node:fs/promises"
import wabt from "wabt"
import { seededRandom } from "../../../../bench/SyntheticCatalogue.ts"
import { codesTogether, makeVectorKernel, rowsTogether } from "../../../../infra/sqlite/product-vectors/VectorKernel.ts"

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

/** The half of a byte that a row has of a code. */
const cellOf = (row: Uint8Array, code: number): number => {
  const lane = code % codesTogether
  const byte = row[(code - lane) / 2 + (lane % 16)] ?? 0
  return lane < 16 ? byte & 15 : byte >> 4
}

/** What rows tell of each code, by a loop over all. */
const rowSums = (rows: ReadonlyArray<Uint8Array>, entries: Uint8Array, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, code) =>
    rows.reduce((sum, row, r) => sum + (entries[16 * r + cellOf(row, code)] ?? 0), 0)
  )

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
    const made = toolkit.parseWat("VectorKernel.wat", text, { simd: true, relaxed_simd: true }).toBinary({}).buffer
    const kept = await readFile(new URL("VectorKernel.wasm", folder))
    assert.isTrue(kept.equals(made), "make it anew: node bin/node.mjs bin/vector-kernel.mjs")
  })

  it.prop("adds the entries of rows as a loop does", [Seed, between(1, 5), between(1, 9)], ([seed, groups, times]) => {
    const kernel = makeVectorKernel()
    const count = groups * codesTogether
    const rowBytes = count / 2
    const [entries, codes] = [64, 64 + 16 * rowsTogether + 16]
    const sums = codes + rowsTogether * rowBytes + 16
    kernel.reserve(sums + 2 * count + 16)
    const bytes = kernel.bytes().fill(guard)
    const [entry, byte] = [integers(seed, 0, 127), integers(seed + 1, 0, 255)]
    const given = Uint8Array.from({ length: 16 * rowsTogether }, entry)
    const rows = Array.from({ length: rowsTogether }, () => Uint8Array.from({ length: rowBytes }, byte))
    bytes.set(given, entries)
    rows.forEach((row, r) => bytes.set(row, codes + r * rowBytes))
    bytes.fill(0, sums, sums + 2 * count)
    for (let time = 0; time < times; time++) {
      kernel.addRows({ codes, rows: [0, rowBytes, 2 * rowBytes, 3 * rowBytes], entries, sums, count })
    }
    assert.deepStrictEqual(
      [...new Uint16Array(bytes.buffer, sums, count)],
      rowSums(rows, given, count).map((sum) => times * sum)
    )
    assert.deepStrictEqual([...bytes.subarray(entries, entries + given.length)], [...given])
    assert.isTrue(around(bytes, sums, sums + 2 * count).every((each) => each === guard))
  })

  it.prop("finds the high sums, in their order", [Seed, between(1, 9), between(0, 65_535)], ([seed, eights, least]) => {
    const kernel = makeVectorKernel()
    const count = 8 * eights
    const [sums, found] = [32, 32 + 2 * count + 16]
    const bytes = kernel.bytes().fill(guard)
    const given = Uint16Array.from({ length: count }, integers(seed, Math.max(0, least - 1), 65_535))
    new Uint16Array(bytes.buffer, sums, count).set(given)
    const high = [...given.keys()].filter((place) => (given[place] ?? 0) >= least)
    assert.strictEqual(kernel.findHigh({ at: sums, count }, least, found), high.length)
    assert.deepStrictEqual([...new Uint32Array(bytes.buffer, found, high.length)], high)
    assert.isTrue(around(bytes, found, found + 4 * high.length).every((each) => each === guard))
    assert.isTrue(around(bytes, sums, sums + 2 * count).every((each) => each === guard))
  })

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
    // 129 times four rows of 127 are 65,532
    kernel.bytes().fill(127, 0, 64).fill(255, 64, 80)
    const rows = [0, 0, 0, 0] as const
    for (let time = 0; time < 129; time++) kernel.addRows({ codes: 64, rows, entries: 0, sums: 96, count: 32 })
    assert.isTrue(new Uint16Array(kernel.bytes().buffer, 96, 32).every((sum) => sum === 65_532))
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
