import { Schema } from "effect"

const magic = "FDSE"
const version = 1
const headAt = 8

/** Bytes of one number of each kind. */
const widths = { f32: 4, i8: 1, u8: 1 } as const

const Head = Schema.fromJsonString(
  Schema.Struct({
    version: Schema.Literal(version),
    source: Schema.NonEmptyString,
    unknownScore: Schema.Finite,
    pieces: Schema.Array(Schema.String),
    sections: Schema.Array(
      Schema.Struct({
        name: Schema.NonEmptyString,
        kind: Schema.Literals(["f32", "i8", "u8"]),
        length: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000_000 }))
      })
    )
  })
)
const decodeHead = Schema.decodeUnknownSync(Head)

/** A layer: what goes in is multiplied by its weights, a row for each input, and `bias` is added. */
export interface Layer {
  readonly inputs: number
  readonly outputs: number
  /** the weights, each divided by the step of its output */
  readonly rounded: ArrayLike<number>
  readonly steps: Float32Array
  readonly bias: Float32Array
}

/** The weights of the sentence encoder, as `data/semantic/sentence-encoder.py` packed them. */
export interface EncoderFile {
  readonly pieces: ReadonlyArray<string>
  /** log probabilities of the pieces */
  readonly scores: Float32Array
  /** log probability of a character that no piece has */
  readonly unknownScore: number
  /** a row of 6-bit numbers for each piece: a number `n` stands for `n * scale + low` of its piece */
  readonly rows: Uint8Array
  readonly scale: Float32Array
  readonly low: Float32Array
  readonly norms: ReadonlyMap<string, Float32Array>
  readonly layers: ReadonlyMap<string, Layer>
}

const damaged = (why: string): Error => new Error(`the sentence encoder's file is damaged: ${why}`)

type Numbers = Float32Array | Int8Array | Uint8Array

const numbersOf = (bytes: Uint8Array, kind: keyof typeof widths): Numbers => {
  if (kind === "u8") return bytes
  if (kind === "i8") return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const floats = new Float32Array(bytes.length / widths.f32)
  for (let i = 0; i < floats.length; i++) floats[i] = view.getFloat32(i * widths.f32, true)
  return floats
}

/** Reads the decompressed file. Throws on any that is cut off, too long, of another version or of other layers. */
export const decodeEncoderFile = (bytes: Uint8Array): EncoderFile => {
  if (new TextDecoder().decode(bytes.subarray(0, magic.length)) !== magic) throw damaged("it begins otherwise")
  const headLength = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(magic.length, true)
  if (headAt + headLength > bytes.length) throw damaged("its head is cut off")
  const head = decodeHead(new TextDecoder().decode(bytes.subarray(headAt, headAt + headLength)))
  const sections = new Map<string, Numbers>()
  let at = headAt + headLength
  for (const { kind, length, name } of head.sections) {
    const end = at + length * widths[kind]
    if (end > bytes.length) throw damaged(`it ends in ${name}`)
    sections.set(name, numbersOf(bytes.subarray(at, end), kind))
    at = end
  }
  if (at !== bytes.length) throw damaged(`${bytes.length - at} bytes too many`)
  const section = (name: string): Numbers => {
    const found = sections.get(name)
    if (found === undefined) throw damaged(`it has no ${name}`)
    return found
  }
  const floats = (name: string): Float32Array => Float32Array.from(section(name))
  const rows = section("rows")
  if (!(rows instanceof Uint8Array)) throw damaged("its rows are no bytes")
  return {
    pieces: head.pieces,
    scores: floats("scores"),
    unknownScore: head.unknownScore,
    rows,
    scale: floats("scale"),
    low: floats("low"),
    norms: new Map(["inner gain", "inner bias", "outer gain", "outer bias"].map((name) => [name, floats(name)])),
    layers: new Map(
      [...sections.keys()].flatMap((name) =>
        sections.has(`${name} steps`)
          ? [[name, layerOf(section(name), floats(`${name} steps`), floats(`${name} bias`))] as const]
          : []
      )
    )
  }
}

const layerOf = (rounded: Numbers, steps: Float32Array, bias: Float32Array): Layer => ({
  inputs: rounded.length / steps.length,
  outputs: steps.length,
  rounded,
  steps,
  bias
})
