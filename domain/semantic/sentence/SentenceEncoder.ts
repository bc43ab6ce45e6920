import type { EncoderFile, Layer } from "./EncoderFile.ts"
import { makePieceTokenizer } from "./PieceTokenizer.ts"

/** Turns a sentence of any of its languages into a unit vector: sentences that mean alike are near each other. */
export interface SentenceEncoder {
  readonly dimensions: number
  readonly encode: (text: string) => Float32Array
}

/** Multiplies rows by a layer's weights: `rows` of as many numbers as it has inputs, one after the other. */
export type Multiply = (layer: Layer, inputs: Float32Array, rows: number) => Float32Array

const rowLength = 512
const branchLength = 256
/** How many pieces each branch looks at, and how many of them stand before the one in the middle. */
const branches = [
  { name: "2", width: 2, before: 0 },
  { name: "3", width: 3, before: 1 },
  { name: "5", width: 5, before: 2 }
] as const
const featureLength = rowLength + branches.length * branchLength
const epsilon = 1e-12

/** In plain arithmetic and a fixed order, so that every machine gives the same vector. */
export const multiply: Multiply = ({ bias, inputs: width, outputs, rounded, steps }, inputs, rows) => {
  const product = new Float32Array(rows * outputs)
  for (let row = 0; row < rows; row++) {
    const sums = product.subarray(row * outputs, (row + 1) * outputs)
    sums.set(bias)
    for (let i = 0; i < width; i++) {
      const value = inputs[row * width + i] ?? 0
      if (value === 0) continue
      const start = i * outputs
      for (let k = 0; k < outputs; k++)
        sums[k] = (sums[k] ?? 0) + value * Math.fround((rounded[start + k] ?? 0) * (steps[k] ?? 0))
    }
  }
  return product
}

/** Each row with mean 0 and variance 1, then stretched and moved. */
const normalizeRows = (values: Float32Array, length: number, gain: Float32Array, bias: Float32Array): void => {
  for (let start = 0; start < values.length; start += length) {
    let sum = 0
    for (let i = 0; i < length; i++) sum += values[start + i] ?? 0
    const mean = sum / length
    let squares = 0
    for (let i = 0; i < length; i++) squares += ((values[start + i] ?? 0) - mean) ** 2
    const stretch = 1 / Math.sqrt(squares / length + epsilon)
    for (let i = 0; i < length; i++)
      values[start + i] = ((values[start + i] ?? 0) - mean) * stretch * (gain[i] ?? 0) + (bias[i] ?? 0)
  }
}

/** For each piece the rows of those around it, one behind the other; noughts beyond the ends. */
const windows = (values: Float32Array, rows: number, width: number, before: number): Float32Array => {
  const around = new Float32Array(rows * width * branchLength)
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < width; k++) {
      const other = row + k - before
      if (other < 0 || other >= rows) continue
      around.set(values.subarray(other * branchLength, (other + 1) * branchLength), (row * width + k) * branchLength)
    }
  return around
}

const rectified = (values: Float32Array): Float32Array => {
  for (let i = 0; i < values.length; i++) if ((values[i] ?? 0) < 0) values[i] = 0
  return values
}

const addTo = (values: Float32Array, others: Float32Array): Float32Array => {
  for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) + (others[i] ?? 0)
  return values
}

/**
 * The forward pass of the Universal Sentence Encoder: the pieces' rows and three branches of convolutions over 2, 3 and
 * 5 of them are averaged and go through four layers with shortcuts. Source: Yang et al., "Multilingual Universal
 * Sentence Encoder for Semantic Retrieval", 2019.
 */
export const makeSentenceEncoder = (file: EncoderFile, product: Multiply = multiply): SentenceEncoder => {
  const { piecesOf } = makePieceTokenizer(file)
  const layer = (name: string): Layer => {
    const found = file.layers.get(name)
    if (found === undefined) throw new Error(`the sentence encoder has no layer ${name}`)
    return found
  }
  const norm = (name: string): Float32Array => file.norms.get(name) ?? new Float32Array()

  const rowsOf = (pieces: ReadonlyArray<number>): Float32Array => {
    const rows = new Float32Array(pieces.length * rowLength)
    for (const [row, piece] of pieces.entries()) {
      const scale = file.scale[piece] ?? 0
      const low = file.low[piece] ?? 0
      for (let i = 0; i < rowLength; i++)
        rows[row * rowLength + i] = (file.rows[piece * rowLength + i] ?? 0) * scale + low
    }
    return rows
  }

  const branchesOf = (rows: Float32Array, count: number): ReadonlyArray<Float32Array> => {
    const projected = product(layer("projection"), rows, count)
    const width = branches.length * branchLength
    normalizeRows(projected, width, norm("inner gain"), norm("inner bias"))
    return branches.map(({ before, name, width: around }, branch) => {
      const own = new Float32Array(count * branchLength)
      for (let row = 0; row < count; row++) {
        const start = row * width + branch * branchLength
        own.set(projected.subarray(start, start + branchLength), row * branchLength)
      }
      const first = rectified(product(layer(`first${name}`), windows(own, count, around, before), count))
      addTo(first, own)
      const second = rectified(product(layer(`second${name}`), windows(first, count, around, before), count))
      return addTo(second, first)
    })
  }

  /** The features of all pieces, added up. */
  const pooled = (rows: Float32Array, count: number): Float32Array => {
    const features = new Float32Array(count * featureLength)
    const found = branchesOf(rows, count)
    for (let row = 0; row < count; row++) {
      features.set(rows.subarray(row * rowLength, (row + 1) * rowLength), row * featureLength)
      for (const [k, branch] of found.entries())
        features.set(
          branch.subarray(row * branchLength, (row + 1) * branchLength),
          row * featureLength + rowLength + k * branchLength
        )
    }
    normalizeRows(features, featureLength, norm("outer gain"), norm("outer bias"))
    const sum = new Float32Array(featureLength)
    for (let i = 0; i < features.length; i++)
      sum[i % featureLength] = (sum[i % featureLength] ?? 0) + (features[i] ?? 0)
    return sum
  }

  return {
    dimensions: rowLength,
    encode: (text) => {
      const pieces = piecesOf(text)
      const count = pieces.length
      const pooling = layer("pooled")
      const sum = pooled(rowsOf(pieces), count)
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) / Math.sqrt(count)
      const mean = product(pooling, sum, 1)
      // the bias belongs to each piece
      for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) + (pooling.bias[i] ?? 0) * (Math.sqrt(count) - 1)
      const first = rectified(product(layer("d0"), mean, 1))
      const second = rectified(addTo(product(layer("p1"), mean, 1), product(layer("d1"), first, 1)))
      const third = rectified(product(layer("d2"), second, 1))
      const last = addTo(product(layer("p3"), second, 1), product(layer("d3"), third, 1))
      return unit(last.map(Math.tanh))
    }
  }
}

const unit = (vector: Float32Array): Float32Array => {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return length === 0 ? vector : vector.map((value) => value / length)
}
