import { makeTally } from "./BestEstimates.ts"
import { type Codebook, encode, entriesFor, entriesPerByte } from "./Codebook.ts"
import { codesTogether, makeVectorKernel } from "./VectorKernel.ts"

/** Codes are kept in blocks of so many, so that the memory grows by little. */
const blockSize = 16_384
const sumBytes = 2
const pageBytes = 65_536

/** The codes of all vectors, by the number of their product: 88 bytes a vector of 512 components, and three to find it. */
export interface VectorCodes {
  readonly codebook: Codebook
  readonly size: () => number
  readonly set: (number: number, stored: Uint8Array) => void
  readonly remove: (number: number) => void
  /** The products that are most probably the nearest, some more than `count`, in no order. */
  readonly candidates: (query: Float32Array, count: number) => ReadonlyArray<number>
}

export const makeVectorCodes = (codebook: Codebook): VectorCodes => {
  const { codeBytes } = codebook
  const kernel = makeVectorKernel()
  /** of each block: 1 where a product has a vector */
  const blocks: Array<Uint8Array> = []
  let size = 0

  // the entries of a question come first, then each block: its codes, then their sums
  const entries = 0
  const firstBlock = Math.ceil((entriesPerByte * codeBytes) / pageBytes) * pageBytes
  const codesOf = (block: number) => firstBlock + block * blockSize * (codeBytes + sumBytes)
  const sumsOf = (block: number) => codesOf(block) + blockSize * codeBytes

  const presentIn = (block: number): Uint8Array => {
    while (blocks.length <= block) {
      kernel.reserve(codesOf(blocks.length + 1))
      blocks.push(new Uint8Array(blockSize))
    }
    return blocks[block] ?? new Uint8Array(blockSize)
  }

  const mark = (number: number, isPresent: 0 | 1) => {
    const present = presentIn(Math.floor(number / blockSize))
    const place = number % blockSize
    size += isPresent - (present[place] ?? 0)
    present[place] = isPresent
  }

  /** The sums of all blocks, where they were written. */
  const summed = (query: Float32Array): ReadonlyArray<Uint16Array> => {
    kernel.bytes().set(entriesFor(codebook, query), entries)
    return blocks.map((_, block) => {
      const sums = sumsOf(block)
      kernel.sumEntries({ codes: codesOf(block), codeBytes, count: blockSize, entries, sums })
      return new Uint16Array(kernel.bytes().buffer, sums, blockSize)
    })
  }

  return {
    codebook,
    size: () => size,
    set: (number, stored) => {
      mark(number, 1)
      const place = number % blockSize
      const lane = place % codesTogether
      const first = codesOf(Math.floor(number / blockSize)) + (place - lane) * codeBytes + lane
      encode(codebook, stored, kernel.bytes(), { first, stride: codesTogether })
    },
    remove: (number) => mark(number, 0),
    candidates: (query, count) => {
      const sums = summed(query)
      const tally = makeTally()
      sums.forEach((estimates, block) => {
        const present = presentIn(block)
        for (let place = 0; place < blockSize; place++) {
          if (present[place] === 1) tally.count(estimates[place] ?? 0)
        }
      })
      const lowest = tally.lowestOfBest(count)
      const numbers: Array<number> = []
      sums.forEach((estimates, block) => {
        const present = presentIn(block)
        for (let place = 0; place < blockSize; place++) {
          if ((estimates[place] ?? 0) >= lowest && present[place] === 1) numbers.push(block * blockSize + place)
        }
      })
      return numbers
    }
  }
}
