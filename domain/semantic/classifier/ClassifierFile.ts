import { Schema } from "effect"
import type { LinearClassifier } from "./LinearClassifier.ts"

const version = 3
const lengthBytes = 4
/** Weights are rounded to so many steps on either side of zero. */
const steps = 127

const headOf = <About>(about: Schema.Codec<About>) =>
  Schema.fromJsonString(
    Schema.Struct({
      version: Schema.Literal(version),
      about,
      features: Schema.Int,
      bias: Schema.Array(Schema.Finite),
      /** the size of a step, for each class */
      sizes: Schema.Array(Schema.Finite)
    })
  )

/** A classifier with what belongs to it, as bytes and back; `decode` throws on anything else. */
export interface ClassifierFile<About> {
  readonly encode: (about: About, classifier: LinearClassifier) => Uint8Array
  readonly decode: (bytes: Uint8Array) => { readonly about: About; readonly classifier: LinearClassifier }
}

/** The greatest weight of each class, divided into steps. */
const sizesOf = ({ bias, weights }: LinearClassifier): ReadonlyArray<number> =>
  Array.from(bias, (_, of) => {
    let greatest = 0
    for (let i = of; i < weights.length; i += bias.length) greatest = Math.max(greatest, Math.abs(weights[i] ?? 0))
    return greatest / steps
  })

/** A loop: `Float32Array.from` with a function takes ten times as long, which is half a second of three million weights. */
const weightsOf = (rounded: Int8Array, sizes: ReadonlyArray<number>): Float32Array => {
  const weights = new Float32Array(rounded.length)
  for (let i = 0; i < weights.length; i++) weights[i] = (rounded[i] ?? 0) * (sizes[i % sizes.length] ?? 0)
  return weights
}

/**
 * The length of a JSON head as a 32-bit little-endian number, the head, then for each feature a byte for each class. The head
 * says of what shape `about` is.
 */
export const classifierFile = <About>(about: Schema.Codec<About>): ClassifierFile<About> => {
  const head = headOf(about)
  const [encodeHead, decodeHead] = [Schema.encodeSync(head), Schema.decodeUnknownSync(head)]
  return {
    encode: (about, classifier) => {
      const { bias, weights } = classifier
      const sizes = sizesOf(classifier)
      const features = weights.length / bias.length
      const json = new TextEncoder().encode(encodeHead({ version, about, features, bias: [...bias], sizes }))
      const bytes = new Uint8Array(lengthBytes + json.length + weights.length)
      new DataView(bytes.buffer).setUint32(0, json.length, true)
      bytes.set(json, lengthBytes)
      const rounded = Int8Array.from(weights, (weight, i) => Math.round(weight / (sizes[i % sizes.length] || 1)))
      bytes.set(new Uint8Array(rounded.buffer), lengthBytes + json.length)
      return bytes
    },
    decode: (bytes) => {
      const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true)
      const { about, bias, features, sizes } = decodeHead(
        new TextDecoder().decode(bytes.subarray(lengthBytes, lengthBytes + length))
      )
      const weightsAt = lengthBytes + length
      if (bytes.length !== weightsAt + features * bias.length)
        throw new Error(`a classifier of ${bytes.length} bytes is cut off or too long`)
      const rounded = new Int8Array(bytes.buffer, bytes.byteOffset + weightsAt, features * bias.length)
      return { about, classifier: { bias: Float32Array.from(bias), weights: weightsOf(rounded, sizes) } }
    }
  }
}
