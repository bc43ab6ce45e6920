import { type ByteWriter } from "./ByteWriter.ts"
import { categoryField, fieldBits, fieldOf, postingOf, productOf } from "./Posting.ts"
import { blockSize, blockWordsMax, writeBlock } from "./PostingBlock.ts"
import { type WordWriter } from "./PostingWords.ts"

// A list of a few postings stands in the dictionary itself, each as the difference to the one before, as a varint. A longer
// one has a directory in the stream of postings, two words a block: the last product; and from the low bits 3 for the best
// field in the block, the others for where it begins, counted from the end of the directory. The blocks follow.

/** Postings that stand in the dictionary. */
export const inlineMax = 16
export const directoryWords = 2

/** Writes lists of postings, for a dictionary and a stream of words. */
export class PostingListWriter {
  private readonly words: WordWriter
  private directory = new Int32Array(64)
  private blocks = new Int32Array(4 * blockWordsMax)

  constructor(words: WordWriter) {
    this.words = words
  }

  /** Appends to `entry` where the list stands, or the list itself. */
  write(postings: Int32Array, count: number, entry: ByteWriter): void {
    if (count <= inlineMax) {
      let before = 0
      for (let i = 0; i < count; i++) {
        const posting = postings[i] ?? 0
        entry.varint(posting - postingOf(productOf(before), 0))
        before = posting
      }
      return
    }
    const place = this.words.length
    const blockCount = Math.ceil(count / blockSize)
    this.reserve(blockCount)
    let at = 0
    for (let block = 0; block < blockCount; block++) {
      const from = block * blockSize
      const end = Math.min(count, from + blockSize)
      this.directory[directoryWords * block] = productOf(postings[end - 1] ?? 0)
      this.directory[directoryWords * block + 1] = (at << fieldBits) | bestField(postings, from, end)
      at = writeBlock(postings, { from, end }, this.blocks, at)
    }
    this.words.append(this.directory, 0, directoryWords * blockCount)
    this.words.append(this.blocks, 0, at)
    entry.varint(place)
    entry.varint(at)
  }

  private reserve(blockCount: number): void {
    if (this.directory.length < directoryWords * blockCount)
      this.directory = new Int32Array(2 * directoryWords * blockCount)
    if (this.blocks.length < blockWordsMax * blockCount) this.blocks = new Int32Array(2 * blockWordsMax * blockCount)
  }
}

const bestField = (postings: Int32Array, from: number, end: number): number => {
  let best = categoryField
  for (let i = from; i < end; i++) best = Math.min(best, fieldOf(postings[i] ?? 0))
  return best
}
