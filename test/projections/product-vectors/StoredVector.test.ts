import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  cosineOf,
  fromStored,
  storedBytes,
  toStored,
  toUnit
} from "../../../projections/product-vectors/StoredVector.ts"

const Component = Schema.Finite.check(Schema.isBetween({ minimum: -1, maximum: 1 }))
const Components = Schema.Array(Component).check(Schema.isMinLength(2), Schema.isMaxLength(64))

const unit = (components: ReadonlyArray<number>) => toUnit(Float32Array.from(components))
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, component, i) => sum + component * (b[i] ?? 0), 0)

describe("a stored vector", () => {
  it.prop(
    "takes the bytes it says, and gives each component back to a 60,000th of the largest",
    [Components],
    ([all]) => {
      const vector = unit(all)
      const stored = toStored(vector)
      assert.strictEqual(stored.byteLength, storedBytes(vector.length))
      const largest = Math.max(...vector.map(Math.abs))
      fromStored(stored).forEach((component, i) => {
        assert.approximately(component, vector[i] ?? 0, largest / 60_000 + 1e-9)
      })
    }
  )

  it.prop(
    "has the cosine of its vector with any other to a few hundred thousandths",
    [Components, Components],
    ([a, b]) => {
      const size = Math.min(a.length, b.length)
      const [query, product] = [unit(a.slice(0, size)), unit(b.slice(0, size))]
      assert.approximately(cosineOf(query, toStored(product)), dot(query, product), 2e-4)
    }
  )

  it("is read the same wherever it lies in memory", () => {
    const stored = toStored(unit([0.3, -0.4, 0.5]))
    const shifted = new Uint8Array(stored.byteLength + 1)
    shifted.set(stored, 1)
    const query = unit([1, 2, 3])
    assert.strictEqual(cosineOf(query, shifted.subarray(1)), cosineOf(query, stored))
    assert.deepStrictEqual(fromStored(shifted.subarray(1)), fromStored(stored))
  })

  it("of zeros is like nothing", () => {
    const zeros = toUnit(new Float32Array(4))
    assert.deepStrictEqual(zeros, new Float32Array(4))
    assert.strictEqual(cosineOf(unit([1, 1, 1, 1]), toStored(zeros)), 0)
  })
})
