import { fields, type SearchableProduct } from "../../domain/search/SearchableProduct.ts"
import type { ChunkSink } from "./Chunks.ts"
import { fieldBits } from "./PostingBlock.ts"
import { productKey } from "./ProductKey.ts"
import type { SegmentHeader } from "./SegmentHeader.ts"
import { SegmentWriter } from "./SegmentWriter.ts"
import { type KeyKind, keyOf, kinds } from "./TermKey.ts"

interface RunProduct {
  readonly key: number
  readonly number: number
  readonly id: string
  /** where its terms begin and end in `postings` */
  readonly from: number
  readonly end: number
}

/** Postings of a run, so that it takes some 100 MB with its words. */
const runPostingsMax = 2_000_000

const firstSize = 4_096

/** Products in memory, in any order, to be written as one segment: what is indexed at once, or a run of a whole load. */
export class Run {
  private products: Array<RunProduct> = []
  /** the terms by kind, and the number of each */
  private terms: ReadonlyArray<Map<string, number>> = newTerms()
  /** how many postings each term has, by its number */
  private counts: Array<number> = []
  /** of each product its terms and their fields, three bits */
  private postings = new Int32Array(firstSize)
  private length = 0

  get size(): number {
    return this.products.length
  }

  get isFull(): boolean {
    return this.length >= runPostingsMax
  }

  add(product: SearchableProduct, number: number): void {
    const from = this.length
    for (const tag of product.tags) this.note(kinds.tag, tag, 0)
    for (const name of product.exactNames) this.note(kinds.name, name, 0)
    for (let field = 0; field < fields.length; field++) {
      const name = fields[field]
      if (name === undefined) break
      for (const term of product.terms[name]) this.note(kinds.term, term, field)
    }
    this.products.push({ key: productKey(product), number, id: product.id, from, end: this.length })
  }

  private note(kind: KeyKind, text: string, field: number): void {
    const terms = this.terms[kind]
    if (terms === undefined) return
    let term = terms.get(text)
    if (term === undefined) {
      term = this.counts.length
      terms.set(text, term)
      this.counts.push(0)
    }
    this.counts[term] = (this.counts[term] ?? 0) + 1
    if (this.length === this.postings.length) {
      const larger = new Int32Array(2 * this.length)
      larger.set(this.postings)
      this.postings = larger
    }
    this.postings[this.length++] = (term << fieldBits) | field
  }

  /** Writes the segment, and begins anew. */
  write(sink: ChunkSink, segment: number): SegmentHeader {
    const writer = new SegmentWriter(sink, segment)
    const ordered = this.products.sort((a, b) => a.key - b.key || (a.id < b.id ? -1 : Number(a.id > b.id)))
    for (const { id, key, number } of ordered) writer.addProduct(key, number, id)
    const { ends, sorted } = this.byTerm(ordered)
    for (const [kind, terms] of this.terms.entries()) {
      for (const text of [...terms.keys()].sort()) {
        const term = terms.get(text) ?? 0
        const end = ends[term] ?? 0
        const count = this.counts[term] ?? 0
        writer.addEntry(keyOf(kindAt(kind), text), sorted.subarray(end - count, end), count)
      }
    }
    this.products = []
    this.terms = newTerms()
    this.counts = []
    this.length = 0
    return writer.finish()
  }

  /** The postings of each term together, ascending, and where those of each term end. */
  private byTerm(ordered: ReadonlyArray<RunProduct>): { readonly sorted: Int32Array; readonly ends: Int32Array } {
    const ends = new Int32Array(this.counts.length)
    for (let term = 1; term < ends.length; term++) ends[term] = (ends[term - 1] ?? 0) + (this.counts[term - 1] ?? 0)
    const sorted = new Int32Array(this.length)
    for (let product = 0; product < ordered.length; product++) {
      const { end = 0, from = 0 } = ordered[product] ?? {}
      for (let i = from; i < end; i++) {
        const posting = this.postings[i] ?? 0
        const at = ends[posting >>> fieldBits] ?? 0
        sorted[at] = (product << fieldBits) | (posting & 7)
        ends[posting >>> fieldBits] = at + 1
      }
    }
    return { sorted, ends }
  }
}

const termKinds = [kinds.tag, kinds.name, kinds.term] as const
const kindAt = (index: number): KeyKind => termKinds[index] ?? kinds.term

const newTerms = (): ReadonlyArray<Map<string, number>> => termKinds.map(() => new Map<string, number>())
