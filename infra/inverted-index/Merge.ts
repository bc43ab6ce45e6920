import type { ChunkSink } from "./Chunks.ts"
import type { DictionaryCursor } from "./Dictionary.ts"
import { fieldOf, postingOf, productOf } from "./Posting.ts"
import type { Segment } from "./Segment.ts"
import type { SegmentHeader } from "./SegmentHeader.ts"
import { SegmentWriter } from "./SegmentWriter.ts"
import { keyOf, kinds } from "./TermKey.ts"

/** No product of the new segment: it was deleted. */
const gone = -1
const firstKey = keyOf(kinds.tag, "")

interface Source {
  readonly segment: Segment
  /** the number in the new segment of each of its products */
  readonly numbers: Int32Array
  cursor: DictionaryCursor | null
}

/** Steps between which other work may have its turn. */
const productsPerStep = 2_048
const postingsPerStep = 20_000

/**
 * Makes one segment of several, without what was deleted from them. Each `step` does some milliseconds' work; `true` says
 * that more is to be done. What is deleted from the sources meanwhile has to be deleted from the new segment afterwards,
 * where `numberIn` finds it.
 */
export class Merge {
  private readonly sources: ReadonlyArray<Source>
  private readonly writer: SegmentWriter
  /** of each source the product that comes next, and its key; infinite behind the last */
  private readonly positions: Int32Array
  private readonly keys: Float64Array
  private written = 0
  private isOrdered = false
  private buffer = new Int32Array(1_024)
  private spare = new Int32Array(1_024)
  /** where the postings of each source end in the buffer */
  private runs: Array<number> = []
  private finishing: ReturnType<SegmentWriter["finishing"]> | null = null
  /** once it is done */
  header: SegmentHeader | null = null

  constructor(segments: ReadonlyArray<Segment>, sink: ChunkSink, number: number) {
    this.sources = segments.map((segment) => ({ segment, numbers: new Int32Array(segment.products), cursor: null }))
    this.writer = new SegmentWriter(sink, number)
    this.positions = new Int32Array(segments.length)
    this.keys = Float64Array.from(this.sources, (source, index) => this.nextKey(source, index))
  }

  step(): boolean {
    if (!this.isOrdered) return this.orderProducts()
    if (this.finishing === null) return this.mergeEntries()
    const { done, value } = this.finishing.next()
    if (done === true) this.header = value
    return done !== true
  }

  /** The number in the new segment of a product of a source; negative where it was deleted before. */
  numberIn(source: number, product: number): number {
    return this.sources[source]?.numbers[product] ?? gone
  }

  private orderProducts(): boolean {
    for (let done = 0; done < productsPerStep; done++) {
      const index = this.nextSource()
      const source = this.sources[index]
      if (source === undefined) {
        this.isOrdered = true
        for (const each of this.sources) each.cursor = each.segment.dictionary.from(firstKey)
        return true
      }
      const { numbers, segment } = source
      const product = this.positions[index] ?? 0
      this.writer.addProduct(this.keys[index] ?? 0, segment.numberOf(product), segment.idOf(product))
      numbers[product] = this.written++
      this.positions[index] = product + 1
      this.keys[index] = this.nextKey(source, index)
    }
    return true
  }

  /** The source of the product that comes next; negative behind the last. */
  private nextSource(): number {
    const { keys } = this
    let best = -1
    let least = Number.POSITIVE_INFINITY
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] ?? Number.POSITIVE_INFINITY
      if (key > least || key === Number.POSITIVE_INFINITY) continue
      if (key === least && this.idAt(index) > this.idAt(best)) continue
      best = index
      least = key
    }
    return best
  }

  private idAt(index: number): string {
    return this.sources[index]?.segment.idOf(this.positions[index] ?? 0) ?? ""
  }

  private nextKey({ numbers, segment }: Source, index: number): number {
    let product = this.positions[index] ?? 0
    while (product < segment.products && segment.isDeleted(product)) numbers[product++] = gone
    this.positions[index] = product
    return product < segment.products ? segment.keyOf(product) : Number.POSITIVE_INFINITY
  }

  private mergeEntries(): boolean {
    for (let done = 0; done < postingsPerStep;) {
      const key = this.nextEntryKey()
      if (key === null || (key[0] ?? 0) > kinds.term) {
        this.finishing = this.writer.finishing()
        return true
      }
      done += 20 + this.mergeEntry(key)
    }
    return true
  }

  private nextEntryKey(): Uint8Array | null {
    let least: Uint8Array | null = null
    for (const { cursor } of this.sources) {
      if (cursor !== null && (least === null || cursor.compareTo(least) < 0)) least = cursor.key
    }
    return least
  }

  private mergeEntry(key: Uint8Array): number {
    this.runs = []
    let count = 0
    for (const source of this.sources) {
      const { cursor } = source
      if (cursor === null || cursor.compareTo(key) !== 0) continue
      count = this.takeEntry(source, cursor, count)
      this.runs.push(count)
      if (!cursor.advance()) source.cursor = null
    }
    if (this.runs.length > 1) this.mergeRuns(count)
    // what only deleted products had is no term any more
    if (count > 0) this.writer.addEntry(key, this.buffer, count)
    return count
  }

  /** Appends the postings of the source to the buffer, ascending; answers where they end. */
  private takeEntry({ numbers, segment }: Source, { reader }: DictionaryCursor, from: number): number {
    const { categories, named } = segment.readLists(reader)
    const most = from + (named?.count ?? 0) + (categories?.count ?? 0)
    if (most > this.buffer.length) {
      const larger = new Int32Array(2 * most)
      larger.set(this.buffer.subarray(0, from))
      this.buffer = larger
      this.spare = new Int32Array(2 * most)
    }
    const middle = this.renumber(numbers, from, named === null ? from : named.readPostings(this.buffer, from))
    const end = this.renumber(
      numbers,
      middle,
      categories === null ? middle : categories.readPostings(this.buffer, middle)
    )
    if (middle > from && end > middle) this.mergeTwo(from, middle, end)
    return end
  }

  private renumber(numbers: Int32Array, from: number, end: number): number {
    const { buffer } = this
    let kept = from
    for (let i = from; i < end; i++) {
      const posting = buffer[i] ?? 0
      const number = numbers[productOf(posting)] ?? gone
      if (number !== gone) buffer[kept++] = postingOf(number, fieldOf(posting))
    }
    return kept
  }

  /** Brings the ascending runs of the buffer together, two at a time. */
  private mergeRuns(count: number): void {
    let ends = this.runs
    while (ends.length > 1) {
      const merged: Array<number> = []
      for (let i = 0; i < ends.length; i += 2) {
        const from = i === 0 ? 0 : (ends[i - 1] ?? 0)
        const middle = ends[i] ?? count
        const end = ends[i + 1] ?? middle
        if (end > middle) this.mergeTwo(from, middle, end)
        merged.push(end)
      }
      ends = merged
    }
  }

  private mergeTwo(from: number, middle: number, end: number): void {
    const { buffer, spare } = this
    let a = from
    let b = middle
    for (let i = from; i < end; i++) {
      const first = a < middle ? (buffer[a] ?? 0) : Number.POSITIVE_INFINITY
      const second = b < end ? (buffer[b] ?? 0) : Number.POSITIVE_INFINITY
      if (first < second) {
        spare[i] = first
        a++
      } else {
        spare[i] = second
        b++
      }
    }
    buffer.set(spare.subarray(from, end), from)
  }
}
