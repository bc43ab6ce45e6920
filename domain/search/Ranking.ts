import type { ProductId } from "../product/ProductId.ts"
import { type AnalyzedQuery, forms } from "./AnalyzedQuery.ts"
import { levelOf, type MatchLevel, passesFilters } from "./Matching.ts"
import { places, type SearchableProduct } from "./SearchableProduct.ts"
import { isCompleteRank, isCuratedRank } from "./StaticRank.ts"

/** Names the rules of matching and order that products are described by; a change needs a new version, as in `Analyzer`. */
export const rankingVersion = "1"

/** Everything that decides about the place of a matching product in the results, except its id. */
export interface Rank {
  readonly staticRank: number
  /** the query is the whole of one of its names */
  readonly exact: boolean
  readonly level: MatchLevel
  /** it has a name in the language that the caller asked for */
  readonly inLanguage: boolean
}

const trueFirst = (a: boolean, b: boolean): number => Number(b) - Number(a)

/**
 * Negative when `a` comes first: curated, exact name, complete nutrition, form of the worst word, place of the worst
 * word, a name in the asked language, then the static rank. There is no term frequency: in names of three words it is
 * noise.
 */
export const compareRanks = (a: Rank, b: Rank): number =>
  trueFirst(isCuratedRank(a.staticRank), isCuratedRank(b.staticRank)) ||
  trueFirst(a.exact, b.exact) ||
  trueFirst(isCompleteRank(a.staticRank), isCompleteRank(b.staticRank)) ||
  forms.indexOf(a.level.form) - forms.indexOf(b.level.form) ||
  places.indexOf(a.level.place) - places.indexOf(b.level.place) ||
  trueFirst(a.inLanguage, b.inLanguage) ||
  b.staticRank - a.staticRank

/** The last criterion, so that pages are stable: by code unit. */
export const compareIds = (a: ProductId, b: ProductId): number => (a < b ? -1 : Number(a > b))

/** The rank of a product in the results of a query; `null` when it is not among them. */
export const rankOf = (query: AnalyzedQuery, product: SearchableProduct): Rank | null => {
  if (query.words.length === 0 || !passesFilters(query, product)) return null
  const level = levelOf(query, product)
  if (level === null) return null
  return {
    staticRank: product.staticRank,
    exact: product.exactNames.some((name) => name.text === query.exactName),
    level,
    inLanguage: product.tags.includes(`lang_${query.language}`)
  }
}
