import { Schema } from "effect"
import type { CorpusStatistics } from "./CorpusStatistics.ts"
import { nutrients } from "./NutrientLevels.ts"
import { textDimensions } from "./VectorLayout.ts"

/**
 * The trained model as bytes: the length of a JSON head as a 32-bit little-endian number, the head, then the contexts,
 * one after the other. The same model gives the same bytes.
 */
export const encodeModelFile = (id: string, statistics: CorpusStatistics): Uint8Array => {
  const head = {
    id,
    products: statistics.products,
    textDimensions,
    features: [...statistics.frequencies.keys()],
    frequencies: [...statistics.frequencies.values()],
    contexts: [...statistics.contexts.keys()],
    brands: [...statistics.brands],
    quantiles: [...statistics.quantiles],
    typical: [...statistics.typical]
  }
  const json = new TextEncoder().encode(JSON.stringify(head))
  const bytes = new Uint8Array(lengthBytes + json.length + statistics.contexts.size * textDimensions)
  new DataView(bytes.buffer).setUint32(0, json.length, true)
  bytes.set(json, lengthBytes)
  let at = lengthBytes + json.length
  for (const context of statistics.contexts.values()) {
    bytes.set(new Uint8Array(context.buffer, context.byteOffset, context.length), at)
    at += textDimensions
  }
  return bytes
}

const lengthBytes = 4

const Quantiles = Schema.Struct(
  Object.fromEntries(nutrients.map((nutrient) => [nutrient, Schema.optionalKey(Schema.Array(Schema.Finite))]))
)

const Typical = Schema.Struct(
  Object.fromEntries(nutrients.map((nutrient) => [nutrient, Schema.optionalKey(Schema.Finite)]))
)

const Head = Schema.fromJsonString(
  Schema.Struct({
    id: Schema.NonEmptyString,
    products: Schema.Int,
    textDimensions: Schema.Literal(textDimensions),
    features: Schema.Array(Schema.String),
    frequencies: Schema.Array(Schema.Int),
    contexts: Schema.Array(Schema.String),
    brands: Schema.Array(Schema.String),
    quantiles: Schema.Array(Schema.Tuple([Schema.String, Quantiles])),
    typical: Schema.Array(Schema.Tuple([Schema.String, Typical]))
  })
)
const decodeHead = Schema.decodeUnknownSync(Head)

/** Reads what `encodeModelFile` wrote. Throws on anything else: a program with a broken model must not start. */
export const decodeModelFile = (bytes: Uint8Array): { readonly id: string; readonly statistics: CorpusStatistics } => {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true)
  const head = decodeHead(new TextDecoder().decode(bytes.subarray(lengthBytes, lengthBytes + length)))
  const contextsAt = lengthBytes + length
  if (bytes.length !== contextsAt + head.contexts.length * textDimensions)
    throw new Error(`a meaning model of ${bytes.length} bytes is cut off or too long`)
  return {
    id: head.id,
    statistics: {
      products: head.products,
      frequencies: new Map(head.features.map((feature, i) => [feature, head.frequencies[i] ?? 0])),
      quantiles: new Map(head.quantiles),
      typical: new Map(head.typical),
      brands: new Set(head.brands),
      contexts: new Map(
        head.contexts.map((feature, i) => [
          feature,
          new Int8Array(bytes.buffer, bytes.byteOffset + contextsAt + i * textDimensions, textDimensions)
        ])
      )
    }
  }
}
