import type { AnalyzedQuery, Exclusion, MatchType, QueryTerm, Wanted } from "../../../domain/search/AnalyzedQuery.ts"
import {
  betterField,
  type Bucket,
  buckets,
  bucketsOf,
  type Condition,
  conditionsOf,
  fieldsUpTo,
  matchTypesUpTo,
  worstField
} from "../../../domain/search/RankingRules.ts"
import type { Field, Tag } from "../../../domain/search/SearchableProduct.ts"
import { isCodeTerm } from "../../../domain/language/Terms.ts"
import { beginningWord, categoryMark, headMark, listedBeginningLengthMax, subjectMark, tagWord } from "./WordColumns.ts"

/** Nothing a caller writes reaches the query language: a term is quoted, and a quote inside it doubled. */
const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`

const isListed = (beginning: string): boolean => beginning.length <= listedBeginningLengthMax

/** All that begins like this: a list of its own, or as many lists as there are such words. */
const begun = (mark: string, beginning: string): string =>
  isListed(beginning) ? quoted(mark + beginningWord(beginning)) : `${quoted(mark + beginning)} *`

const anyOf = (terms: ReadonlyArray<string>): string => `(${[...new Set(terms)].join(" OR ")})`

/** The terms that begin like this, where they are few enough to be named. */
export type ExpandPrefix = (prefix: string) => ReadonlyArray<string> | null

/** The words of a query with the beginnings resolved as far as that is worth it. */
interface Word {
  readonly terms: Readonly<Record<MatchType, ReadonlyArray<string>>>
  /** beginnings of too many terms to be named */
  readonly beginnings: ReadonlyArray<string>
  readonly upTo: QueryTerm["upTo"]
}

const expanded = (word: QueryTerm, expand: ExpandPrefix): Word => {
  const named: Array<string> = []
  const beginnings: Array<string> = []
  for (const prefix of word.prefix) {
    const terms = expand(prefix)
    if (terms === null) beginnings.push(prefix)
    else named.push(...terms)
  }
  return { terms: { ...word, prefix: named }, beginnings, upTo: word.upTo }
}

const termsUpTo = ({ terms }: Word, matchType: MatchType): ReadonlyArray<string> =>
  matchTypesUpTo(matchType).flatMap((each) => terms[each])

const beginningsOf = (word: Word, matchType: MatchType): ReadonlyArray<string> =>
  matchType === "prefix" ? word.beginnings : []

/** Can the word stand in this match type or a better one? */
const hasMatchType = (word: Word, matchType: MatchType): boolean =>
  termsUpTo(word, matchType).length + beginningsOf(word, matchType).length > 0

/** The word, which has to have such a match type, in this match type or a better one, in this field or a better one. */
const standsUpTo = (word: Word, matchType: MatchType, worst: Field): string => {
  const field = betterField(worst, word.upTo)
  const terms = termsUpTo(word, matchType)
  const beginnings = beginningsOf(word, matchType)
  const found = (mark: string) =>
    anyOf([...terms.map((term) => quoted(mark + term)), ...beginnings.map((each) => begun(mark, each))])
  const inColumns = `{${fieldsUpTo(field).join(" ")}} : ${found("")}`
  switch (field) {
    // lists of their own are shorter, but know no beginnings
    case "subject":
      return beginnings.length === 0 ? found(subjectMark) : inColumns
    case "head":
      return beginnings.length === 0 ? found(headMark) : inColumns
    case "dish":
    case "phrase":
    case "name":
      return inColumns
    // without their marks terms stand in no other field than a name, a brand or a code
    case "brand":
      return terms.some(isCodeTerm) ? inColumns : found("")
    case "code":
      return found("")
    case "category":
      return `(${found("")} OR ${found(categoryMark)})`
  }
}

const meets = (words: ReadonlyArray<Word>, { field, matchType, words: which }: Condition): string => {
  const each = words.map((word) => standsUpTo(word, matchType, field))
  return which === "each" ? each.join(" AND ") : `(${each.join(" OR ")})`
}

// the condition that fewer meet comes first: FTS5 reads the lists in this order
const inBucket = (words: ReadonlyArray<Word>, bucket: Bucket): string =>
  conditionsOf(bucket)
    .toReversed()
    .map((condition) => meets(words, condition))
    .join(" AND ")

/** One step of the order: what is found in this bucket or a better one. */
export interface BucketQuery {
  /** the index of the bucket in `buckets` */
  readonly bucket: number
  /** worked out when it is needed: most searches are over after a few buckets */
  readonly expression: () => string
}

/** One word of a query, or what it rules out. */
export interface QueryPart {
  /** equal for equal parts, and short */
  readonly key: string
  /** worked out when it is needed: mostly it is remembered what the part finds */
  readonly expression: () => string
}

/** A query in parts, which other queries have as well. */
export interface QueryParts {
  /** it finds what all of these find */
  readonly each: ReadonlyArray<QueryPart>
  /** but not what all parts of one of these find */
  readonly leftOut: ReadonlyArray<ReadonlyArray<QueryPart>>
}

/** The queries of a search, in the language of FTS5. */
export interface WordQueries {
  /** whatever matches in any match type in any field */
  readonly all: () => string
  /** the same */
  readonly parts: QueryParts
  readonly wordCount: number
  /** whose lists are read for that, but those of beginnings of too many terms to be named */
  readonly terms: ReadonlyArray<string>
  /** Has the index lists for all that the words may begin, which are not too many? */
  readonly listsAll: boolean
  /** the words of the index whose lists hold what begins like this */
  readonly listsOf: (beginning: string) => ReadonlyArray<string>
  /** worked out when the index is walked, which few searches need */
  readonly buckets: () => ReadonlyArray<BucketQuery>
}

/** What shows a food that is ruled out. */
const excluded = ({ deniedBy, terms }: Exclusion): QueryPart => ({
  key: keyOf("shown", terms, deniedBy),
  expression: () => {
    const shown = `{${fieldsUpTo("name").join(" ")}} : ${anyOf(terms.map(quoted))}`
    return deniedBy.length === 0 ? `(${shown})` : `((${shown}) NOT ${anyOf(deniedBy.map(quoted))})`
  }
})

/** No term holds a blank or a line end. */
const keyOf = (what: string, terms: ReadonlyArray<string>, others: ReadonlyArray<string>): string =>
  `${what}\n${terms.join(" ")}\n${others.join(" ")}`

/** The word in any match type. */
const wholeWord = (word: Word, worst: Field): QueryPart => ({
  key: keyOf(betterField(worst, word.upTo), termsUpTo(word, "prefix"), word.beginnings),
  expression: () => standsUpTo(word, "prefix", worst)
})

const filtered = (tag: Tag): QueryPart => {
  const expression = quoted(tagWord(tag))
  return { key: expression, expression: () => expression }
}

/** What finds whatever matches these words; nothing where that cannot be said, which is where nothing matches. */
const allFound = (wanted: Wanted, expand: ExpandPrefix): ReadonlyArray<ReadonlyArray<QueryPart>> => {
  const found = wanted.words.map((word) => expanded(word, expand))
  return found.length > 0 && found.every((word) => hasMatchType(word, "prefix"))
    ? [found.map((word) => wholeWord(word, worstField(wanted)))]
    : []
}

const together = (parts: ReadonlyArray<QueryPart>): string => parts.map(({ expression }) => expression()).join(" AND ")

const once = (make: () => string): (() => string) => {
  let made: string | null = null
  return () => (made ??= make())
}

/** `null` when nothing can match, because FTS5 has no expression that finds nothing. */
export const wordQueries = (query: AnalyzedQuery, expand: ExpandPrefix): WordQueries | null => {
  const beginnings = query.words.flatMap((word) => word.prefix)
  const expansions = new Map(beginnings.map((beginning) => [beginning, expand(beginning)]))
  const words = query.words.map((word) => expanded(word, (beginning) => expansions.get(beginning) ?? null))
  if (words.length === 0 || !words.every((word) => hasMatchType(word, "prefix"))) return null
  const each = words.map((word) => wholeWord(word, worstField(query)))
  const tags = query.filters.map(filtered)
  const leftOut = [
    ...query.exclusions.map((exclusion) => [excluded(exclusion)]),
    ...query.without.flatMap((wanted) => allFound(wanted, expand))
  ]
  const passing = (expression: string) =>
    leftOut.reduce(
      (found, left) => `(${found}) NOT (${together(left)})`,
      [`(${expression})`, ...tags.map((tag) => tag.expression())].join(" AND ")
    )
  return {
    all: once(() => passing(together(each))),
    parts: { each: [...each, ...tags], leftOut },
    wordCount: words.length,
    terms: words.flatMap((word) => termsUpTo(word, "prefix")),
    listsAll: beginnings.every((beginning) => isListed(beginning) || expansions.get(beginning) !== null),
    listsOf: (beginning) => expansions.get(beginning) ?? [beginningWord(beginning)],
    buckets: () =>
      bucketsOf(query).flatMap((i) => {
        const bucket = buckets[i]
        return bucket === undefined || !words.every((word) => hasMatchType(word, bucket.matchType))
          ? []
          : [{ bucket: i, expression: () => passing(inBucket(words, bucket)) }]
      })
  }
}
