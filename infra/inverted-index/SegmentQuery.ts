import type { AnalyzedQuery, QueryTerm, Wanted } from "../../domain/search/AnalyzedQuery.ts"
import { worstField } from "../../domain/search/RankingRules.ts"
import type { Segment } from "./Segment.ts"
import type { SegmentWord } from "./SegmentWord.ts"
import type { WordCache } from "./WordCache.ts"

/** Products that show what is ruled out, unless they deny it. */
interface SegmentExclusion {
  readonly shown: SegmentWord
  readonly denied: SegmentWord
}

/** A query in the words of one segment. */
export interface SegmentQuery {
  /** the one that fewest products match comes first; none: nothing matches */
  readonly words: ReadonlyArray<SegmentWord>
  /** the tags that a product must have */
  readonly filters: ReadonlyArray<SegmentWord>
  readonly exclusions: ReadonlyArray<SegmentExclusion>
  /** what matches all words of one of these is left out */
  readonly without: ReadonlyArray<ReadonlyArray<SegmentWord>>
}

const nothing: SegmentQuery = { words: [], filters: [], exclusions: [], without: [] }

export const segmentQuery = (segment: Segment, query: AnalyzedQuery, cache: WordCache): SegmentQuery => {
  const wordsOf = (wanted: Wanted) => wanted.words.map((word) => cache.word(segment, word, worstField(wanted)))
  const words = wordsOf(query)
  // what no product matches has no need of the rest
  if (words.length === 0 || words.some(isNowhere)) return nothing
  const filters = query.filters.map((tag) => cache.tag(segment, tag))
  if (filters.some(isNowhere)) return nothing
  return {
    words: words.toSorted((a, b) => a.postings - b.postings),
    filters,
    exclusions: query.exclusions.map(({ deniedBy, terms }) => ({
      shown: cache.word(segment, anyOf(terms), "name"),
      denied: cache.word(segment, anyOf(deniedBy), "category")
    })),
    without: query.without.map(wordsOf).filter((stricter) => stricter.length > 0 && !stricter.some(isNowhere))
  }
}

const noTerms: QueryTerm = {
  written: [],
  inflected: [],
  synonym: [],
  foreign: [],
  variant: [],
  prefix: [],
  upTo: null
}

/** The terms as one word, which match wherever it stands. */
const anyOf = (written: ReadonlyArray<string>): QueryTerm => ({ ...noTerms, written })

const isNowhere = ({ lists }: SegmentWord): boolean => lists.length === 0
