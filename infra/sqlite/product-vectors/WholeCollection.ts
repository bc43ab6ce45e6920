import { fromStored, storedBytes } from "../../../projections/product-vectors/StoredVector.ts"
import { estimateMax, makeTally } from "./BestEstimates.ts"
import type { NumberedVector, VectorCollection } from "./VectorCollection.ts"
import { makeVectorKernel } from "./VectorKernel.ts"

/**
 * Up to so many vectors are held whole, 1 KB each, and all of them compared: that takes no longer than finding candidates
 * among codes and reading those, and the answer is exact.
 */
export const wholeMax = 25_000

/** The scale of a stored vector, which comes before its components; those begin at a multiple of 16. */
const scaleBytes = storedBytes(0)
const gap = 16

/**
 * All vectors as they are stored. A query is rounded to integers, its products with all of them are exact to that rounding,
 * and who cannot be among the nearest by more than the rounding can do is not compared: so the answer stays exact.
 */
export const wholeCollection = (dimensions: number): VectorCollection => {
  const kernel = makeVectorKernel()
  // the query comes first, then the products, then the vectors; as many bytes of each vector as the kernel reads at once
  const vectorBytes = Math.ceil((2 * dimensions) / 32) * 32
  const query = 0
  const products = vectorBytes
  const vectors = products + 4 * wholeMax + gap
  const components = (place: number) => vectors + place * (vectorBytes + gap)

  const numbers: Array<number> = []
  const scales: Array<number> = []
  const places = new Map<number, number>()
  let longest = 0

  const storedAt = (place: number): Uint8Array => {
    const begin = components(place) - scaleBytes
    return kernel.bytes().subarray(begin, begin + storedBytes(dimensions))
  }

  const put = (place: number, number: number, stored: Uint8Array): void => {
    kernel.reserve(components(place + 1))
    storedAt(place).set(stored)
    numbers[place] = number
    scales[place] = new DataView(stored.buffer, stored.byteOffset).getFloat32(0, true)
    places.set(number, place)
  }

  /** The estimates of all cosines, and by how much each may be wrong. */
  const estimated = (given: Float32Array) => {
    const { error, factor, integers } = inIntegers(given)
    const bytes = kernel.bytes()
    new Int16Array(bytes.buffer, query, vectorBytes / 2).fill(0)
    new Int16Array(bytes.buffer, query, dimensions).set(integers)
    kernel.multiply({ query, vectorBytes, vectors, gap, count: numbers.length, products })
    const found = new Int32Array(bytes.buffer, products, numbers.length)
    const estimates = Float64Array.from(scales)
    for (let place = 0; place < estimates.length; place++) {
      estimates[place] = ((estimates[place] ?? 0) * (found[place] ?? 0)) / factor
    }
    return { error: error * longest, estimates }
  }

  return {
    set: (number, stored) => {
      longest = Math.max(longest, lengthOf(fromStored(stored)))
      put(places.get(number) ?? numbers.length, number, stored)
    },
    remove: (number) => {
      const place = places.get(number)
      const last = numbers.length - 1
      if (place === undefined) return
      put(place, numbers[last] ?? number, storedAt(last))
      places.delete(number)
      numbers.length = last
      scales.length = last
    },
    isOutgrown: () => numbers.length > wholeMax,
    compared: (given, count) => {
      const { error, estimates } = estimated(given)
      return nearBest(estimates, count, 2 * error).map((place): NumberedVector => ({
        number: numbers[place] ?? 0,
        vector: storedAt(place)
      }))
    }
  }
}

const componentMax = 32_767
const productMax = 2 ** 31 - 1

const lengthOf = (vector: Float32Array): number =>
  Math.sqrt(vector.reduce((sum, component) => sum + component * component, 0))

/**
 * The vector times `factor` in integers, and how long what was rounded off is. It is made so short that its product with
 * any vector of 16-bit integers has 32 bits: a product is at most as long as both lengths multiplied.
 */
const inIntegers = (vector: Float32Array) => {
  const root = Math.sqrt(vector.length)
  const lengthMax = Math.min(componentMax, productMax / (componentMax * root)) - root / 2
  const length = lengthOf(vector)
  const factor = length === 0 ? 1 : lengthMax / length
  const integers = Int16Array.from(vector, (component) => Math.round(component * factor))
  return { error: lengthOf(vector.map((component, i) => component - (integers[i] ?? 0) / factor)), factor, integers }
}

/** Cosines as estimates of 16 bits. */
const levels = estimateMax / 2
const levelOf = (cosine: number): number => Math.max(0, Math.min(estimateMax, Math.floor((cosine + 1) * levels)))

/** The places of the best `count`, and of all that are worse than the last of them by no more than `margin`. */
const nearBest = (cosines: Float64Array, count: number, margin: number): ReadonlyArray<number> => {
  const tally = makeTally()
  for (const cosine of cosines) tally.count(levelOf(cosine))
  const lowest = tally.lowestOfBest(count)
  const least = lowest === 0 ? -Infinity : lowest / levels - 1 - margin
  const places: Array<number> = []
  for (const [place, cosine] of cosines.entries()) if (cosine >= least) places.push(place)
  return places
}
