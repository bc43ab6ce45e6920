import type { AnalyzedQuery, Exclusion, Form, QueryWord, Wanted } from "../../../domain/search/AnalyzedQuery.ts"
import {
  bestLevel,
  formsUpTo,
  levelsOf,
  type MatchLevel,
  matchLevels,
  tierCount,
  tierOf,
  widestNamed
} from "../../../domain/search/Matching.ts"
import type { Place } from "../../../domain/search/SearchableProduct.ts"
import type { PageRange } from "../../../domain/search/SearchQuery.ts"
import { isCodeTerm } from "../../../domain/language/Terms.ts"
import { completeTrait, curatedTrait } from "./StoredProduct.ts"

/** The largest offset and page together. */
export const resultWindow = 10_050

/** After this the server gives up, which is a failure: what it found by then is not the result. */
const timeout = "8s"

type Clause = Readonly<Record<string, unknown>>

const anyOf = (clauses: ReadonlyArray<Clause>): Clause => {
  const [only, ...others] = clauses
  // an empty `should` finds everything
  if (only === undefined) return { match_none: {} }
  return others.length === 0 ? only : { bool: { should: clauses, minimum_should_match: 1 } }
}

const allOf = (clauses: ReadonlyArray<Clause>): Clause => {
  const [only, ...others] = clauses
  return only !== undefined && others.length === 0 ? only : { bool: { filter: clauses } }
}

const bestOf = (queries: ReadonlyArray<Clause>): Clause => ({ dis_max: { queries, tie_breaker: 0 } })

const worth = (boost: number, filter: Clause): Clause => ({ constant_score: { filter, boost } })

/** One clause for all of the words: a request may have 1,024, and the server looks the words up in one go. */
const termsIn = (field: string, words: ReadonlyArray<string>): ReadonlyArray<Clause> => {
  const [only, ...others] = new Set(words)
  if (only === undefined) return []
  return [others.length === 0 ? { term: { [field]: { value: only } } } : { terms: { [field]: [only, ...others] } }]
}

/** The word in this form or a better one. */
const inForm = (field: string, word: QueryWord, form: Form): ReadonlyArray<Clause> => {
  const whole = formsUpTo(form).flatMap((each) => (each === "prefix" ? [] : word[each]))
  const beginnings = form === "prefix" ? word.prefix : []
  return [...termsIn(field, whole), ...beginnings.map((value) => ({ prefix: { [field]: { value } } }))]
}

/** Which words stand at this place or a better one; those of barcodes stand in a field of their own. */
const fieldOf = (place: Place): string => `up_to.${place === "code" ? "brand" : place}`

/** The word stands at this place or a better one. */
const standsUpTo = (word: QueryWord, form: Form, place: Place): ReadonlyArray<Clause> => {
  const codes = place === "code" || place === "category" ? termsIn("terms.code", word.written.filter(isCodeTerm)) : []
  return [...inForm(fieldOf(place), word, form), ...codes]
}

const atLevel = ({ words }: Wanted, { form, isAbout, place }: MatchLevel): Clause =>
  allOf([
    ...words.map((word) => anyOf(standsUpTo(word, form, place))),
    ...(isAbout ? [anyOf(words.flatMap((word) => standsUpTo(word, form, "dish")))] : [])
  ])

interface Level {
  readonly index: number
  readonly clause: Clause
}

const hasForm = (word: QueryWord, form: Form): boolean => formsUpTo(form).some((each) => word[each].length > 0)

/** The levels of the query, best first; the last holds all that matches. */
const levelsIn = (wanted: Wanted): ReadonlyArray<Level> =>
  levelsOf(wanted).flatMap((index) => {
    const level = matchLevels[index]
    if (level === undefined || !wanted.words.every((word) => hasForm(word, level.form))) return []
    return [{ index, clause: atLevel(wanted, level) }]
  })

/**
 * The criteria of `compareRanks` as one score: constants that are worth more than all later ones together, small whole
 * numbers, which a 32-bit float holds exactly. What is the same for all of a score is left to the sort: the static rank,
 * then the id.
 */
const inLanguageWorth = 1
/** Levels count double, the best of them most, the last one once. */
const levelWorth = 2 * inLanguageWorth
const completeWorth = levelWorth * (matchLevels.length + 2)
/** Groups of levels, the last one for nothing. */
const tierWorth = 2 * completeWorth
const exactWorth = tierWorth * tierCount
const curatedWorth = 2 * exactWorth

