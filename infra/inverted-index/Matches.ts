import { clearBit, dropBits, keepBits, setBit } from "./Bits.ts"
import { asList, type BitPool, type FewProducts, keepListed, type ProductSet } from "./ProductSet.ts"
import type { Segment } from "./Segment.ts"
import type { SegmentQuery } from "./SegmentQuery.ts"
import type { SegmentWord, SetSizes } from "./SegmentWord.ts"

interface Sets {
  readonly pool: BitPool
  readonly sizes: SetSizes
}

/** What matches the query in the segment. Bits are of the pool, to be given back. */
export const matchesIn = (segment: Segment, query: SegmentQuery, { pool, sizes }: Sets): ProductSet => {
  const [rarest, ...others] = query.words
  if (rarest === undefined) return { kind: "few", products: new Int32Array(0), count: 0 }
  const found = new Finding({ segment, pool, fewMax: sizes.fewMax(segment) }, rarest)
  for (const word of [...others, ...query.filters]) found.keep(word)
  found.dropDeleted()
  for (const { denied, shown } of query.exclusions) found.dropExcluded(shown, denied)
  for (const words of query.without) found.dropAll(words)
  return found.set
}

interface Place {
  readonly segment: Segment
  readonly pool: BitPool
  readonly fewMax: number
}

/** Products of which fewer and fewer are left. */
class Finding {
  set: ProductSet
  private readonly segment: Segment
  private readonly pool: BitPool
  private readonly fewMax: number

  constructor({ fewMax, pool, segment }: Place, word: SegmentWord) {
    this.segment = segment
    this.pool = pool
    this.fewMax = fewMax
    const { set } = word
    this.set =
      set.kind === "few"
        ? { kind: "few", products: set.products.slice(0, set.count), count: set.count }
        : { kind: "many", bits: this.copied(set.bits) }
  }

  keep(word: SegmentWord): void {
    const { set } = this
    if (set.kind === "few") {
      word.ask(set.count)
      if (word.held?.kind === "few") keepListed(set, word.held)
      else keepFew(set, (product) => word.matches(product))
      return
    }
    const count = this.keepIn(set.bits, word.set)
    if (count > this.fewMax) return
    this.set = asList(set.bits, count)
    this.pool.giveBack(set.bits)
  }

  dropDeleted(): void {
    const { segment, set } = this
    if (segment.deleted === null) return
    if (set.kind === "many") dropBits(set.bits, segment.deleted)
    else keepFew(set, (product) => !segment.isDeleted(product))
  }

  dropExcluded(shown: SegmentWord, denied: SegmentWord): void {
    const { set } = this
    if (set.kind === "few") {
      shown.ask(set.count)
      denied.ask(set.count)
      keepFew(set, (product) => !shown.matches(product) || denied.matches(product))
      return
    }
    const bits = this.bitsOf(shown.set)
    this.dropIn(bits, denied.set)
    dropBits(set.bits, bits)
    this.pool.giveBack(bits)
  }

  /** Drops what matches all of the words. */
  dropAll(words: ReadonlyArray<SegmentWord>): void {
    const { set } = this
    if (set.kind === "few") {
      for (const word of words) word.ask(set.count)
      keepFew(set, (product) => !matchesAll(words, product))
      return
    }
    const [first, ...others] = words
    if (first === undefined) return
    const bits = this.bitsOf(first.set)
    for (const other of others) this.keepIn(bits, other.set)
    dropBits(set.bits, bits)
    this.pool.giveBack(bits)
  }

  private copied(bits: Int32Array): Int32Array {
    const copy = this.pool.take(this.segment.products)
    copy.set(bits)
    return copy
  }

  /** Bits of its own, to be given back. */
  private bitsOf(set: ProductSet): Int32Array {
    if (set.kind === "many") return this.copied(set.bits)
    const bits = this.pool.take(this.segment.products)
    bits.fill(0)
    for (let i = 0; i < set.count; i++) {
      setBit(bits, set.products[i] ?? 0)
    }
    return bits
  }

  /** Answers how many are left. */
  private keepIn(bits: Int32Array, set: ProductSet): number {
    if (set.kind === "many") return keepBits(bits, set.bits)
    const others = this.bitsOf(set)
    const count = keepBits(bits, others)
    this.pool.giveBack(others)
    return count
  }

  private dropIn(bits: Int32Array, set: ProductSet): void {
    if (set.kind === "many") {
      dropBits(bits, set.bits)
      return
    }
    for (let i = 0; i < set.count; i++) {
      clearBit(bits, set.products[i] ?? 0)
    }
  }
}

const keepFew = (set: FewProducts, isKept: (product: number) => boolean): void => {
  const { products } = set
  let kept = 0
  for (let i = 0; i < set.count; i++) {
    const product = products[i] ?? 0
    if (isKept(product)) products[kept++] = product
  }
  set.count = kept
}

const matchesAll = (words: ReadonlyArray<SegmentWord>, product: number): boolean => {
  for (let i = 0; i < words.length; i++) {
    const word = words[i]
    if (word !== undefined && !word.matches(product)) return false
  }
  return true
}
