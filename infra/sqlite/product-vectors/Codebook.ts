import { fromStored } from "../../../projections/product-vectors/StoredVector.ts"
import { estimateMax } from "./BestEstimates.ts"

// A code says of each component in which cell it lies: one of sixteen for the few components that spread most, of four for
// the next, of two for all others. A cell stands for the mean of what lay in it, so a code is an estimate of the vector,
// and the estimate of its product with a query is a sum of one table entry for each byte. The query itself is not coded:
// what it weighs heavily counts heavily. Signs alone, on both sides, found half of what this finds.

/** Bits a component of this rank gets, by how much it spreads, as shares of all components. */
const allocation: ReadonlyArray<{ readonly upTo: number; readonly bits: 1 | 2 | 4 }> = [
  { upTo: 1 / 16, bits: 4 },
  { upTo: 1 / 4, bits: 2 },
  { upTo: 1, bits: 1 }
]
const bitsMax = 4
const cellsMax = 1 << bitsMax

/** Components that share a byte, or half of one: as many of one number of bits as go into it. */
interface CodeByte {
  readonly bits: number
  readonly components: ReadonlyArray<number>
}

/** How vectors of one collection become codes. */
export interface Codebook {
  readonly codeBytes: number
  readonly bytes: ReadonlyArray<CodeByte>
  /** the components in the order of the code, each followed by its bits */
  readonly fields: Uint16Array
  /** of each component 16: the first halves it, the second and third its halves, and so on; entry 0 is not used */
  readonly thresholds: Float32Array
  /** of each component 16: what a cell stands for */
  readonly levels: Float32Array
}

const meanOf = (values: ReadonlyArray<number>, otherwise: number): number =>
  values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length

const varianceOf = (values: ReadonlyArray<number>): number => {
  const mean = meanOf(values, 0)
  return meanOf(
    values.map((value) => (value - mean) ** 2),
    0
  )
}

/**
 * How finely a component is worth telling apart: how much it varies, and how far its rare values stand out, which decide
 * the few questions that ask for them.
 */
const spreadOf = (values: ReadonlyArray<number>): number => {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return Math.sqrt(varianceOf(values)) * (most - least)
}

/** Cells by halving at the mean, again and again. */
const halve = (
  values: ReadonlyArray<number>,
  bits: number,
  put: { readonly threshold: (node: number, at: number) => void; readonly level: (cell: number, at: number) => void }
): void => {
  const split = (part: ReadonlyArray<number>, node: number, depth: number, otherwise: number): void => {
    const mean = meanOf(part, otherwise)
    if (depth === bits) return put.level(node - (1 << bits), mean)
    put.threshold(node, mean)
    split(
      part.filter((value) => value <= mean),
      2 * node,
      depth + 1,
      mean
    )
    split(
      part.filter((value) => value > mean),
      2 * node + 1,
      depth + 1,
      mean
    )
  }
  split(values, 1, 0, 0)
}

/** Learns the codebook from stored vectors, of which there must be one; some thousand are enough. */
export const trainCodebook = (sample: ReadonlyArray<Uint8Array>): Codebook => {
  const vectors = sample.map(fromStored)
  const dimensions = vectors[0]?.length ?? 0
  // one at a time, because all of them together would be most of the memory that a scan takes
  const column = (d: number) => vectors.map((vector) => vector[d] ?? 0)
  const spreads = Array.from({ length: dimensions }, (_, d) => spreadOf(column(d)))
  const bySpread = [...spreads.keys()].toSorted((a, b) => (spreads[b] ?? 0) - (spreads[a] ?? 0) || a - b)
  const thresholds = new Float32Array(cellsMax * dimensions)
  const levels = new Float32Array(cellsMax * dimensions)
  const bytes: Array<CodeByte> = []
  let place = 0
  for (const { bits, upTo } of allocation) {
    const end = Math.round(upTo * dimensions)
    for (; place < end; place += 8 / bits) {
      const components = bySpread.slice(place, Math.min(end, place + 8 / bits))
      for (const d of components) {
        halve(column(d), bits, {
          threshold: (node, at) => (thresholds[cellsMax * d + node] = at),
          level: (cell, at) => (levels[cellsMax * d + cell] = at)
        })
      }
      bytes.push({ bits, components })
    }
    place = end
  }
  return {
    codeBytes: bytes.length,
    bytes,
    fields: Uint16Array.from(bytes.flatMap(({ bits, components }) => components.flatMap((d) => [d, bits]))),
    thresholds,
    levels
  }
}

