import { matchTypes, type QueryTerm } from "../../domain/search/AnalyzedQuery.ts"
import { betterField } from "../../domain/search/RankingRules.ts"
import { type Field, fields } from "../../domain/search/SearchableProduct.ts"
import { spellingOf } from "../../domain/language/Terms.ts"
import { listedLengthMax } from "./Beginnings.ts"
import { bitWords } from "./Bits.ts"
import { categoryField, fieldOf, noField, productOf } from "./Posting.ts"
import type { PostingList } from "./PostingList.ts"
import { asList, type BitPool, type FewProducts, hasProduct, type ProductSet } from "./ProductSet.ts"
import type { Segment, TermLists } from "./Segment.ts"
import { keyOf, kinds } from "./TermKey.ts"

/** How sets of products are held; the answers are the same. */
export interface SetSizes {
  /** Up to so many products of a segment are a list, of which each is looked at; more are bits, taken in 32 at a time. */
  readonly fewMax: (segment: Segment) => number
  /** up to so many postings are sorted as they are; more are brought together as bits first */
  readonly sortMax: number
}

/** To look at all bits of a segment takes as long as at so many products. */
export const measuredSizes: SetSizes = {
  fewMax: ({ products }) => Math.max(2_048, products >>> 6),
  sortMax: 1_024
}

/** Where words are found and their sets are held. */
export interface WordSource {
  readonly segment: Segment
  readonly pool: BitPool
  readonly sizes: SetSizes
}

/** To look a product up in the lists takes as long as to bring so many postings together. */
const lookupCost = 8

/** A word of a query in one segment: the lists of all that it may stand as, the better match types first. */
export class SegmentWord {
  readonly segment: Segment
  readonly lists: ReadonlyArray<PostingList>
  /** of each match type, by its index, how many lists it and the better ones have */
  readonly listsUpTo: ReadonlyArray<number>
  /** the worst field in which the word counts, by its index */
  readonly worst: number
  /** at most so many products match the word */
  readonly postings: number
  private readonly source: WordSource
  private products: ProductSet | null = null
  private asked = 0

  constructor(source: WordSource, { lists, listsUpTo, worst }: Pick<SegmentWord, "lists" | "listsUpTo" | "worst">) {
    this.segment = source.segment
    this.source = source
    this.lists = lists
    this.listsUpTo = listsUpTo
    this.worst = worst
    this.postings = lists.reduce((sum, { count }) => sum + count, 0)
  }

  /** What matches the word; to be read only. */
  get set(): ProductSet {
    return (this.products ??= this.isSoonSorted() ? sortedSet(this) : this.setByBits())
  }

  /** A single list is sorted as it is. */
  private isSoonSorted(): boolean {
    const { segment, sizes } = this.source
    return this.postings <= (this.lists.length === 1 ? sizes.fewMax(segment) : sizes.sortMax)
  }

  /** The set, if it is held. */
  get held(): ProductSet | null {
    return this.products
  }

  private setByBits(): ProductSet {
    const { lists, postings, worst } = this
    const { pool, segment, sizes } = this.source
    const isMany = postings > sizes.fewMax(segment)
    const bits = isMany ? new Int32Array(bitWords(segment.products)) : pool.take(segment.products).fill(0)
    for (const list of lists) list.addTo(bits, worst)
    if (isMany) return { kind: "many", bits }
    const set = asList(bits, postings)
    pool.giveBack(bits)
    return set
  }

  /** Bytes that the set takes, where it is held. */
  get weight(): number {
    return Math.min(4 * this.postings, this.segment.products >>> 3)
  }

  /**
   * Does the word match the product? Products are asked for in ascending order after a `rewind`. To look few up is
   * cheaper than to bring the whole set together, unless that is asked for again.
   */
  matches(product: number): boolean {
    if (this.products !== null) return hasProduct(this.products, product)
    const { lists, worst } = this
    for (let i = 0; i < lists.length; i++) if ((lists[i]?.fieldOf(product) ?? noField) <= worst) return true
    return false
  }

  /** To be called before products are looked up from the first one on. */
  rewind(): void {
    for (const list of this.lists) list.rewind()
  }

  /** To be called before so many products are looked up: the set is held once that is cheaper, be it for what comes later. */
  ask(products: number): void {
    this.asked += products
    if (this.products === null && this.asked * lookupCost * this.lists.length >= this.postings) void this.set
    this.rewind()
  }
}

/** Two words with the same key are the same in a segment. */
export const keyOfWord = (word: QueryTerm, worst: Field): string =>
  `${fields.indexOf(betterField(worst, word.upTo))}\n${matchTypes.map((type) => word[type].join(" ")).join("\n")}`

export const segmentWord = (source: WordSource, word: QueryTerm, worst: Field): SegmentWord => {
  const worstField = fields.indexOf(betterField(worst, word.upTo))
  const lists: Array<PostingList> = []
  const take = (found: TermLists | null): void => {
    if (found === null) return
    if (found.named !== null) lists.push(found.named)
    if (found.categories !== null && worstField === categoryField) lists.push(found.categories)
  }
  const listsUpTo = matchTypes.map((type) => {
    const find = type === "prefix" ? takeBeginning : takeTerm
    for (const term of new Set(word[type])) find(source.segment, term, take)
    return lists.length
  })
  return new SegmentWord(source, { lists, listsUpTo, worst: worstField })
}

type Take = (found: TermLists | null) => void

const takeTerm = (segment: Segment, term: string, take: Take): void => take(segment.lists(kinds.term, term))

const takeBeginning = (segment: Segment, beginning: string, take: Take): void => {
  const isListed = beginning.length <= listedLengthMax && spellingOf(beginning) !== null
  const listed = isListed ? segment.lists(kinds.beginning, beginning) : null
  if (listed !== null) return take(listed)
  const key = keyOf(kinds.term, beginning)
  const cursor = segment.dictionary.from(key)
  if (cursor === null) return
  while (cursor.beginsWith(key)) {
    take(segment.readLists(cursor.reader))
    if (!cursor.advance()) break
  }
}

/** A tag that products have, as a word that stands nowhere else. */
export const segmentTag = (source: WordSource, tag: string): SegmentWord => {
  const list = source.segment.lists(kinds.tag, tag)?.named ?? null
  return new SegmentWord(source, { lists: list === null ? [] : [list], listsUpTo: [], worst: 0 })
}

/** All products that the word matches, ascending. */
const sortedSet = ({ lists, postings, worst }: SegmentWord): FewProducts => {
  const products = new Int32Array(postings)
  let end = 0
  for (const list of lists) end = list.readPostings(products, end)
  let count = 0
  for (let i = 0; i < end; i++) {
    const posting = products[i] ?? 0
    if (fieldOf(posting) <= worst) products[count++] = productOf(posting)
  }
  if (lists.length > 1) count = sortedOnce(products.subarray(0, count))
  return { kind: "few", products, count }
}

const sortedOnce = (products: Int32Array): number => {
  products.sort()
  let kept = 0
  for (const product of products) {
    if (kept > 0 && products[kept - 1] === product) continue
    products[kept++] = product
  }
  return kept
}
