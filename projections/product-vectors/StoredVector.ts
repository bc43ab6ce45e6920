/**
 * Vectors as both tiers keep them: a scale (32-bit float), then 16-bit integers, little-endian, each component being
 * integer × scale. Eight bits are not enough: among products that differ in a few words the tenth and the eleventh lie
 * closer together than their rounding (`docs/adr/0012-vectors.md`).
 */
const scaleBytes = 4
const componentBytes = 2
const integerMax = 32_767

/** How many bytes a vector takes. */
export const storedBytes = (dimensions: number): number => scaleBytes + componentBytes * dimensions

/** The vector as it is stored; a vector of zeros has the scale 0. */
export const toStored = (vector: Float32Array): Uint8Array => {
  const scale = Math.fround(largestOf(vector) / integerMax)
  const bytes = new DataView(new ArrayBuffer(storedBytes(vector.length)))
  bytes.setFloat32(0, scale, true)
  if (scale > 0) {
    for (let i = 0; i < vector.length; i++) {
      const integer = Math.max(-integerMax, Math.min(integerMax, Math.round((vector[i] ?? 0) / scale)))
      bytes.setInt16(scaleBytes + componentBytes * i, integer, true)
    }
  }
  return new Uint8Array(bytes.buffer)
}

/** The largest component, whatever its sign. */
export const largestOf = (vector: Float32Array): number => {
  let largest = 0
  for (const component of vector) largest = Math.max(largest, Math.abs(component))
  return largest
}

/** A vector that points nowhere is near to nothing: it is not kept, and not asked for. */
export const isZero = (vector: Float32Array): boolean => vector.every((component) => component === 0)

/** The components, as far as they were kept. */
export const fromStored = (stored: Uint8Array): Float32Array => {
  const bytes = new DataView(stored.buffer, stored.byteOffset, stored.byteLength)
  const scale = bytes.getFloat32(0, true)
  const dimensions = (stored.byteLength - scaleBytes) / componentBytes
  return Float32Array.from(
    { length: dimensions },
    (_, i) => bytes.getInt16(scaleBytes + componentBytes * i, true) * scale
  )
}

/**
 * The cosine of a unit vector and a stored one. One order of additions for both tiers, so that they agree to the last
 * bit, whatever found the candidates.
 */
export const cosineOf = (query: Float32Array, stored: Uint8Array): number => {
  const integers = integersOf(stored)
  let sum = 0
  for (let i = 0; i < query.length; i++) sum += (query[i] ?? 0) * (integers[i] ?? 0)
  return sum * new DataView(stored.buffer, stored.byteOffset, stored.byteLength).getFloat32(0, true)
}

/** Every platform that this runs on is little-endian; an array of 16-bit integers begins at an even place. */
const integersOf = (stored: Uint8Array): Int16Array => {
  const { buffer, byteLength, byteOffset } = stored.byteOffset % componentBytes === 0 ? stored : stored.slice()
  return new Int16Array(buffer, byteOffset + scaleBytes, (byteLength - scaleBytes) / componentBytes)
}

/** The vector in length 1; one of zeros stays as it is, and is like nothing. */
export const toUnit = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(vector.reduce((sum, component) => sum + component * component, 0))
  return length === 0 ? vector : vector.map((component) => component / length)
}