/** Writes the code of a vector to `target`: its first byte to `first`, each further one `stride` later. */
export const encode = (
  { fields, thresholds }: Codebook,
  stored: Uint8Array,
  target: Uint8Array,
  { first, stride }: { readonly first: number; readonly stride: number }
): void => {
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength)
  const scale = view.getFloat32(0, true)
  let at = first
  let code = 0
  let used = 0
  for (let field = 0; field < fields.length; field += 2) {
    const d = fields[field] ?? 0
    const bits = fields[field + 1] ?? 0
    const value = view.getInt16(4 + 2 * d, true) * scale
    let node = 1
    for (let bit = 0; bit < bits; bit++) {
      node = 2 * node + (value > (thresholds[cellsMax * d + node] ?? 0) ? 1 : 0)
    }
    code |= (node - (1 << bits)) << used
    used += bits
    if (used < 8 && fields[field + 3] === bits) continue
    target[at] = code
    at += stride
    code = 0
    used = 0
  }
}

/** Sixteen for the lower four bits and sixteen for the upper: see `VectorKernel.sumEntries`. */
export const entriesPerByte = 2 * cellsMax
const entryMax = 127

/**
 * A half that tells much more than the others is cut off below at twice the range of the next so many: what a question rules
 * out weighs more than all it asks for, and on its scale the rest would be too coarse to tell the nearest apart.
 */
const outliersMax = 4
const outlierFactor = 2

/** From the range of the widest half on: the greatest range that is kept. */
const rangeKept = (ranges: ReadonlyArray<number>): number => {
  const [widest = 0, ...rest] = ranges.toSorted((a, b) => b - a)
  const next = rest[outliersMax - 1] ?? 0
  return next === 0 ? widest : Math.min(widest, outlierFactor * next)
}

/**
 * What each half of each byte of a code adds to its estimate, for its sixteen values, `entriesPerByte` for a byte: whole
 * numbers, so that sums are exact. Higher is nearer; estimates of different queries are not comparable.
 */
export const entriesFor = (codebook: Codebook, query: Float32Array): Uint8Array => {
  const sums = sumsFor(codebook, query)
  const halves = Array.from({ length: sums.length / cellsMax }, (_, half) =>
    sums.subarray(half * cellsMax, (half + 1) * cellsMax)
  )
  const ranges = halves.map((values) => Math.max(...values) - Math.min(...values))
  const kept = rangeKept(ranges)
  if (kept === 0) return new Uint8Array(sums.length)
  const all = ranges.reduce((sum, range) => sum + Math.min(range, kept), 0)
  const scale = Math.min(entryMax / kept, estimateMax / all)
  return Uint8Array.from(
    halves.flatMap((values, half) => {
      const lowest = Math.max(...values) - Math.min(ranges[half] ?? 0, kept)
      return Array.from(values, (value) => Math.floor(Math.max(0, value - lowest) * scale))
    })
  )
}

/** The same before it is made whole numbers of one scale. */
const sumsFor = ({ bytes, levels }: Codebook, query: Float32Array): Float64Array => {
  const sums = new Float64Array(entriesPerByte * bytes.length)
  for (const [b, { bits, components }] of bytes.entries()) {
    const mask = (1 << bits) - 1
    for (const [i, d] of components.entries()) {
      const shift = (i * bits) % bitsMax
      const half = entriesPerByte * b + (i * bits < bitsMax ? 0 : cellsMax)
      const weight = query[d] ?? 0
      for (let value = 0; value < cellsMax; value++) {
        sums[half + value] =
          (sums[half + value] ?? 0) + weight * (levels[cellsMax * d + ((value >> shift) & mask)] ?? 0)
      }
    }
  }
  return sums
}
