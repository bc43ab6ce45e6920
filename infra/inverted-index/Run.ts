import type { SearchableProduct } from "../../domain/search/SearchableProduct.ts"
import type { ChunkSink } from "./Chunks.ts"
import { fieldOf, postingOf, productOf } from "./Posting.ts"
import { productKey } from "./ProductKey.ts"
import type { SegmentHeader } from "./SegmentHeader.ts"
import { SegmentWriter } from "./SegmentWriter.ts"
import { type KeyKind, keyOf, kinds } from "./TermKey.ts"
import { type NumberedTerms, TermNumbering } from "./TermNumbering.ts"

interface RunProduct {
  readonly key: number
  readonly number: number
  readonly id: string
  /** where its terms begin and end in `postings` */
  readonly from: number
  readonly end: number
}

const firstSize = 4_096

/** Products in memory, in any order, to be written as one segment: what is indexed at once, or a run of a whole load. */
export class Run {
  private products: Array<RunProduct> = []
  /** of each term, by its number: what it is, and how many postings it has */
  private texts: Array<string> = []
  private kinds: Array<KeyKind> = []
  private counts: Array<number> = []
  /** of each product its terms and their fields, see `NumberedTerms` */
  private postings = new Int32Array(firstSize)
  private length = 0
  private numbering = unlimited()

  get size(): number {
    return this.products.length
  }

  add(product: SearchableProduct, number: number): void {
    this.addNumbered({ key: productKey(product), id: product.id, number }, this.numbering.number(product))
  }

  /** The same for terms that one `TermNumbering` has numbered since the run began. */
  addNumbered(product: Pick<RunProduct, "key" | "id" | "number">, terms: NumberedTerms): void {
    const from = this.length
    for (let i = 0; i < terms.newTexts.length; i++) {
      this.texts.push(terms.newTexts[i] ?? "")
      this.kinds.push(terms.newKinds[i] ?? kinds.term)
      this.counts.push(0)
    }
    this.makeRoom(terms.postings.length)
    for (const posting of terms.postings) {
      const term = termOf(posting)
      this.counts[term] = (this.counts[term] ?? 0) + 1
      this.postings[this.length++] = posting
    }
    this.products.push({ ...product, from, end: this.length })
  }

  private makeRoom(count: number): void {
    if (this.length + count <= this.postings.length) return
    const larger = new Int32Array(2 * (this.length + count))
    larger.set(this.postings)
    this.postings = larger
  }

  /** Writes the segment, and begins anew. */
  write(sink: ChunkSink, segment: number): SegmentHeader {
    const writer = new SegmentWriter(sink, segment)
    const ordered = this.products.sort((a, b) => a.key - b.key || (a.id < b.id ? -1 : Number(a.id > b.id)))
    for (const { id, key, number } of ordered) writer.addProduct(key, number, id)
    const { ends, sorted } = this.byTerm(ordered)
    for (const term of this.inOrder()) {
      const [count, end] = [this.counts[term] ?? 0, ends[term] ?? 0]
      writer.addEntry(this.keyOf(term), sorted.subarray(end - count, end), count)
    }
    this.products = []
    this.texts = []
    this.kinds = []
    this.counts = []
    this.length = 0
    this.numbering = unlimited()
    return writer.finish()
  }

  /** The terms in the order of their keys. */
  private inOrder(): Array<number> {
    const { kinds, texts } = this
    const compareTexts = (a = "", b = "") => (a < b ? -1 : Number(a > b))
    return Array.from(texts.keys()).sort(
      (a, b) => (kinds[a] ?? 0) - (kinds[b] ?? 0) || compareTexts(texts[a], texts[b])
    )
  }

  private keyOf(term: number): Uint8Array {
    return keyOf(this.kinds[term] ?? kinds.term, this.texts[term] ?? "")
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
        const term = termOf(posting)
        const at = ends[term] ?? 0
        sorted[at] = postingOf(product, fieldOf(posting))
        ends[term] = at + 1
      }
    }
    return { sorted, ends }
  }
}

/** Here the number of a term stands in the place of the product. */
const termOf = productOf

/** A run whose caller decides when it is written. */
const unlimited = () => new TermNumbering(Number.POSITIVE_INFINITY)
