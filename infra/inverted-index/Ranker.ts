import { type AnalyzedQuery, matchTypes } from "../../domain/search/AnalyzedQuery.ts"
import { bucketTableOf, fieldValues } from "../../domain/search/BucketFinder.ts"
import type { Language } from "../../domain/language/Language.ts"
import { byLanguage } from "../../domain/language/Languages.ts"
import { bestBucket, buckets, bucketsOf, groupOf, isNamed } from "../../domain/search/RankingRules.ts"
import { plainnessMax } from "../../domain/search/StaticRank.ts"
import { noField, productOf } from "./Posting.ts"
import type { PostingList } from "./PostingList.ts"
import { isCompleteRegion, isCuratedRegion, isRegionOf, regionCount } from "./ProductKey.ts"
import { nextBit } from "./Bits.ts"
import { hasProduct, type ProductSet } from "./ProductSet.ts"
import type { Segment } from "./Segment.ts"
import type { SegmentQuery } from "./SegmentQuery.ts"
import type { SegmentWord } from "./SegmentWord.ts"
import { kinds } from "./TermKey.ts"
import type { TopResults } from "./TopResults.ts"

/** Buckets by match type, field of the worst word and field of the best; and by match type and worst field alone. */
interface BucketTables {
  readonly found: Uint8Array
  /** the best bucket of a product whose worst field is this one or a worse one */
  readonly least: Uint8Array
}

const tablesOf = (isOneWord: boolean): BucketTables => {
  const found = bucketTableOf(isOneWord)
  const least = new Uint8Array(matchTypes.length * fieldValues)
  for (let type = 0; type < matchTypes.length; type++) {
    let best = buckets.length
    for (let worst = fieldValues - 1; worst >= 0; worst--) {
      const at = type * fieldValues + worst
      best = Math.min(best, ...found.subarray(at * fieldValues, (at + 1) * fieldValues))
      least[at] = best
    }
  }
  return { found, least }
}

const [ofOneWord, ofSeveralWords] = [tablesOf(true), tablesOf(false)]

/** How many products of a region have one class. */
const ordersOfClass = plainnessMax + 1

/**
 * What stands above the plainness in the order of results, as one number, the lower, the earlier: curated where it counts,
 * exact, group, complete, bucket, language. This is `compareRanks` of the domain; a property holds the two equal.
 */
const classOf = (bucket: number, region: number, isExact: boolean, language: Language): number => {
  const countsAsCurated = isCuratedRegion(region) && isNamed(bucket)
  const first = (countsAsCurated ? 0 : 2) + (isExact ? 0 : 1)
  const second = (first * 16 + groupOf(bucket)) * 2 + (isCompleteRegion(region) ? 0 : 1)
  return (second * 128 + bucket) * 2 + (isRegionOf(region, language) ? 0 : 1)
}

/** The classes times `ordersOfClass`, by region and bucket, and those of exact names by region. */
interface Classes {
  readonly ofBuckets: Float64Array
  readonly ofExact: Float64Array
}

const classesIn = byLanguage((language): Classes => ({
  ofBuckets: Float64Array.from({ length: regionCount * buckets.length }, (_, i) => {
    const region = Math.floor(i / buckets.length)
    return classOf(i % buckets.length, region, false, language) * ordersOfClass
  }),
  ofExact: Float64Array.from(
    { length: regionCount },
    (_, region) => classOf(bestBucket, region, true, language) * ordersOfClass
  )
}))

/** Puts the products of segments among the first results of a query. */
export class Ranker {
  private readonly query: AnalyzedQuery
  private readonly tables: BucketTables
  private readonly classes: Classes
  /** the best bucket that the query can match in any segment, and in the one that is ranked */
  private readonly bestOfQuery: number
  private best = 0
  /** the first match type by which all words can match in the segment that is ranked */
  private firstType = 0
  /** the worst bucket that brings a product of the region among the first results, from the one looked at onwards */
  private worstBucket = 0
  private readonly worstFields = new Uint8Array(matchTypes.length)
  private readonly bestFields = new Uint8Array(matchTypes.length)
  readonly top: TopResults

  constructor(query: AnalyzedQuery, top: TopResults) {
    this.query = query
    this.top = top
    this.tables = query.words.length === 1 ? ofOneWord : ofSeveralWords
    this.bestOfQuery = Math.min(...bucketsOf(query), buckets.length - 1)
    this.classes = classesIn[query.language]
  }

  /** The products of the set match the query. */
  rank(segment: Segment, parts: SegmentQuery, set: ProductSet): void {
    const exact = this.exactIn(segment)
    this.addExact(segment, exact, set)
    for (const word of parts.words) word.rewind()
    this.firstType = Math.max(0, ...parts.words.map(({ listsUpTo }) => listsUpTo.findIndex((count) => count > 0)))
    this.worstFields.fill(0)
    this.best = Math.max(this.bestOfQuery, this.leastBucket())
    if (set.kind === "few") this.rankFew(segment, parts.words, set.products, set.count, exact)
    else this.rankMany(segment, parts.words, set.bits, exact)
  }

