import { isCodeTerm, isWordTerm } from "../../domain/language/Terms.ts"
import { keepBits, nextBit } from "./Bits.ts"
import { categoryField, noField } from "./Posting.ts"
import type { PostingList } from "./PostingList.ts"
import type { BitPool } from "./ProductSet.ts"
import type { Segment, TermLists } from "./Segment.ts"
import { soundEnd } from "./SegmentWriter.ts"
import { type KeyKind, keyOf, kinds, textOf } from "./TermKey.ts"

/** Fewer products are looked up one by one. */
const fewMax = 4_096

const countDeleted = (segment: Segment, deleted: Int32Array, list: PostingList, pool: BitPool): number => {
  if (segment.deletedCount > fewMax && list.count > fewMax) {
    const bits = pool.take(segment.products).fill(0)
    list.addTo(bits, categoryField)
    const count = keepBits(bits, deleted)
    pool.giveBack(bits)
    return count
  }
  let count = 0
  for (
    let at = nextBit(deleted, 0, segment.products);
    at < segment.products;
    at = nextBit(deleted, at + 1, segment.products)
  ) {
    if (list.fieldOf(at) !== noField) count++
  }
  list.rewind()
  return count
}

/** How many products that are not deleted the lists have. */
const liveCount = (segment: Segment, { categories, named }: TermLists, pool: BitPool): number => {
  const { deleted } = segment
  let count = 0
  for (const list of [named, categories]) {
    if (list !== null) count += list.count - (deleted === null ? 0 : countDeleted(segment, deleted, list, pool))
  }
  return count
}

/** What terms the products of segments have. */
export class Words {
  private readonly segments: ReadonlyArray<Segment>
  private readonly pool: BitPool

  constructor(segments: ReadonlyArray<Segment>, pool: BitPool) {
    this.segments = segments
    this.pool = pool
  }

  /** How many products carry the term; barcodes are no words. */
  productsWith(term: string): number {
    if (isCodeTerm(term)) return 0
    let count = 0
    for (const segment of this.segments) {
      const lists = segment.lists(kinds.term, term)
      if (lists !== null) count += liveCount(segment, lists, this.pool)
    }
    return count
  }

  /** Has any product a term that begins like this? */
  hasBeginning(beginning: string): boolean {
    return this.segments.some((segment) => {
      for (const { reader } of entriesFrom(segment, kinds.term, beginning)) {
        if (liveCount(segment, segment.readLists(reader), this.pool) > 0) return true
      }
      return false
    })
  }

  /** The words, as written, that have this sound, of those that products have. */
  soundingLike(sound: string): ReadonlyArray<string> {
    const words = new Set<string>()
    for (const segment of this.segments) {
      for (const { key } of entriesFrom(segment, kinds.sound, sound + soundEnd)) {
        words.add(textOf(key).slice(sound.length + soundEnd.length))
      }
    }
    return [...words].filter((word) => this.productsWith(word) > 0)
  }

  /** All words, as written, of a segment, in parts; some of them may be of deleted products only. */
  *wordsOf(segment: Segment, perPart: number): Iterable<ReadonlyArray<string>> {
    let part: Array<string> = []
    for (const { key } of entriesFrom(segment, kinds.term, "")) {
      const text = textOf(key)
      if (isWordTerm(text)) part.push(text)
      if (part.length < perPart) continue
      yield part
      part = []
    }
    yield part
  }
}

/** The entries that begin like this, each at a place of the one cursor. */
const entriesFrom = function* (segment: Segment, kind: KeyKind, beginning: string) {
  const key = keyOf(kind, beginning)
  const cursor = segment.dictionary.from(key)
  if (cursor === null) return
  while (cursor.beginsWith(key)) {
    yield cursor
    if (!cursor.advance()) return
  }
}
