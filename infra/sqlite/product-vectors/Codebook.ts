import { fromStored } from "../../../projections/product-vectors/StoredVector.ts"

// A code says of each component in which cell it lies: one of sixteen for the few components that vary most, of four for
// the next, of two for all others. A cell stands for the mean of what lay in it, so a code is an estimate of the vector,
// and the estimate of its product with a query is a sum of one table entry for each byte. The query itself is not coded:
// what it weighs heavily counts heavily. Signs alone, on both sides, found half of what this finds.

/** Bits a component of this rank gets, by how much it varies, as shares of all components. */
const allocation: ReadonlyArray<{ readonly upTo: number; readonly bits: 1 | 2 | 4 }> = [
  { upTo: 1 / 16, bits: 4 },
  { upTo: 1 / 4, bits: 2 },
  { upTo: 1, bits: 1 }
]
const bitsMax = 4
const cellsMax = 1 << bitsMax
/** Codes are read in steps of so many bytes. */
export const bytesPerStep = 8

/** Components that share a byte: as many of one number of bits as go into it. */
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
  const columns = Array.from({ length: dimensions }, (_, d) => vectors.map((vector) => vector[d] ?? 0))
  const variances = columns.map(varianceOf)
  const byVariance = [...variances.keys()].toSorted((a, b) => (variances[b] ?? 0) - (variances[a] ?? 0) || a - b)
  const thresholds = new Float32Array(cellsMax * dimensions)
  const levels = new Float32Array(cellsMax * dimensions)
  const bytes: Array<CodeByte> = []
  let place = 0
  for (const { bits, upTo } of allocation) {
    const end = Math.round(upTo * dimensions)
    for (; place < end; place += 8 / bits) {
      const components = byVariance.slice(place, Math.min(end, place + 8 / bits))
      for (const d of components) {
        halve(columns[d] ?? [], bits, {
          threshold: (node, at) => (thresholds[cellsMax * d + node] = at),
          level: (cell, at) => (levels[cellsMax * d + cell] = at)
        })
      }
      bytes.push({ bits, components })
    }
    place = end
  }
  return {
    codeBytes: Math.ceil(bytes.length / bytesPerStep) * bytesPerStep,
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

/** The estimate of any code is at most this; estimates are whole numbers. */
export const estimateMax = 65_535
const span = 65_000

/**
 * For each byte of a code and each of its 256 values what it adds to the estimate: whole numbers, so that sums are exact.
 * Higher is nearer; estimates of different queries are not comparable.
 */
export const tablesFor = ({ bytes, codeBytes, levels }: Codebook, query: Float32Array): Uint16Array => {
  const sums = bytes.map((byte) => sumsOf(byte, levels, query))
  const lowest = sums.map((table) => Math.min(...table))
  const range = sums.reduce((sum, table, b) => sum + Math.max(...table) - (lowest[b] ?? 0), 0)
  const tables = new Uint16Array(256 * codeBytes)
  if (range === 0) return tables
  for (const [b, table] of sums.entries()) {
    const least = lowest[b] ?? 0
    for (let value = 0; value < 256; value++) {
      tables[256 * b + value] = Math.floor((((table[value] ?? 0) - least) / range) * span)
    }
  }
  return tables
}

const sumsOf = ({ bits, components }: CodeByte, levels: Float32Array, query: Float32Array): Float64Array => {
  const sums = new Float64Array(256)
  const mask = (1 << bits) - 1
  let shift = 0
  for (const d of components) {
    const weight = query[d] ?? 0
    for (let value = 0; value < 256; value++) {
      sums[value] = (sums[value] ?? 0) + weight * (levels[cellsMax * d + ((value >> shift) & mask)] ?? 0)
    }
    shift += bits
  }
  return sums
}
