import { Predicate } from "effect"
import { compileKernel, type Kernel } from "../../webassembly/Kernel.ts"

/**
 * The sums that a scan consists of, over many products at once, and the memory that they read: `VectorKernel.wat`, in
 * WebAssembly because JavaScript adds one number at a time and this eight. Every address is a multiple of 16.
 */
export interface VectorKernel extends Pick<Kernel, "bytes" | "reserve"> {
  /**
   * Adds to one 16-bit sum for each of the codes what four rows of them tell. A sum beyond 65,535 is wrong, so is an entry
   * beyond 127.
   */
  readonly addRows: (rows: RowsInMemory) => void
  /** Writes as 32 bits which of the sums are `least` or more, and gives how many those are. */
  readonly findHigh: (sums: ListInMemory, least: number, found: number) => number
  /**
   * Writes the scalar product, of 32 bits, of a vector of 16-bit integers with each of others. What does not fit is
   * wrong: see `wholeCollection`.
   */
  readonly multiply: (vectors: VectorsInMemory) => void
}

export interface RowsInMemory {
  /**
   * address of the codes. A row has half a byte of each code: sixteen bytes are of `codesTogether` codes, of the first
   * sixteen the lower four bits, of the others the upper
   */
  readonly codes: number
  /** where each row begins, from there on */
  readonly rows: readonly [number, number, number, number]
  /** address of what the sixteen values of four bits add, for each row */
  readonly entries: number
  /** address of the sums */
  readonly sums: number
  /** of the codes, a multiple of `codesTogether` */
  readonly count: number
}

export interface ListInMemory {
  readonly at: number
  readonly count: number
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

export const codesTogether = 32
/** So many rows are added at once. */
export const rowsTogether = 4

const startKernel = compileKernel(new URL("VectorKernel.wasm", import.meta.url), "scan")

/** A kernel with a memory of its own. */
export const makeVectorKernel = (): VectorKernel => {
  const { bytes, functionOf, reserve } = startKernel()
  const addRows = functionOf("addRows")
  const findHigh = functionOf("findHigh")
  const multiply = functionOf("multiply")
  return {
    bytes,
    reserve,
    addRows: ({ codes, count, entries, rows, sums }) => {
      if (count > 0) addRows(codes, ...rows, entries, sums, sums + 2 * count)
    },
    findHigh: ({ at, count }, least, found) => {
      const end = count > 0 ? findHigh(at, at + 2 * count, least, found) : found
      return Predicate.isNumber(end) ? (end - found) / 4 : 0
    },
    multiply: ({ count, gap, products, query, vectorBytes, vectors }) => {
      if (count > 0) multiply(query, query + vectorBytes, vectors, gap, products, products + 4 * count)
    }
  }
}
