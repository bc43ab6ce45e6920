import { assert, describe, it } from "@effect/vitest"
import { estimateMax } from "../../../../infra/sqlite/product-vectors/BestEstimates.ts"
import { cellCount, rowsFor, trainCodebook } from "../../../../infra/sqlite/product-vectors/Codebook.ts"
import { makeVectorCodes } from "../../../../infra/sqlite/product-vectors/VectorCodes.ts"
import { cosineOf, toStored, toUnit } from "../../../../projections/product-vectors/StoredVector.ts"

const dimensions = 100
const count = 3_000

/** Sums of a few of forty directions, and a little of everything: alike, as products are. xorshift32 */
const vectors = (() => {
  let state = 2_463_534_242
  const random = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32 - 0.5
  }
  const any = () => Float32Array.from({ length: dimensions }, random)
  const directions = Array.from({ length: 40 }, any)
  const direction = () => directions[Math.floor((random() + 0.5) * 40)] ?? any()
  return Array.from({ length: count }, () => {
    const [a, b, noise] = [direction(), direction(), any()]
    return toUnit(a.map((component, i) => component + 0.6 * (b[i] ?? 0) + 0.4 * (noise[i] ?? 0)))
  })
})()
const stored = vectors.map(toStored)
const filled = () => {
  const codes = makeVectorCodes(trainCodebook(stored.slice(0, 1_000)))
  stored.forEach((vector, number) => codes.set(number, vector))
  return codes
}
const exactTen = (query: Float32Array) =>
  [...stored.keys()]
    .toSorted(
      (a, b) => cosineOf(query, stored[b] ?? new Uint8Array(4)) - cosineOf(query, stored[a] ?? new Uint8Array(4))
    )
    .slice(0, 10)
const queries = vectors.filter((_, i) => i % 100 === 0)

describe("codes of vectors", () => {
  it("have the ten nearest among the candidates, nearly always", () => {
    const codes = filled()
    const found = queries.map((query) => {
      const candidates = new Set(codes.candidates(query, 100))
      return exactTen(query).filter((number) => candidates.has(number)).length
    })
    assert.isAtLeast(found.reduce((sum, each) => sum + each, 0) / (10 * queries.length), 0.98)
  })

  it("give about as many candidates as were asked for, and all when there are no more", () => {
    const codes = filled()
    for (const query of queries) {
      assert.isAtLeast(codes.candidates(query, 100).length, 100)
      assert.isAtMost(codes.candidates(query, 100).length, 150)
      assert.strictEqual(codes.candidates(query, count).length, count)
    }
  })

  it("forget what is removed, and know what comes in its place", () => {
    const codes = filled()
    const query = vectors[7] ?? new Float32Array(dimensions)
    assert.include(codes.candidates(query, 10), 7)
    codes.remove(7)
    codes.remove(7)
    assert.strictEqual(codes.size(), count - 1)
    assert.notInclude(codes.candidates(query, count), 7)
    codes.set(60_000, stored[7] ?? new Uint8Array(4))
    assert.include(codes.candidates(query, 10), 60_000)
    assert.strictEqual(codes.size(), count)
  })

  it("are found by entries of seven bits, whose sums never leave sixteen", () => {
    const codebook = trainCodebook(stored.slice(0, 500))
    for (const query of [...queries, new Float32Array(dimensions)]) {
      const { components, entries } = rowsFor(codebook, query)
      assert.strictEqual(entries.length, cellCount * components.length)
      assert.strictEqual(new Set(components).size, components.length)
      const most = components.map((_, row) => Math.max(...entries.subarray(cellCount * row, cellCount * (row + 1))))
      assert.isAtMost(Math.max(0, ...most), 127)
      assert.isAtMost(
        most.reduce((sum, each) => sum + each, 0),
        estimateMax
      )
    }
  })

  it("are all looked at where those that are sampled are not like the others", () => {
    // one of sixteen is near, and no other
    const codes = makeVectorCodes(trainCodebook(stored.slice(0, 1_000)))
    const query = vectors[7] ?? new Float32Array(dimensions)
    const opposite = toStored(query.map((component) => -component))
    for (let number = 0; number < 3_200; number++) {
      codes.set(number, number % 16 === 0 ? (stored[7] ?? opposite) : opposite)
    }
    assert.deepStrictEqual(
      codes.candidates(query, 200),
      Array.from({ length: 200 }, (_, i) => 16 * i)
    )
    assert.strictEqual(codes.candidates(query, 201).length, 3_200)
  })

  it("are made of a single vector too, and of vectors that are all the same", () => {
    for (const sample of [stored.slice(0, 1), Array.from({ length: 50 }, () => stored[0] ?? new Uint8Array(4))]) {
      const codes = makeVectorCodes(trainCodebook(sample))
      sample.forEach((vector, number) => codes.set(number, vector))
      assert.strictEqual(codes.candidates(queries[0] ?? new Float32Array(dimensions), 5).length, sample.length)
    }
  })
})
