import { fromStored } from "../../../projections/product-vectors/StoredVector.ts"

// A code says of each component in which of two cells it lies, or of four for the quarter of the components that vary
// most; a cell stands for the mean of what lay in it. So a code is an estimate of the vector, and the estimate of its
// product with a query is a sum of one table entry for each byte. The query itself is not coded, so what it weighs
// heavily counts heavily: with signs on both sides .53 of the ten nearest were among 300 candidates, with this .997.

const fineShare = 1 / 4
const finePerByte = 4
const coarsePerByte = 8
const thresholdsEach = 3
const levelsEach = 4
/** Codes are read in steps of so many bytes. */
export const bytesPerStep = 4
const roundedUp = (bytes: number): number => Math.ceil(bytes / bytesPerStep) * bytesPerStep

/** How vectors of one collection become codes. */
export interface Codebook {
  readonly dimensions: number
  readonly codeBytes: number
  /** the components in the order of the code, the fine ones first */
  readonly order: Int32Array
  readonly fineCount: number
  /** three for each component, ascending: a fine one has all, a coarse one the middle one */
  readonly thresholds: Float32Array
  /** four for each component: what a cell stands for; of a coarse one the first two */
  readonly levels: Float32Array
}

const meanOf = (values: ReadonlyArray<number>, otherwise: number): number =>
  values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length

interface Component {
  readonly variance: number
  readonly thresholds: readonly [number, number, number]
  readonly levels: (cells: 2 | 4) => ReadonlyArray<number>
}

/** Cells by halving twice at the mean. */
const describe = (values: ReadonlyArray<number>): Component => {
  const mean = meanOf(values, 0)
  const below = values.filter((value) => value <= mean)
  const above = values.filter((value) => value > mean)
  const low = meanOf(below, mean)
  const high = meanOf(above, mean)
  return {
    variance: meanOf(
      values.map((value) => (value - mean) ** 2),
      0
    ),
    thresholds: [low, mean, high],
    levels: (cells) =>
      cells === 2
        ? [low, high]
        : [
            meanOf(
              below.filter((value) => value <= low),
              low
            ),
            meanOf(
              below.filter((value) => value > low),
              low
            ),
            meanOf(
              above.filter((value) => value <= high),
              high
            ),
            meanOf(
              above.filter((value) => value > high),
              high
            )
          ]
  }
}

/** Learns the codebook from stored vectors, of which there must be one; some thousand are enough. */
export const trainCodebook = (sample: ReadonlyArray<Uint8Array>): Codebook => {
  const vectors = sample.map(fromStored)
  const dimensions = vectors[0]?.length ?? 0
  const components = Array.from({ length: dimensions }, (_, d) => describe(vectors.map((vector) => vector[d] ?? 0)))
  const fineCount = Math.floor((dimensions * fineShare) / finePerByte) * finePerByte
  const byVariance = components
    .map(({ variance }, d) => ({ variance, d }))
    .toSorted((a, b) => b.variance - a.variance || a.d - b.d)
  const levels = new Float32Array(levelsEach * dimensions)
  byVariance.forEach(({ d }, place) =>
    levels.set(components[d]?.levels(place < fineCount ? 4 : 2) ?? [], levelsEach * d)
  )
  return {
    dimensions,
    fineCount,
    codeBytes: roundedUp(fineCount / finePerByte + Math.ceil((dimensions - fineCount) / coarsePerByte)),
    order: Int32Array.from(byVariance, ({ d }) => d),
    thresholds: Float32Array.from(components.flatMap(({ thresholds }) => thresholds)),
    levels
  }
}

/** Writes the code of a vector to `target`: its first byte to `first`, each further one `stride` later. */
export const encode = (
  codebook: Codebook,
  stored: Uint8Array,
  target: Uint8Array,
  { first, stride }: { readonly first: number; readonly stride: number }
): void => {
  const { codeBytes, dimensions, fineCount, order, thresholds } = codebook
  const bytes = new DataView(stored.buffer, stored.byteOffset, stored.byteLength)
  const scale = bytes.getFloat32(0, true)
  let place = 0
  for (let b = 0; b < codeBytes; b++) {
    let code = 0
    const fine = place < fineCount
    for (let shift = 0; shift < 8 && place < dimensions; shift += fine ? 2 : 1, place++) {
      const d = order[place] ?? 0
      const value = bytes.getInt16(4 + 2 * d, true) * scale
      const t = thresholdsEach * d
      const isHigh = value > (thresholds[t + 1] ?? 0)
      if (!fine) code |= Number(isHigh) << shift
      else code |= ((isHigh ? 2 : 0) + Number(value > (thresholds[isHigh ? t + 2 : t] ?? 0))) << shift
    }
    target[first + stride * b] = code
  }
}

/** The estimate of any code is at most this; estimates are whole numbers from 1 up. */
export const estimateMax = 65_535
const span = 65_000

/**
 * For each byte of a code and each of its 256 values what it adds to the estimate: whole numbers, so that sums are exact.
 * Higher is nearer; estimates of different queries are not comparable.
 */
export const tablesFor = (codebook: Codebook, query: Float32Array): Uint16Array => {
  const { codeBytes, dimensions, fineCount, levels, order } = codebook
  const sums = new Float64Array(256 * codeBytes)
  let place = 0
  for (let b = 0; b < codeBytes; b++) {
    const fine = place < fineCount
    const [bits, mask] = fine ? [2, 3] : [1, 1]
    for (let shift = 0; shift < 8 && place < dimensions; shift += bits, place++) {
      const d = order[place] ?? 0
      const weight = query[d] ?? 0
      if (weight === 0) continue
      for (let value = 0; value < 256; value++) {
        sums[256 * b + value] =
          (sums[256 * b + value] ?? 0) + weight * (levels[levelsEach * d + ((value >> shift) & mask)] ?? 0)
      }
    }
  }
  const lowest = Array.from({ length: codeBytes }, (_, b) =>
    sums.subarray(256 * b, 256 * (b + 1)).reduce((a, x) => Math.min(a, x))
  )
  const highest = Array.from({ length: codeBytes }, (_, b) =>
    sums.subarray(256 * b, 256 * (b + 1)).reduce((a, x) => Math.max(a, x))
  )
  const range = highest.reduce((sum, high, b) => sum + high - (lowest[b] ?? 0), 0)
  return Uint16Array.from(sums, (sum, i) =>
    range === 0 ? 0 : Math.floor(((sum - (lowest[i >> 8] ?? 0)) / range) * span)
  )
}
