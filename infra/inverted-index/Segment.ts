import { type ChunkBudget, ChunkStream } from "./ChunkCache.ts"
import type { ByteReader } from "./ByteReader.ts"
import type { ChunkSource, StreamName } from "./Chunks.ts"
import { Dictionary, readFirstKeys } from "./Dictionary.ts"
import { bitCount, hasBit } from "./Bits.ts"
import { PostingList } from "./PostingList.ts"
import { wordAt } from "./PostingWords.ts"
import { idAt } from "./ProductIds.ts"
import { keyIn, regionCount } from "./ProductKey.ts"
import { readHeader } from "./SegmentHeader.ts"
import { type KeyKind, keyOf } from "./TermKey.ts"

/** The lists of a key: of products that have it in a name, a brand or as a code, and of those that have it in a category only. */
export interface TermLists {
  readonly named: PostingList | null
  readonly categories: PostingList | null
}

/** What is held of a segment that never changes. */
interface SegmentFiles {
  readonly number: number
  readonly products: number
  readonly regions: Int32Array
  readonly dictionary: Dictionary
  readonly postings: ChunkStream
  readonly plainness: ChunkStream
  readonly numbers: ChunkStream
  readonly ids: ChunkStream
}

export const openSegment = (
  source: ChunkSource,
  budget: ChunkBudget,
  number: number,
  deleted: Int32Array | null
): Segment => {
  const stream = (name: StreamName) => new ChunkStream(source, budget, number, name)
  const { dictionaryChunks, dictionaryIndexBytes, products, regions } = readHeader(source, number)
  const firstKeys = readFirstKeys(stream("dictionaryIndex"), dictionaryIndexBytes, dictionaryChunks)
  const files: SegmentFiles = {
    number,
    products,
    regions,
    dictionary: new Dictionary(stream("dictionary"), firstKeys),
    postings: stream("postings"),
    plainness: stream("plainness"),
    numbers: stream("numbers"),
    ids: stream("ids")
  }
  return new Segment(files, deleted)
}

/** One segment for reading. It never changes; another one of the same files says which products were deleted since. */
export class Segment {
  readonly number: number
  readonly products: number
  readonly regions: Int32Array
  readonly dictionary: Dictionary
  /** a bit for each product; `null`: none is deleted */
  readonly deleted: Int32Array | null
  readonly deletedCount: number
  private readonly files: SegmentFiles

  constructor(files: SegmentFiles, deleted: Int32Array | null) {
    this.number = files.number
    this.products = files.products
    this.regions = files.regions
    this.dictionary = files.dictionary
    this.deleted = deleted
    this.deletedCount = deleted === null ? 0 : bitCount(deleted)
    this.files = files
  }

  withDeleted(deleted: Int32Array | null): Segment {
    return new Segment(this.files, deleted)
  }

  lists(kind: KeyKind, text: string): TermLists | null {
    const value = this.dictionary.find(keyOf(kind, text))
    return value === null ? null : this.readLists(value)
  }

  /** The lists of an entry; the reader stands before its value. */
  readLists(value: ByteReader): TermLists {
    const named = value.varint()
    const categories = value.varint()
    return {
      named: named === 0 ? null : new PostingList(this.files.postings, named, value),
      categories: categories === 0 ? null : new PostingList(this.files.postings, categories, value)
    }
  }

  isDeleted(product: number): boolean {
    return this.deleted !== null && hasBit(this.deleted, product)
  }

  /** See `ProductKey.ts`. */
  keyOf(product: number): number {
    const { regions } = this
    let region = 0
    while (region < regionCount - 1 && (regions[region + 1] ?? 0) <= product) region++
    return keyIn(region, this.orderOf(product))
  }

  /** Where in its region the product stands; equals are in the order of ids. */
  orderOf(product: number): number {
    return wordAt(this.files.plainness, product)
  }

  /** The number that the catalogue knows the product by. */
  numberOf(product: number): number {
    return wordAt(this.files.numbers, product)
  }

  idOf(product: number): string {
    return idAt(this.files.ids, product)
  }
}
