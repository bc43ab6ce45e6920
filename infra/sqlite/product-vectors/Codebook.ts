import { fromStored } from "../../../projections/product-vectors/StoredVector.ts"
import { estimateMax } from "./BestEstimates.ts"

// A code says of each component in which of sixteen cells it lies, all equally wide between the least and the most of a
// sample. The estimate of a vector's product with a query is a sum of one table entry for each component. The query itself
// is not coded: what it weighs heavily counts heavily, and most components it hardly weighs at all, so a few rows of the
// codes tell nearly everything.

/** Cells of a component: four bits. */
export const cellCount = 16
const cellMax = cellCount - 1

/** How vectors of one collection become codes. */
export interface Codebook {
  /** of each component: the middle of its first cell */
  readonly lowest: Float32Array
  /** of each component: how far the middles of two cells lie apart; 0 where all were the same */
  readonly widths: Float32Array
  /** of each component: how much it varies, as a standard deviation */
  readonly deviations: Float32Array
}

const deviationOf = (values: ReadonlyArray<number>): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/** Learns the codebook from stored vectors, of which there must be one; some thousand are enough. */
export const trainCodebook = (sample: ReadonlyArray<Uint8Array>): Codebook => {
  const vectors = sample.map(fromStored)
  const dimensions = vectors[0]?.length ?? 0
  const lowest = new Float32Array(dimensions)
  const widths = new Float32Array(dimensions)
  const deviations = new Float32Array(dimensions)
  for (let d = 0; d < dimensions; d++) {
    const values = vectors.map((vector) => vector[d] ?? 0)
    const least = values.reduce((a, b) => Math.min(a, b), Infinity)
    const most = values.reduce((a, b) => Math.max(a, b), -Infinity)
    lowest[d] = least
    widths[d] = (most - least) / cellMax
    deviations[d] = deviationOf(values)
  }
  return { deviations, lowest, widths }
}

/** Writes the cell of each component to `cells`. */
export const encode = ({ lowest, widths }: Codebook, stored: Uint8Array, cells: Uint8Array): void => {
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength)
  const scale = view.getFloat32(0, true)
  for (let d = 0; d < lowest.length; d++) {
    const width = widths[d] ?? 0
    const cell = width === 0 ? 0 : (view.getInt16(4 + 2 * d, true) * scale - (lowest[d] ?? 0)) / width
    cells[d] = Math.max(0, Math.min(cellMax, Math.round(cell)))
  }
}

/** The sum of two has to fit into a byte. */
const entryMax = 127

/** The components that matter to a query, the weightiest first. */
export interface WeightedRows {
  readonly components: ReadonlyArray<number>
  /** of each of them what its cells add, `cellCount` whole numbers, so that sums are exact */
  readonly entries: Uint8Array
}

/** The share of what products with the query vary by that the rows tell, and how many rows those are at least. */
const toldShare = 0.99
const rowsMin = 64

/** Higher is nearer; estimates of different queries are not comparable. */
export const rowsFor = ({ deviations, widths }: Codebook, query: Float32Array): WeightedRows => {
  const weights = Float64Array.from(deviations, (deviation, d) => (deviation * (query[d] ?? 0)) ** 2)
  const components = weightiest(weights)
  const ranges = components.map((d) => Math.abs(query[d] ?? 0) * (widths[d] ?? 0) * cellMax)
  const widest = ranges.reduce((a, b) => Math.max(a, b), 0)
  const all = ranges.reduce((sum, range) => sum + range, 0)
  // each entry may be rounded up by a half
  const scale = widest === 0 ? 0 : Math.min(entryMax / widest, (estimateMax - ranges.length) / all)
  const entries = components.flatMap((d, row) => {
    const perCell = (scale * (ranges[row] ?? 0)) / cellMax
    const isPositive = (query[d] ?? 0) > 0
    return Array.from({ length: cellCount }, (_, cell) => Math.round(perCell * (isPositive ? cell : cellMax - cell)))
  })
  return { components, entries: Uint8Array.from(entries) }
}

const weightiest = (weights: Float64Array): ReadonlyArray<number> => {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const sorted = Array.from(weights.keys())
    .filter((d) => (weights[d] ?? 0) > 0)
    .sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b)
  let told = 0
  const enough = sorted.findIndex((d) => (told += weights[d] ?? 0) >= toldShare * all)
  return sorted.slice(0, Math.max(rowsMin, enough + 1))
}
