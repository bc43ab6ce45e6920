import type { Token } from "../text/Analyzer.ts"
import { type AnalyzedQuery, type Form, forms, type QueryWord } from "./AnalyzedQuery.ts"
import { isCodeWord, type Place, places, type SearchableProduct } from "./SearchableProduct.ts"

/**
 * How well a product matches: at level (f, p) every word of the query stands in it in form f or better, at place p or
 * better. Levels are compared by form, then by place; a product is at the first level whose condition it meets.
 */
export interface MatchLevel {
  readonly form: Form
  readonly place: Place
}

const inForm: Readonly<Record<Form, (token: Token, terms: ReadonlyArray<string>) => boolean>> = {
  written: (token, terms) => terms.includes(token.written),
  inflected: (token, terms) => terms.includes(token.stem),
  prefix: (token, terms) => terms.some((term) => token.written.startsWith(term) || token.stem.startsWith(term))
}

const stands = (word: QueryWord, product: SearchableProduct, level: MatchLevel): boolean => {
  const formsAllowed = forms.slice(0, forms.indexOf(level.form) + 1)
  const placesAllowed = places.slice(0, places.indexOf(level.place) + 1)
  return placesAllowed.some((place) =>
    product.words[place].some((token) => formsAllowed.some((form) => inForm[form](token, word[form])))
  )
}

/** The places where words of the query can stand: the barcode only for what may be one. */
const placesOf = (query: AnalyzedQuery): ReadonlyArray<Place> =>
  query.words.some((word) => word.written.some(isCodeWord)) ? places : places.filter((place) => place !== "code")

/** The levels a query can be matched at, best first. */
export const levelsOf = (query: AnalyzedQuery): ReadonlyArray<MatchLevel> => {
  const possiblePlaces = placesOf(query)
  return forms
    .filter((form) => query.words.some((word) => word[form].length > 0))
    .flatMap((form) => possiblePlaces.map((place) => ({ form, place })))
}

/** The level at which the product matches the words of the query; `null` when some word is not in it at all. */
export const levelOf = (query: AnalyzedQuery, product: SearchableProduct): MatchLevel | null =>
  levelsOf(query).find((level) => query.words.every((word) => stands(word, product, level))) ?? null

/** Does the product have every tag that the query filters by? */
export const passesFilters = (query: AnalyzedQuery, product: SearchableProduct): boolean =>
  query.filters.every((tag) => product.tags.includes(tag))
