import type { AnalyzedQuery, Exclusion, MatchType, QueryTerm, Wanted } from "../../../domain/search/AnalyzedQuery.ts"
import {
  bestBucket,
  betterField,
  type Condition,
  conditionsOf,
  matchTypesUpTo,
  bucketsOf,
  type Bucket,
  buckets,
  groupCount,
  groupOf,
  widestNamed
} from "../../../domain/search/RankingRules.ts"
import type { Field } from "../../../domain/search/SearchableProduct.ts"
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
const termsIn = (path: string, words: ReadonlyArray<string>): ReadonlyArray<Clause> => {
  const [only, ...others] = new Set(words)
  if (only === undefined) return []
  return [others.length === 0 ? { term: { [path]: { value: only } } } : { terms: { [path]: [only, ...others] } }]
}

/** The word in this match type or a better one. */
const inMatchType = (path: string, word: QueryTerm, matchType: MatchType): ReadonlyArray<Clause> => {
  const whole = matchTypesUpTo(matchType).flatMap((each) => (each === "prefix" ? [] : word[each]))
  const beginnings = matchType === "prefix" ? word.prefix : []
  return [...termsIn(path, whole), ...beginnings.map((value) => ({ prefix: { [path]: { value } } }))]
}

/** Which words stand in this field or a better one; those of barcodes stand in a field of their own. */
const documentField = (field: Field): string => `up_to.${field === "code" ? "brand" : field}`

/** The word stands in this field or a better one. */
const standsUpTo = (word: QueryTerm, matchType: MatchType, worst: Field): ReadonlyArray<Clause> => {
  const field = betterField(worst, word.upTo)
  const codes = field === "code" || field === "category" ? termsIn("terms.code", word.written.filter(isCodeTerm)) : []
  return [...inMatchType(documentField(field), word, matchType), ...codes]
}

const meets = (
  words: ReadonlyArray<QueryTerm>,
  { field, matchType, words: which }: Condition
): ReadonlyArray<Clause> => {
  const standing = words.map((word) => standsUpTo(word, matchType, field))
  return which === "each" ? standing.map(anyOf) : [anyOf(standing.flat())]
}

const inBucket = ({ words }: Wanted, bucket: Bucket): Clause =>
  allOf(conditionsOf(bucket).flatMap((condition) => meets(words, condition)))

interface BucketClause {
  readonly index: number
  readonly clause: Clause
}

const hasMatchType = (word: QueryTerm, matchType: MatchType): boolean =>
  matchTypesUpTo(matchType).some((each) => word[each].length > 0)

/** The buckets of the query, best first; the last holds all that matches. */
const bucketsIn = (wanted: Wanted): ReadonlyArray<BucketClause> =>
  bucketsOf(wanted).flatMap((index) => {
    const bucket = buckets[index]
    if (bucket === undefined || !wanted.words.every((word) => hasMatchType(word, bucket.matchType))) return []
    return [{ index, clause: inBucket(wanted, bucket) }]
  })

/**
 * The criteria of `compareRanks` as one score: constants that are worth more than all later ones together, small whole
 * numbers, which a 32-bit float holds exactly. What is the same for all of a score is left to the sort: the static rank,
 * then the id.
 */
const inLanguageWorth = 1
/** Buckets count double, the best of them most, the last one once. */
const bucketWorth = 2 * inLanguageWorth
const completeWorth = bucketWorth * (buckets.length + 2)
/** Groups of buckets, the last one for nothing. */
const groupWorth = 2 * completeWorth
const exactWorth = groupWorth * groupCount
const curatedWorth = 2 * exactWorth

const complete = worth(completeWorth, { term: { traits: completeTrait } })
const curated: Clause = { term: { traits: curatedTrait } }

/**
 * What the query finds, with its score. The best of many clauses counts, each with an upper bound of its own, so once
 * the page is full of better ones the server leaves a whole bucket out, and of the bucket it is at what is incomplete or
 * in another language. That holds as long as nothing of any bucket could still come first: the few that could, curated
 * products and exact names, are found by a clause of their own.
 */
const scored = (query: AnalyzedQuery): Clause => {
  const found = bucketsIn(query)
  const worthOf = (bucket: number, i: number) =>
    bucketWorth * (found.length - i) + groupWorth * (groupCount - 1 - groupOf(bucket))
  const inBuckets = found.map(({ clause, index }, i) => worth(worthOf(index, i), clause))
  const widest = widestNamed(found.map(({ index }) => index))
  const named = found.filter(({ index }) => widest.includes(index)).map(({ clause }) => clause)
  const inLanguage = worth(inLanguageWorth, { term: { tags: `lang_${query.language}` } })
  const exact: ReadonlyArray<Clause> = query.exactName === null ? [] : [{ term: { exact_names: query.exactName } }]
  const distinguished: Clause = {
    bool: {
      // every result is at the last bucket; asked for here, so that only results are looked for at all found
      filter: [anyOf([curated, ...exact]), ...found.slice(-1).map(({ clause }) => clause)],
      // a whole name is at the best bucket
      must: [bestOf([...exact.map((name) => worth(worthOf(bestBucket, -1), name)), ...inBuckets])],
      // what merely mentions the food ranks as if it were not curated
      should: [
        worth(curatedWorth, allOf([curated, anyOf([...named, ...exact])])),
        ...exact.map((name) => worth(exactWorth, name)),
        complete,
        inLanguage
      ]
    }
  }
  const others = inBuckets.map((bucket) => ({ bool: { must: [bucket], should: [complete, inLanguage] } }))
  return bestOf([distinguished, ...others])
}

/** What shows a food that is ruled out. */
const excluded = ({ deniedBy, terms }: Exclusion): Clause => ({
  bool: { filter: termsIn(documentField("name"), terms), must_not: termsIn(documentField("category"), deniedBy) }
})

/** Whatever matches these words. */
const allFound = (wanted: Wanted): ReadonlyArray<Clause> =>
  bucketsIn(wanted)
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
  query: { term: { [documentField("category")]: { value: term } } },
  size: 0,
  track_total_hits: true,
  timeout
})

/** The request for so many of the products with the barcode, in the order of `BarcodePrecedence.ts`. */
export const barcodeRequest = (barcode: string, size: number, path: "facts" | "id"): Clause => ({
  query: { bool: { filter: [{ term: { barcode } }] } },
  sort: [{ barcode_precedence: "desc" }, { id: "asc" }],
  size,
  _source: [path],
  timeout
})
