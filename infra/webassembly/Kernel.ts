import { readFileSync } from "node:fs"

// what of it is used here; the types of Node do not have it
declare const WebAssembly: {
  readonly Module: new (program: Uint8Array) => object
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => {
    readonly buffer: ArrayBuffer
    readonly grow: (pages: number) => number
  }
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, { readonly memory: object }>>
  ) => { readonly exports: Readonly<Record<string, unknown>> }
}

const pageBytes = 65_536
/** All that 32-bit addresses reach; only what is reserved is taken. */
const pagesMax = 65_536

/** What it gives back, if anything, is for who knows the program. */
type KernelFunction = (...numbers: ReadonlyArray<number>) => unknown

/** Functions in WebAssembly, and the memory that they read and write. */
export interface Kernel {
  /** All of the memory. Once more is reserved these bytes are empty: ask anew. */
  readonly bytes: () => Uint8Array<ArrayBuffer>
  /** Makes the memory at least so large; what is added is zero. */
  readonly reserve: (byteCount: number) => void
  /** Throws a `TypeError` when the program has no function of that name. */
  readonly functionOf: (name: string) => KernelFunction
}

const isFunction = (value: unknown): value is KernelFunction => typeof value === "function"

/** Compiles a program, which imports its memory from the module `importedFrom`; each kernel has a memory of its own. */
export const compileKernel = (file: URL, importedFrom: string): (() => Kernel) => {
  const program = new WebAssembly.Module(readFileSync(file))
  return () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: pagesMax })
    const { exports } = new WebAssembly.Instance(program, { [importedFrom]: { memory } })
    let bytes = new Uint8Array(memory.buffer)
    return {
      bytes: () => bytes,
      reserve: (byteCount) => {
        if (byteCount <= bytes.length) return
        memory.grow(Math.ceil((byteCount - bytes.length) / pageBytes))
        bytes = new Uint8Array(memory.buffer)
      },
      functionOf: (name) => {
        const found = exports[name]
        if (isFunction(found)) return found
        throw new TypeError(`the kernel has no function ${name}`)
      }
    }
  }
}