  private exactIn(segment: Segment): ReadonlySet<number> {
    const list = this.query.exactName === null ? null : segment.lists(kinds.name, this.query.exactName)?.named
    return list == null ? none : new Set(productsOf(list))
  }

  private addExact(segment: Segment, exact: ReadonlySet<number>, set: ProductSet): void {
    let region = 0
    for (const product of exact) {
      if (!hasProduct(set, product)) continue
      while ((segment.regions[region + 1] ?? 0) <= product) region++
      this.put(segment, product, (this.classes.ofExact[region] ?? 0) + segment.orderOf(product))
    }
  }

  private rankFew(
    segment: Segment,
    words: ReadonlyArray<SegmentWord>,
    products: Int32Array,
    count: number,
    exact: ReadonlySet<number>
  ): void {
    let region = 0
    this.worstBucket = buckets.length - 1
    for (let i = 0; i < count; i++) {
      const product = products[i] ?? 0
      while ((segment.regions[region + 1] ?? 0) <= product) {
        region++
        this.worstBucket = buckets.length - 1
      }
      this.consider(segment, words, product, region, exact)
    }
  }

  private rankMany(
    segment: Segment,
    words: ReadonlyArray<SegmentWord>,
    bits: Int32Array,
    exact: ReadonlySet<number>
  ): void {
    for (let region = 0; region < regionCount; region++) {
      const end = segment.regions[region + 1] ?? 0
      this.worstBucket = buckets.length - 1
      let product = nextBit(bits, segment.regions[region] ?? 0, end)
      while (product < end && this.consider(segment, words, product, region, exact))
        product = nextBit(bits, product + 1, end)
    }
  }

  /** false: neither this product nor one that follows in the region is among the first results, but for exact ones */
  private consider(
    segment: Segment,
    words: ReadonlyArray<SegmentWord>,
    product: number,
    region: number,
    exact: ReadonlySet<number>
  ): boolean {
    const { ofBuckets } = this.classes
    const classes = region * buckets.length
    const order = segment.orderOf(product)
    const { orderMax } = this.top
    // within a region orders only grow, and the classes of buckets do, too
    while (this.worstBucket >= this.best && (ofBuckets[classes + this.worstBucket] ?? 0) + order > orderMax) {
      this.worstBucket--
    }
    if (this.worstBucket < this.best) return false
    if (exact.has(product)) return true
    const bucket = this.bucketOf(words, product)
    if (bucket <= this.worstBucket) this.put(segment, product, (ofBuckets[classes + bucket] ?? 0) + order)
    return true
  }

  private put(segment: Segment, product: number, order: number): void {
    if (order <= this.top.orderMax) this.top.add({ order, segment, product })
  }

  /** As `bucketFinder` of the domain, for products in ascending order; or one that is worse than `worstBucket`. */
  private bucketOf(words: ReadonlyArray<SegmentWord>, product: number): number {
    const { bestFields, firstType, tables, worstFields } = this
    worstFields.fill(0)
    bestFields.fill(noField)
    for (let i = 0; i < words.length; i++) {
      const word = words[i]
      if (word === undefined) break
      this.takeIn(word, product)
      if (i < words.length - 1 && this.leastBucket() > this.worstBucket) return buckets.length
    }
    let bucket = buckets.length
    for (let type = firstType; type < matchTypes.length; type++) {
      const at = (type * fieldValues + (worstFields[type] ?? noField)) * fieldValues + (bestFields[type] ?? noField)
      bucket = Math.min(bucket, tables.found[at] ?? buckets.length)
    }
    return bucket
  }

  /** The best bucket of a product whose words so far are in the worst fields. */
  private leastBucket(): number {
    const { firstType, tables, worstFields } = this
    let least = buckets.length
    for (let type = firstType; type < matchTypes.length; type++) {
      least = Math.min(least, tables.least[type * fieldValues + (worstFields[type] ?? noField)] ?? buckets.length)
    }
    return least
  }

  private takeIn({ lists, listsUpTo, worst }: SegmentWord, product: number): void {
    const { bestFields, worstFields } = this
    let field: number = noField
    let i = 0
    for (let type = this.firstType; type < matchTypes.length; type++) {
      const end = listsUpTo[type] ?? 0
      for (; i < end; i++) {
        const found = lists[i]?.fieldOf(product) ?? noField
        if (found < field && found <= worst) field = found
      }
      if (field > (worstFields[type] ?? 0)) worstFields[type] = field
      if (field < (bestFields[type] ?? noField)) bestFields[type] = field
    }
  }
}

const none: ReadonlySet<number> = new Set()

const productsOf = (list: PostingList): Int32Array => {
  const postings = new Int32Array(list.count)
  list.readPostings(postings, 0)
  return postings.map(productOf)
}