const complete = worth(completeWorth, { term: { traits: completeTrait } })
const curated: Clause = { term: { traits: curatedTrait } }

/**
 * What the query finds, with its score. The best of many clauses counts, each with an upper bound of its own, so once
 * the page is full of better ones the server leaves a whole level out, and of the level it is at what is incomplete or
 * in another language. That holds as long as nothing of any level could still come first: the few that could, curated
 * products and exact names, are found by a clause of their own.
 */
const scored = (query: AnalyzedQuery): Clause => {
  const levels = levelsIn(query)
  const worthOf = (level: number, i: number) =>
    levelWorth * (levels.length - i) + tierWorth * (tierCount - 1 - tierOf(level))
  const atLevels = levels.map(({ clause, index }, i) => worth(worthOf(index, i), clause))
  const widest = widestNamed(levels.map(({ index }) => index))
  const named = levels.filter(({ index }) => widest.includes(index)).map(({ clause }) => clause)
  const inLanguage = worth(inLanguageWorth, { term: { tags: `lang_${query.language}` } })
  const exact: ReadonlyArray<Clause> = query.exactName === null ? [] : [{ term: { exact_names: query.exactName } }]
  const distinguished: Clause = {
    bool: {
      // every result is at the last level; asked for here, so that only results are looked for at all levels
      filter: [anyOf([curated, ...exact]), ...levels.slice(-1).map(({ clause }) => clause)],
      // a whole name is at the best level
      must: [bestOf([...exact.map((name) => worth(worthOf(bestLevel, -1), name)), ...atLevels])],
      // what merely mentions the food ranks as if it were not curated
      should: [
        worth(curatedWorth, allOf([curated, anyOf([...named, ...exact])])),
        ...exact.map((name) => worth(exactWorth, name)),
        complete,
        inLanguage
      ]
    }
  }
  const others = atLevels.map((level) => ({ bool: { must: [level], should: [complete, inLanguage] } }))
  return bestOf([distinguished, ...others])
}

/** What shows a food that is ruled out. */
const excluded = ({ deniedBy, terms }: Exclusion): Clause => ({
  bool: { filter: termsIn(fieldOf("name"), terms), must_not: termsIn(fieldOf("category"), deniedBy) }
})

/** Whatever matches these words. */
const allFound = (wanted: Wanted): ReadonlyArray<Clause> =>
  levelsIn(wanted)
    .slice(-1)
    .map(({ clause }) => clause)

/** The tags that a product must have, and what leaves it out. */
const filtersOf = ({ exclusions, filters, without }: AnalyzedQuery) => ({
  filter: filters.map((tag) => ({ term: { tags: tag } })),
  must_not: [...exclusions.map(excluded), ...without.flatMap(allFound)]
})

/** The request for a page of results; the query must have words. */
export const pageRequest = (query: AnalyzedQuery, { limit, offset }: PageRange): Clause => ({
  query: { bool: { ...filtersOf(query), must: [scored(query)] } },
  sort: [{ _score: "desc" }, { plainness: "desc" }, { id: "asc" }],
  from: offset,
  size: limit,
  // counting means looking at every result, which the page does without
  track_total_hits: false,
  _source: ["facts"],
  timeout
})

const matching = (query: AnalyzedQuery): Clause => ({ bool: { ...filtersOf(query), must: allFound(query) } })

/** The request for the number of results, which the server remembers until the index changes. */
export const countRequest = (query: AnalyzedQuery): Clause => ({
  query: matching(query),
  size: 0,
  track_total_hits: true,
  timeout
})

/** The request for all results, as many as the server gives, in no order. */
export const everyRequest = (query: AnalyzedQuery): Clause => ({
  query: matching(query),
  size: resultWindow,
  track_total_hits: true,
  _source: ["facts"],
  timeout
})

/** The request for the number of products that carry a term, barcodes aside. */
export const termRequest = (term: string): Clause => ({
  query: { term: { [fieldOf("category")]: { value: term } } },
  size: 0,
  track_total_hits: true,
  timeout
})

/** The request for so many of the products with the barcode, in the order of `BarcodePrecedence.ts`. */
export const barcodeRequest = (barcode: string, size: number, field: "facts" | "id"): Clause => ({
  query: { bool: { filter: [{ term: { barcode } }] } },
  sort: [{ barcode_precedence: "desc" }, { id: "asc" }],
  size,
  _source: [field],
  timeout
})
