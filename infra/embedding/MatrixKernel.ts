import { readFileSync } from "node:fs"
import type { Layer } from "../../domain/semantic/sentence/EncoderFile.ts"
import type { Multiply } from "../../domain/semantic/sentence/SentenceEncoder.ts"

const file = new URL("MatrixKernel.wasm", import.meta.url)
const numberBytes = 4
const pageBytes = 65_536
/** The kernel takes two rows at a time. */
const rowsAtOnce = 2

type Kernel = (
  inputs: number,
  weights: number,
  bias: number,
  product: number,
  rows: number,
  width: number,
  outputs: number
) => void

/** The weights of sixteen outputs lie together, in the order in which the kernel takes them. */
const panelLength = 16

const inPanels = ({ inputs, outputs, rounded, steps }: Layer): Float32Array => {
  const panels = new Float32Array(rounded.length)
  let at = 0
  for (let first = 0; first < outputs; first += panelLength)
    for (let i = 0; i < inputs; i++)
      for (let k = first; k < first + panelLength; k++) panels[at++] = (rounded[i * outputs + k] ?? 0) * (steps[k] ?? 0)
  return panels
}

const isKernel = (value: unknown): value is Kernel => typeof value === "function"

// what of it is used here; the types of Node do not have it
declare const WebAssembly: {
  readonly Module: new (program: Uint8Array) => object
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => {
    readonly buffer: ArrayBuffer
    readonly grow: (pages: number) => number
  }
  readonly Instance: new (
    module: object,
    imports: { readonly encoder: { readonly memory: object } }
  ) => { readonly exports: Readonly<Record<string, unknown>> }
}

/** All that 32-bit addresses reach; only what is reserved is taken. */
const pagesMax = 65_536

/**
 * Multiplication in WebAssembly, four numbers at a time: a tenth of the time that JavaScript takes. Each sum is added up
 * in the same order everywhere. The memory keeps the weights of every layer that was asked for.
 */
export const makeMultiply = (): Multiply => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: pagesMax })
  const program = new WebAssembly.Module(readFileSync(file))
  const { multiply } = new WebAssembly.Instance(program, { encoder: { memory } }).exports
  if (!isKernel(multiply)) throw new TypeError("the kernel has no function multiply")
  const places = new Map<Layer, { readonly weights: number; readonly bias: number }>()
  let used = 0

  const reserve = (bytes: number): void => {
    const missing = used + bytes - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
  }

  const keep = (values: Float32Array): number => {
    const at = used
    reserve(values.byteLength)
    new Float32Array(memory.buffer, at, values.length).set(values)
    used += values.byteLength
    return at
  }

  const placeOf = (layer: Layer) => {
    const known = places.get(layer)
    if (known !== undefined) return known
    const place = { weights: keep(inPanels(layer)), bias: keep(layer.bias) }
    places.set(layer, place)
    return place
  }

  return (layer, inputs, rows) => {
    const { bias, weights } = placeOf(layer)
    const rowsTaken = Math.ceil(rows / rowsAtOnce) * rowsAtOnce
    const productAt = used + rowsTaken * layer.inputs * numberBytes
    reserve(productAt - used + rowsTaken * layer.outputs * numberBytes)
    new Float32Array(memory.buffer, used, inputs.length).set(inputs)
    multiply(used, weights, bias, productAt, rows, layer.inputs, layer.outputs)
    return new Float32Array(memory.buffer, productAt, rows * layer.outputs).slice()
  }
}
