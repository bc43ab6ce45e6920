import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { seededRandom } from "../../../../bench/SyntheticCatalogue.ts"
import { wholeCollection, wholeMax } from "../../../../infra/sqlite/product-vectors/WholeCollection.ts"
import { cosineOf, toStored, toUnit } from "../../../../projections/product-vectors/StoredVector.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Seed = between(0, 2 ** 32 - 1)
const unread = () => assert.fail("whole vectors are not read again")

/** A query, and vectors of which most are about as near to it as the others but lie elsewhere; some are the same. */
const alike = (seed: number, dimensions: number) => {
  const random = seededRandom(seed)
  const any = () => toUnit(Float32Array.from({ length: dimensions }, () => random() - 0.5))
  const query = any()
  const cosineTo = (vector: Float32Array) => vector.reduce((sum, each, i) => sum + each * (query[i] ?? 0), 0)
  const aside = () => {
    const vector = any()
    const cosine = cosineTo(vector)
    return toUnit(vector.map((component, i) => component - cosine * (query[i] ?? 0)))
  }
  const vector = () => {
    if (random() < 0.1) return query
    const [cosine, other] = [0.3 + 0.002 * random(), aside()]
    return toUnit(other.map((component, i) => Math.sqrt(1 - cosine ** 2) * component + cosine * (query[i] ?? 0)))
  }
  return { query, vector }
}

const nearest = (query: Float32Array, vectors: Iterable<readonly [number, Uint8Array]>, count: number) =>
  Array.from(vectors, ([number, vector]) => [cosineOf(query, vector), number] as const)
    .sort((a, b) => b[0] - a[0] || a[1] - b[1])
    .slice(0, count)

describe("vectors held whole", () => {
  it.prop(
    "have the nearest among those that are compared, to the last bit, whatever was set, set again and removed",
    [Seed, between(1, 600), between(1, 300), between(1, 40)],
    ([seed, dimensions, size, count]) => {
      const random = seededRandom(seed)
      const { query, vector } = alike(seed + 1, dimensions)
      const collection = wholeCollection(dimensions)
      const held = new Map<number, Uint8Array>()
      for (let change = 0; change < size; change++) {
        const number = Math.floor(random() * 400)
        if (random() < 0.2) {
          collection.remove(number)
          held.delete(number)
        } else {
          const stored = toStored(vector())
          collection.set(number, stored)
          held.set(number, stored)
        }
      }
      const compared = collection.compared(query, count, unread)
      assert.strictEqual(new Set(compared.map(({ number }) => number)).size, compared.length)
      assert.deepStrictEqual(
        nearest(
          query,
          compared.map(({ number, vector }) => [number, vector]),
          count
        ),
        nearest(query, held, count)
      )
    }
  )

  it("are not all compared, when few are near", () => {
    const random = seededRandom(7)
    const any = () => toUnit(Float32Array.from({ length: 512 }, () => random() - 0.5))
    const collection = wholeCollection(512)
    for (let number = 0; number < 2_000; number++) collection.set(number, toStored(any()))
    assert.isBelow(collection.compared(any(), 150, unread).length, 250)
    assert.strictEqual(collection.compared(any(), 2_000, unread).length, 2_000)
    assert.deepStrictEqual(wholeCollection(512).compared(any(), 150, unread), [])
  })

  it("are exact of vectors that are not of length one, too", () => {
    const collection = wholeCollection(3)
    const held = new Map(
      [
        [300, 1, 0],
        [2, 0, 0.5],
        [-40, 0, 0],
        [0.001, 0, 0],
        [299, 0, 0]
      ].map((each, number) => [number, toStored(Float32Array.from(each))])
    )
    for (const [number, vector] of held) collection.set(number, vector)
    const query = Float32Array.from([5, 0.1, 0])
    for (let count = 1; count <= 5; count++) {
      const compared = collection.compared(query, count, unread)
      const numbered = compared.map(({ number, vector }) => [number, vector] as const)
      assert.deepStrictEqual(nearest(query, numbered, count), nearest(query, held, count))
    }
  })

  it("are outgrown by one more than can be held", () => {
    const collection = wholeCollection(1)
    const stored = toStored(Float32Array.of(1))
    for (let number = 0; number < wholeMax; number++) collection.set(number, stored)
    assert.isFalse(collection.isOutgrown())
    assert.strictEqual(collection.compared(Float32Array.of(1), 1, unread).length, wholeMax)
    collection.set(wholeMax, stored)
    assert.isTrue(collection.isOutgrown())
  })
})
