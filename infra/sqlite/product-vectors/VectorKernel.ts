import { compileKernel, type Kernel } from "../../webassembly/Kernel.ts"

/**
 * The two sums that a scan consists of, over many products at once, and the memory that they read: `VectorKernel.wat`, in
 * WebAssembly because JavaScript adds one number at a time and this eight. Every address is a multiple of 16.
 */
export interface VectorKernel extends Pick<Kernel, "bytes" | "reserve"> {
  /**
   * Writes one 16-bit sum for each of the codes, of which there are 32 or a multiple: for each of their bytes the entry
   * of its lower four bits and the entry of its upper four. A sum beyond 65,535 is wrong, so is an entry beyond 127.
   */
  readonly sumEntries: (codes: CodesInMemory) => void
  /**
   * Writes the scalar product, of 32 bits, of a vector of 16-bit integers with each of others. What does not fit is
   * wrong: see `wholeCollection`.
   */
  readonly multiply: (vectors: VectorsInMemory) => void
}

export interface CodesInMemory {
  /** address of the codes: the first byte of each of 32, then the second of each, …, then the next 32 */
  readonly codes: number
  readonly codeBytes: number
  readonly count: number
  /** address of 32 entries for each byte of a code: for its lower four bits, then for its upper four */
  readonly entries: number
  /** address of what is written */
  readonly sums: number
}

export interface VectorsInMemory {
  /** address of the vector that all are multiplied with */
  readonly query: number
  /** of each vector, a multiple of 32 */
  readonly vectorBytes: number
  /** address of the first of the others */
  readonly vectors: number
  /** bytes between the end of one and the begin of the next */
  readonly gap: number
  readonly count: number
  /** address of what is written */
  readonly products: number
}

/** So many codes lie together. */
export const codesTogether = 32

const startKernel = compileKernel(new URL("VectorKernel.wasm", import.meta.url), "scan")

/** A kernel with a memory of its own. */
export const makeVectorKernel = (): VectorKernel => {
  const { bytes, functionOf, reserve } = startKernel()
  const sumEntries = functionOf("sumEntries")
  const multiply = functionOf("multiply")
  return {
    bytes,
    reserve,
    sumEntries: ({ codeBytes, codes, count, entries, sums }) => {
      if (count > 0) sumEntries(codes, entries, entries + 2 * 16 * codeBytes, sums, sums + 2 * count)
    },
    multiply: ({ count, gap, products, query, vectorBytes, vectors }) => {
      if (count > 0) multiply(query, query + vectorBytes, vectors, gap, products, products + 4 * count)
    }
  }
}
