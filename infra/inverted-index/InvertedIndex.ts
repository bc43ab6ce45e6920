import type { AnalyzedQuery } from "../../domain/search/AnalyzedQuery.ts"
import type { PageRange } from "../../domain/search/SearchQuery.ts"
import { matchesIn } from "./Matches.ts"
import { namedFieldMax } from "./Posting.ts"
import { type BitPool, countOf, type ProductSet } from "./ProductSet.ts"
import { Ranker } from "./Ranker.ts"
import type { Segment } from "./Segment.ts"
import { segmentQuery, type SegmentQuery } from "./SegmentQuery.ts"
import type { WordCache } from "./WordCache.ts"
import { type Result, TopResults } from "./TopResults.ts"

/** Results of a page in their order, and how many there are in all. */
export interface Found {
  readonly results: ReadonlyArray<Result>
  readonly total: number
}

/** What matches a query in one segment. */
interface Matched {
  readonly segment: Segment
  readonly parts: SegmentQuery
  readonly set: ProductSet
}

interface Held {
  readonly query: AnalyzedQuery
  readonly matched: ReadonlyArray<Matched>
  readonly total: number
}

/** Searches segments that together hold each product once. */
export class InvertedIndex {
  readonly segments: ReadonlyArray<Segment>
  private readonly cache: WordCache
  private readonly pool: BitPool
  /** A query is mostly counted first, with others that it is relaxed to, and then asked for its page. */
  private readonly counted = new WeakMap<AnalyzedQuery, Held>()
  /** the same of the last one whose matches are bits, to be given back */
  private last: Held | null = null

  constructor(segments: ReadonlyArray<Segment>, cache: WordCache, pool: BitPool) {
    this.segments = segments
    this.cache = cache
    this.pool = pool
  }

  /** How many products match, up to `enough` exactly. */
  count(query: AnalyzedQuery, enough: number): number {
    return this.atLeast(query, enough) ?? this.matched(query).total
  }

  search(query: AnalyzedQuery, { limit, offset }: PageRange): Found {
    const { matched, total } = this.matched(query)
    if (offset >= total) return { results: [], total }
    const ranker = new Ranker(query, new TopResults(Math.min(total, offset + limit)))
    for (const { parts, segment, set } of matched) ranker.rank(segment, parts, set)
    return { results: ranker.top.inOrder().slice(offset), total }
  }

  private matched(query: AnalyzedQuery): Held {
    const known = this.last?.query === query ? this.last : this.counted.get(query)
    if (known !== undefined) return known
    const held = this.match(query)
    if (held.matched.every(({ set }) => set.kind === "few")) {
      this.counted.set(query, held)
      return held
    }
    for (const { set } of this.last?.matched ?? []) if (set.kind === "many") this.pool.giveBack(set.bits)
    this.last = held
    return held
  }

  private match(query: AnalyzedQuery): Held {
    let total = 0
    const matched = this.segments.map((segment): Matched => {
      const parts = segmentQuery(segment, query, this.cache)
      const set = matchesIn(segment, parts, { pool: this.pool, sizes: this.cache.sizes })
      total += countOf(set)
      return { segment, parts, set }
    })
    return { query, matched, total }
  }

  /** A number from `enough` on that some list of the only word has by itself; `null` where that cannot be told. */
  private atLeast(query: AnalyzedQuery, enough: number): number | null {
    const { exclusions, filters, without, words } = query
    if (words.length !== 1 || exclusions.length + filters.length + without.length > 0) return null
    for (const segment of this.segments) {
      const [word] = segmentQuery(segment, query, this.cache).words
      // beyond, no product of a list is left out
      if (word === undefined || word.worst < namedFieldMax) continue
      const most = Math.max(...word.lists.map(({ count }) => count)) - segment.deletedCount
      if (most >= enough) return most
    }
    return null
  }
}
