import type { Language } from "../../domain/language/Language.ts"
import { Language as Languages } from "../../domain/language/Language.ts"
import type { SearchableProduct } from "../../domain/search/SearchableProduct.ts"
import {
  isCompleteRank,
  isCuratedRank,
  plainnessBits,
  plainnessMax,
  plainnessOf
} from "../../domain/search/StaticRank.ts"

// The products of a segment are numbered in the order of curated, complete, languages, plainness and id. The languages are no
// rank, but the order asks for those with a name in one language first, and so they are told by a range of numbers: a region.
// Within a region what comes first in the order of results comes first, as far as it does not depend on the words.

const languageCount = Languages.literals.length
const languageSets = 2 ** languageCount

/** Ranges of products of one kind. */
export const regionCount = 4 * languageSets
const plainnesses = 2 ** plainnessBits

/** Region and plainness of a product: the lower, the earlier. 28 bits. */
export const productKey = ({ staticRank, tags }: SearchableProduct): number => {
  const group = (isCuratedRank(staticRank) ? 0 : 2) + (isCompleteRank(staticRank) ? 0 : 1)
  const languages = Languages.literals.reduce(
    (set, language, i) => set | (tags.includes(`lang_${language}`) ? 1 << i : 0),
    0
  )
  return (group * languageSets + languages) * plainnesses + plainnessMax - plainnessOf(staticRank)
}

export const keyIn = (region: number, order: number): number => region * plainnesses + order
export const regionOf = (key: number): number => Math.floor(key / plainnesses)
/** The plainness turned round: the lower, the earlier. */
export const orderInRegion = (key: number): number => key % plainnesses

export const isCuratedRegion = (region: number): boolean => region < 2 * languageSets
export const isCompleteRegion = (region: number): boolean => Math.floor(region / languageSets) % 2 === 0
export const isRegionOf = (region: number, language: Language): boolean =>
  (((region % languageSets) >>> Languages.literals.indexOf(language)) & 1) === 1
