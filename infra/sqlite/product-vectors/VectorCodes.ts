import { bytesPerStep, type Codebook, encode, estimateMax, tablesFor } from "./Codebook.ts"

/** Codes are kept in blocks of so many, so that growing copies none. */
const blockSize = 16_384

interface Block {
  /** the first byte of every code of the block, then the second of every code, and so on */
  readonly codes: Uint8Array
  /** 1 where a product has a vector */
  readonly present: Uint8Array
}

/** The codes of all vectors, by the number of their product: 88 bytes a vector of 512 components, and one to say so. */
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
  const blocks: Array<Block> = []
  let size = 0

  const blockOf = (number: number): Block => {
    const index = Math.floor(number / blockSize)
    while (blocks.length < index) blocks.push(emptyBlock(codeBytes))
    const block = blocks[index] ?? emptyBlock(codeBytes)
    blocks[index] = block
    return block
  }

  const mark = (block: Block, place: number, present: 0 | 1) => {
    size += present - (block.present[place] ?? 0)
    block.present[place] = present
  }

  return {
    codebook,
    size: () => size,
    set: (number, stored) => {
      const block = blockOf(number)
      const place = number % blockSize
      encode(codebook, stored, block.codes, { first: place, stride: blockSize })
      mark(block, place, 1)
    },
    remove: (number) => mark(blockOf(number), number % blockSize, 0),
    candidates: (query, count) => {
      const tables = tablesFor(codebook, query)
      const tally = new Uint32Array((estimateMax >> tallyShift) + 1)
      const estimates = blocks.map((block) => estimatesOf(block, codeBytes, tables, tally))
      const lowest = lowestOfBest(tally, count)
      return estimates.flatMap((block, index) => numbersFrom(block, lowest, index * blockSize))
    }
  }
}

const emptyBlock = (codeBytes: number): Block => ({
  codes: new Uint8Array(blockSize * codeBytes),
  present: new Uint8Array(blockSize)
})

/** Estimates that differ in these bits only are counted together. */
const tallyShift = 4

/**
 * The estimate of each place of the block, 0 where there is no vector; counted in `tally`. Eight bytes of all codes at a
 * time, because their tables then stay in the nearest cache: 40 ms for a million codes of 60 bytes, where one code after
 * the other took 95.
 */
const estimatesOf = (block: Block, codeBytes: number, tables: Uint16Array, tally: Uint32Array): Uint16Array => {
  const { present } = block
  const estimates = new Uint16Array(blockSize)
  for (let b = 0; b < codeBytes; b += bytesPerStep) {
    const codes = block.codes.subarray(b * blockSize, (b + bytesPerStep) * blockSize)
    const table = tables.subarray(256 * b, 256 * (b + bytesPerStep))
    for (let place = 0; place < blockSize; place++) {
      estimates[place] =
        (estimates[place] ?? 0) +
        (table[codes[place] ?? 0] ?? 0) +
        (table[256 | (codes[blockSize + place] ?? 0)] ?? 0) +
        (table[512 | (codes[2 * blockSize + place] ?? 0)] ?? 0) +
        (table[768 | (codes[3 * blockSize + place] ?? 0)] ?? 0) +
        (table[1_024 | (codes[4 * blockSize + place] ?? 0)] ?? 0) +
        (table[1_280 | (codes[5 * blockSize + place] ?? 0)] ?? 0) +
        (table[1_536 | (codes[6 * blockSize + place] ?? 0)] ?? 0) +
        (table[1_792 | (codes[7 * blockSize + place] ?? 0)] ?? 0)
    }
  }
  for (let place = 0; place < blockSize; place++) {
    const estimate = present[place] === 1 ? 1 + (estimates[place] ?? 0) : 0
    estimates[place] = estimate
    if (estimate > 0) tally[estimate >> tallyShift] = (tally[estimate >> tallyShift] ?? 0) + 1
  }
  return estimates
}

const lowestOfBest = (tally: Uint32Array, count: number): number => {
  let seen = 0
  for (let step = tally.length - 1; step > 0; step--) {
    seen += tally[step] ?? 0
    if (seen >= count) return step << tallyShift
  }
  return 1
}

const numbersFrom = (estimates: Uint16Array, lowest: number, offset: number): ReadonlyArray<number> => {
  const numbers: Array<number> = []
  for (let place = 0; place < estimates.length; place++) {
    if ((estimates[place] ?? 0) >= lowest) numbers.push(offset + place)
  }
  return numbers
}
