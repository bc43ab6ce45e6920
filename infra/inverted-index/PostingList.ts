import { type ByteReader } from "./ByteReader.ts"
import { type ChunkStream } from "./ChunkCache.ts"
import { popCount, setBit } from "./Bits.ts"
import { fieldBits, fieldOf, namedFieldMax, noField, postingOf, productOf } from "./Posting.ts"
import { addProducts, blockSize, fieldAt, isMixed, isSet, productsAt, readProducts } from "./PostingBlock.ts"
import { directoryWords, inlineMax } from "./PostingListWriter.ts"
import { none, WordWindow } from "./PostingWords.ts"

/** One list of postings; those in categories have a list of their own. Products are asked for in ascending order; `rewind` begins anew. */
export class PostingList {
  readonly count: number
  private readonly stream: ChunkStream
  private readonly blockCount: number
  private readonly place: number
  private readonly wordCount: number
  /** of a short list its postings */
  private readonly inline: Int32Array
  private directory: Int32Array = none
  private directoryAt = 0
  private readonly window = new WordWindow()
  /** the block that is open, and its last product */
  private block = -1
  private last = -1
  private products: Int32Array = none
  /** how many of them were read; 0: none yet */
  private productCount = 0
  private position = 0

  constructor(stream: ChunkStream, count: number, entry: ByteReader) {
    this.stream = stream
    this.count = count
    if (count > inlineMax) {
      this.inline = none
      this.blockCount = Math.ceil(count / blockSize)
      this.place = entry.varint()
      this.wordCount = entry.varint()
      return
    }
    this.blockCount = 0
    this.place = 0
    this.wordCount = 0
    this.inline = new Int32Array(count)
    let before = 0
    for (let i = 0; i < count; i++) {
      const posting = before + entry.varint()
      this.inline[i] = posting
      before = postingOf(productOf(posting), 0)
    }
  }

  rewind(): void {
    this.block = -1
    this.last = -1
    this.position = 0
    this.productCount = 0
  }

  /** The field of the product, `noField` where the list does not hold it. */
  fieldOf(product: number): number {
    if (this.blockCount === 0) return this.inlineFieldOf(product)
    if (product > this.last && !this.seekBlock(product)) return noField
    const { at, words } = this.window
    const header = words[at] ?? 0
    if (isSet(header)) return fieldInSet(words, at, header, product)
    if (this.productCount === 0) this.readBlock()
    const { products, productCount } = this
    let i = this.position
    while (i < productCount && (products[i] ?? 0) < product) i++
    this.position = i
    return i < productCount && products[i] === product ? fieldAt(words, at, i) : noField
  }

  private inlineFieldOf(product: number): number {
    const { count, inline } = this
    let i = this.position
    while (i < count && productOf(inline[i] ?? 0) < product) i++
    this.position = i
    const posting = inline[i] ?? -1
    return i < count && productOf(posting) === product ? fieldOf(posting) : noField
  }

  /** Opens the block that would hold the product; galloping, since the next one is mostly near. */
  private seekBlock(product: number): boolean {
    this.openDirectory()
    const { blockCount } = this
    let step = 1
    let low = this.block + 1
    let high = low
    while (high < blockCount && this.lastOf(high) < product) {
      low = high + 1
      high += step
      step *= 2
    }
    high = Math.min(high, blockCount)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.lastOf(middle) < product) low = middle + 1
      else high = middle
    }
    if (low >= blockCount) return false
    this.openBlock(low)
    return true
  }

  private openDirectory(): void {
    if (this.directory !== none) return
    this.window.open(this.stream, this.place, directoryWords * this.blockCount)
    this.directory = this.window.words
    this.directoryAt = this.window.at
  }

  private lastOf(block: number): number {
    return this.directory[this.directoryAt + directoryWords * block] ?? 0
  }

  private bestFieldOf(block: number): number {
    return fieldOf(this.directory[this.directoryAt + directoryWords * block + 1] ?? 0)
  }

  /** Where the block begins, counted from the end of the directory. */
  private startOf(block: number): number {
    return block === this.blockCount
      ? this.wordCount
      : (this.directory[this.directoryAt + directoryWords * block + 1] ?? 0) >>> fieldBits
  }

  private openBlock(block: number): void {
    const start = this.startOf(block)
    const place = this.place + directoryWords * this.blockCount + start
    this.window.open(this.stream, place, this.startOf(block + 1) - start)
    this.block = block
    this.last = this.lastOf(block)
    this.productCount = 0
    this.position = 0
  }

  private readBlock(): void {
    if (this.products === none) this.products = new Int32Array(blockSize)
    this.productCount = readProducts(this.window.words, this.window.at, this.products)
  }

  /** Sets the bits of the products that have the term in this field or a better one. */
  addTo(bits: Int32Array, worst: number): void {
    if (this.blockCount === 0) {
      for (let i = 0; i < this.count; i++) {
        const posting = this.inline[i] ?? 0
        if (fieldOf(posting) <= worst) setBit(bits, productOf(posting))
      }
      return
    }
    this.openDirectory()
    for (let block = 0; block < this.blockCount; block++) {
      if (this.bestFieldOf(block) > worst) continue
      this.openBlock(block)
      this.addBlockTo(bits, worst)
    }
    this.rewind()
  }

  private addBlockTo(bits: Int32Array, worst: number): void {
    const { at, words } = this.window
    const header = words[at] ?? 0
    // the other postings of the block may stand in worse fields
    if (!isMixed(header) || worst >= namedFieldMax) {
      addProducts(words, at, bits)
      return
    }
    this.readBlock()
    const { productCount, products } = this
    for (let i = 0; i < productCount; i++) {
      if (fieldAt(words, at, i) > worst) continue
      setBit(bits, products[i] ?? 0)
    }
  }

  /** Writes the postings to `out` from `at` on, which has room for `count`; answers where they end. */
  readPostings(out: Int32Array, at: number): number {
    if (this.blockCount === 0) {
      out.set(this.inline, at)
      return at + this.count
    }
    this.openDirectory()
    let next = at
    for (let block = 0; block < this.blockCount; block++) {
      this.openBlock(block)
      this.readBlock()
      const { at: start, words } = this.window
      for (let i = 0; i < this.productCount; i++) {
        out[next++] = postingOf(this.products[i] ?? 0, fieldAt(words, start, i))
      }
    }
    this.rewind()
    return next
  }
}

const fieldInSet = (words: Int32Array, at: number, header: number, product: number): number => {
  const start = productsAt(at, header)
  const word = (product >>> 5) - ((words[at + 1] ?? 0) >>> 5)
  if (word < 0) return noField
  const set = words[start + word] ?? 0
  if (((set >>> (product & 31)) & 1) === 0) return noField
  if (!isMixed(header)) return fieldAt(words, at, 0)
  let index = popCount(set & ((1 << (product & 31)) - 1))
  for (let i = 0; i < word; i++) index += popCount(words[start + i] ?? 0)
  return fieldAt(words, at, index)
}
