import { Schema } from "effect"
import type { IntentClassifier } from "./IntentClassifier.ts"

const version = 2
const lengthBytes = 4
/** Weights are rounded to so many steps on either side of zero. */
const steps = 127

const Head = Schema.fromJsonString(
  Schema.Struct({
    version: Schema.Literal(version),
    source: Schema.String,
    features: Schema.Int,
    needs: Schema.NonEmptyArray(Schema.Struct({ need: Schema.String, foods: Schema.Array(Schema.String) })),
    bias: Schema.Array(Schema.Finite),
    /** the size of a step, for each need */
    sizes: Schema.Array(Schema.Finite)
  })
)
const decodeHead = Schema.decodeUnknownSync(Head)

/**
 * The classifier as bytes: the length of a JSON head as a 32-bit little-endian number, the head, then for each feature a
 * byte for each need.
 */
export const encodeClassifierFile = ({ bias, needs, source, weights }: IntentClassifier): Uint8Array => {
  const sizes = needs.map((_, need) => {
    let greatest = 0
    for (let i = need; i < weights.length; i += needs.length) greatest = Math.max(greatest, Math.abs(weights[i] ?? 0))
    return greatest / steps
  })
  const head = { version, source, features: weights.length / needs.length, needs, bias: [...bias], sizes }
  const json = new TextEncoder().encode(JSON.stringify(head))
  const bytes = new Uint8Array(lengthBytes + json.length + weights.length)
  new DataView(bytes.buffer).setUint32(0, json.length, true)
  bytes.set(json, lengthBytes)
  const rounded = Int8Array.from(weights, (weight, i) => Math.round(weight / (sizes[i % needs.length] ?? 1)))
  bytes.set(new Uint8Array(rounded.buffer), lengthBytes + json.length)
  return bytes
}

/** Reads what `encodeClassifierFile` wrote. Throws on anything else. */
export const decodeClassifierFile = (bytes: Uint8Array): IntentClassifier => {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true)
  const head = decodeHead(new TextDecoder().decode(bytes.subarray(lengthBytes, lengthBytes + length)))
  const { bias, features, needs, sizes, source } = head
  const weightsAt = lengthBytes + length
  if (bytes.length !== weightsAt + features * needs.length)
    throw new Error(`a classifier of needs of ${bytes.length} bytes is cut off or too long`)
  const rounded = new Int8Array(bytes.buffer, bytes.byteOffset + weightsAt, features * needs.length)
  return {
    source,
    needs,
    bias: Float32Array.from(bias),
    weights: Float32Array.from(rounded, (value, i) => value * (sizes[i % needs.length] ?? 0))
  }
}
