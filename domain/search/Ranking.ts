import type { AnalyzedQuery } from "./AnalyzedQuery.ts"
import { bucketFinder, hasTermUpTo, termLookup } from "./BucketFinder.ts"
import { bestBucket, groupOf, isNamed } from "./RankingRules.ts"
import type { SearchableProduct, TermsByField } from "./SearchableProduct.ts"
import { isCompleteRank, isCuratedRank, plainnessOf } from "./StaticRank.ts"

/** Names the rules of matching and order that products are described by; a change needs a new version, as in `Analyzer`. */
export const rankingVersion = "6"

/** Everything that decides about the position of a matching product in the results, except its id. */
export interface Rank {
  readonly staticRank: number
  /** the query is the whole of one of its names */
  readonly exact: boolean
  /** how well the words match: the index of a bucket in `buckets`; a whole name matches best */
  readonly bucket: number
  /** it has a name in the language that the caller asked for */
  readonly inLanguage: boolean
}

/** Does the product have every tag that the query filters by? */
const passesFilters = (query: AnalyzedQuery, product: SearchableProduct): boolean =>
  query.filters.every((tag) => product.tags.includes(tag))

/** Curated products come first where they are what is asked for, not where they merely mention it. */
export const countsAsCurated = ({ bucket, staticRank }: Pick<Rank, "bucket" | "staticRank">): boolean =>
  isCuratedRank(staticRank) && isNamed(bucket)

const trueFirst = (a: boolean, b: boolean): number => Number(b) - Number(a)

/**
 * Negative when `a` comes first: curated; exact name, then the group of the bucket, from what is the food itself to what
 * only begins like the words; complete nutrition; how well the words match; a name in the asked language; then the
 * static rank. There is no term frequency: in names of three words it is noise.
 */
export const compareRanks = (a: Rank, b: Rank): number =>
  trueFirst(countsAsCurated(a), countsAsCurated(b)) ||
  trueFirst(a.exact, b.exact) ||
  groupOf(a.bucket) - groupOf(b.bucket) ||
  trueFirst(isCompleteRank(a.staticRank), isCompleteRank(b.staticRank)) ||
  a.bucket - b.bucket ||
  trueFirst(a.inLanguage, b.inLanguage) ||
  plainnessOf(b.staticRank) - plainnessOf(a.staticRank)

/** The last criterion, so that pages are stable: by code unit of the product's id. */
export const compareIds = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const isExcluded = ({ exclusions, without }: AnalyzedQuery, terms: TermsByField): boolean =>
  exclusions.some(
    (exclusion) => hasTermUpTo(terms, exclusion.terms, "name") && !hasTermUpTo(terms, exclusion.deniedBy, "category")
  ) || without.some((stricter) => bucketFinder(stricter, termLookup)(terms) !== null)

/** The rank of a product in the results of a query; `null` when it is not among them. */
export const rankOf = (query: AnalyzedQuery, product: SearchableProduct): Rank | null => {
  if (!passesFilters(query, product)) return null
  const bucket = bucketFinder(query, termLookup)(product.terms)
  if (bucket === null || isExcluded(query, product.terms)) return null
  const exact = query.exactName !== null && product.exactNames.includes(query.exactName)
  return {
    staticRank: product.staticRank,
    exact,
    bucket: exact ? bestBucket : bucket,
    inLanguage: product.tags.includes(`lang_${query.language}`)
  }
}
