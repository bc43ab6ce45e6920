import { type AnalyzedQuery, type Form, forms, type QueryWord } from "../../../domain/search/AnalyzedQuery.ts"
import { levelsOf, type MatchLevel } from "../../../domain/search/Matching.ts"
import { isCodeWord, type Place, places } from "../../../domain/search/SearchableProduct.ts"
import type { SearchQuery } from "../../../domain/search/SearchQuery.ts"
import { completeTrait, curatedTrait, markedStem } from "./StoredProduct.ts"

/** The largest offset and page together. */
export const resultWindow = 10_050

/** After this the server gives up, which is a failure: what it found by then is not the result. */
const timeout = "8s"

type Clause = Readonly<Record<string, unknown>>

const anyOf = (clauses: ReadonlyArray<Clause>): Clause => {
  const [only, ...others] = clauses
  return only !== undefined && others.length === 0 ? only : { bool: { should: clauses, minimum_should_match: 1 } }
}

const allOf = (clauses: ReadonlyArray<Clause>): Clause => {
  const [only, ...others] = clauses
  return only !== undefined && others.length === 0 ? only : { bool: { filter: clauses } }
}

const worth = (boost: number, filter: Clause): Clause => ({ constant_score: { filter, boost } })

const termsIn = (field: string, words: ReadonlyArray<string>): ReadonlyArray<Clause> =>
  [...new Set(words)].map((word) => ({ term: { [field]: { value: word } } }))

/** What is found as written is found by its stem too, and by its beginning: each form includes the better ones. */
const inForm: Readonly<Record<Form, (field: string, word: QueryWord) => ReadonlyArray<Clause>>> = {
  written: (field, word) => termsIn(field, word.written),
  inflected: (field, word) => termsIn(field, word.inflected.map(markedStem)),
  prefix: (field, word) => [
    ...inForm.inflected(field, word),
    ...word.prefix.map((value) => ({ prefix: { [field]: { value } } }))
  ]
}

/** The word stands at this place or a better one. A barcode stands nowhere else, and nothing else stands in its place. */
const standsUpTo = (word: QueryWord, { form, place }: MatchLevel): Clause => {
  const field = `up_to.${place === "code" ? "category" : place}`
  const codes = place === "code" ? termsIn("words.code", word.written.filter(isCodeWord)) : []
  return anyOf([...inForm[form](field, word), ...codes])
}

const atLevel = (query: AnalyzedQuery, level: MatchLevel): Clause =>
  allOf(query.words.map((word) => standsUpTo(word, level)))

/** Steps of the order between two criteria: there are fewer levels than this, and each counts double. */
const levelsMax = forms.length * places.length + 1
const inLanguageWorth = 1
const levelWorth = 2 * inLanguageWorth
const completeWorth = levelWorth * levelsMax
const exactWorth = 2 * completeWorth
const curatedWorth = 2 * exactWorth

/**
 * The criteria of `compareRanks` as one score: constants that are worth more than all later ones together, small whole
 * numbers, which a 32-bit float holds exactly. What is the same for all of a score is left to the sort: the static rank,
 * then the id.
 */
const criteria = (query: AnalyzedQuery): ReadonlyArray<Clause> => {
  const levels = levelsOf(query)
  // the last level is what every result is at
  const above = levels
    .slice(0, -1)
    .map((level, i) => worth(levelWorth * (levels.length - 1 - i), atLevel(query, level)))
  return [
    worth(curatedWorth, { term: { traits: curatedTrait } }),
    ...(query.exactName === null ? [] : [worth(exactWorth, { term: { exact_names: query.exactName } })]),
    worth(completeWorth, { term: { traits: completeTrait } }),
    ...(above.length === 0 ? [] : [{ dis_max: { queries: above, tie_breaker: 0 } }]),
    worth(inLanguageWorth, { term: { tags: `lang_${query.language}` } })
  ]
}

const worstLevel = (query: AnalyzedQuery): MatchLevel => {
  const last: Place = "category"
  return levelsOf(query).at(-1) ?? { form: "written", place: last }
}

/** The request for a page of results; the query must have words. */
export const structuralQuery = (query: AnalyzedQuery, { limit, offset }: SearchQuery): Clause => ({
  query: {
    bool: {
      filter: [atLevel(query, worstLevel(query)), ...query.filters.map((tag) => ({ term: { tags: tag } }))],
      should: criteria(query),
      minimum_should_match: 0
    }
  },
  sort: [{ _score: "desc" }, { rank: "desc" }, { id: "asc" }],
  from: offset,
  size: limit,
  track_total_hits: true,
  _source: ["facts"],
  timeout
})

/** The request for the best product of a barcode: by block, then by id. */
export const barcodeQuery = (barcode: string): Clause => ({
  query: { bool: { filter: [{ term: { barcode } }] } },
  sort: [{ block: "desc" }, { id: "asc" }],
  size: 1,
  _source: ["facts"],
  timeout
})
