import { makeTally } from "./BestEstimates.ts"
import { cellCount, type Codebook, encode, rowsFor } from "./Codebook.ts"
import { codesTogether, makeVectorKernel, rowsTogether } from "./VectorKernel.ts"

/** Codes are kept in blocks of so many: a row of one is read in a piece, and its sums stay in a cache near by meanwhile. */
const blockSize = 16_384
const rowBytes = blockSize / 2
const sumBytes = 2
const pageBytes = 65_536
/** Of so many sums one is looked at to tell from which on they are high. */
const sampledSum = 16
/** A sample may miss by a little; so many times what is wanted are looked at. */
const lookedAt = 1.25

/** The codes of all vectors, by the number of their product: half a byte a component, and three bytes to find it. */
export interface VectorCodes {
  readonly size: () => number
  readonly set: (number: number, stored: Uint8Array) => void
  readonly remove: (number: number) => void
  /** The products that are most probably the nearest, `count` and those that seem equal to the last, in the order of numbers. */
  readonly candidates: (query: Float32Array, count: number) => ReadonlyArray<number>
}

export const makeVectorCodes = (codebook: Codebook): VectorCodes => {
  const dimensions = codebook.lowest.length
  const kernel = makeVectorKernel()
  /** of each block: 1 where a product has a vector */
  const blocks: Array<Uint8Array> = []
  const cells = new Uint8Array(dimensions)
  let size = 0

  // the entries of a question come first, then what is found in a block, then each block: its codes, then their sums
  const entries = 0
  const found = cellCount * (dimensions + rowsTogether)
  const firstBlock = Math.ceil((found + 4 * blockSize) / pageBytes) * pageBytes
  const codesOf = (block: number) => firstBlock + block * (rowBytes * dimensions + sumBytes * blockSize)
  const sumsOf = (block: number) => codesOf(block) + rowBytes * dimensions
  const sumsIn = (block: number) => new Uint16Array(kernel.bytes().buffer, sumsOf(block), blockSize)
  kernel.reserve(firstBlock)

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

  /** Writes the cells to their halves of a byte in each row. */
  const writeCells = (number: number): void => {
    const place = number % blockSize
    const lane = place % codesTogether
    const half = codesTogether / 2
    const [shift, others] = lane < half ? [0, 0xf0] : [4, 0x0f]
    const bytes = kernel.bytes()
    let at = codesOf(Math.floor(number / blockSize)) + (place - lane) / 2 + (lane % half)
    for (const cell of cells) {
      bytes[at] = ((bytes[at] ?? 0) & others) | (cell << shift)
      at += rowBytes
    }
  }

  /** Writes the sums of all blocks. */
  const sumRows = (query: Float32Array): void => {
    const rows = rowsFor(codebook, query)
    // a row that is not there adds nothing
    kernel.bytes().fill(0, entries, found).set(rows.entries, entries)
    const begin = (row: number) => rowBytes * (rows.components[row] ?? 0)
    for (const block of blocks.keys()) {
      sumsIn(block).fill(0)
      for (let row = 0; row < rows.components.length; row += rowsTogether) {
        kernel.addRows({
          codes: codesOf(block),
          rows: [begin(row), begin(row + 1), begin(row + 2), begin(row + 3)],
          entries: entries + cellCount * row,
          sums: sumsOf(block),
          count: blockSize
        })
      }
    }
  }

  /** From which sum on there are about `wanted`; 0 when there are not so many. */
  const highFrom = (wanted: number): number => {
    const tally = makeTally()
    for (const [block, present] of blocks.entries()) {
      const sums = sumsIn(block)
      for (let place = 0; place < blockSize; place += sampledSum) {
        if (present[place] === 1) tally.count(sums[place] ?? 0)
      }
    }
    return tally.lowestOfBest(Math.ceil((lookedAt * wanted) / sampledSum))
  }

  /** The places of each block whose sums are so high. */
  const highPlaces = (least: number): ReadonlyArray<Uint32Array> =>
    blocks.map((present, block) => {
      const count = kernel.findHigh({ at: sumsOf(block), count: blockSize }, least, found)
      return new Uint32Array(kernel.bytes().buffer, found, count).filter((place) => present[place] === 1)
    })

  return {
    size: () => size,
    set: (number, stored) => {
      mark(number, 1)
      encode(codebook, stored, cells)
      writeCells(number)
    },
    remove: (number) => mark(number, 0),
    candidates: (query, count) => {
      sumRows(query)
      const likely = highPlaces(highFrom(count))
      const isEnough = likely.reduce((sum, { length }) => sum + length, 0) >= count
      const places = isEnough ? likely : highPlaces(0)
      const tally = makeTally()
      for (const [block, inBlock] of places.entries()) {
        const sums = sumsIn(block)
        for (const place of inBlock) tally.count(sums[place] ?? 0)
      }
      const lowest = tally.lowestOfBest(count)
      return places.flatMap((inBlock, block) => {
        const sums = sumsIn(block)
        return Array.from(
          inBlock.filter((place) => (sums[place] ?? 0) >= lowest),
          (place) => block * blockSize + place
        )
      })
    }
  }
}
