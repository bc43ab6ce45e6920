import type { AnalyzedQuery, Exclusion, Form, QueryWord, Wanted } from "../../../domain/search/AnalyzedQuery.ts"
import { formsUpTo, levelsOf, type MatchLevel, matchLevels, placesUpTo } from "../../../domain/search/Matching.ts"
import type { Place } from "../../../domain/search/SearchableProduct.ts"
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
  readonly terms: Readonly<Record<Form, ReadonlyArray<string>>>
  /** beginnings of too many terms to be named */
  readonly beginnings: ReadonlyArray<string>
}

const expanded = (word: QueryWord, expand: ExpandPrefix): Word => {
  const named: Array<string> = []
  const beginnings: Array<string> = []
  for (const prefix of word.prefix) {
    const terms = expand(prefix)
    if (terms === null) beginnings.push(prefix)
    else named.push(...terms)
  }
  return { terms: { ...word, prefix: named }, beginnings }
}

const termsUpTo = ({ terms }: Word, form: Form): ReadonlyArray<string> => formsUpTo(form).flatMap((each) => terms[each])

const beginningsOf = (word: Word, form: Form): ReadonlyArray<string> => (form === "prefix" ? word.beginnings : [])

/** Can the word stand in this form or a better one? */
const hasForm = (word: Word, form: Form): boolean => termsUpTo(word, form).length + beginningsOf(word, form).length > 0

/** The word, which has to have such a form, in this form or a better one, at this place or a better one. */
const standsUpTo = (word: Word, form: Form, place: Place): string => {
  const terms = termsUpTo(word, form)
  const beginnings = beginningsOf(word, form)
  const found = (mark: string) =>
    anyOf([...terms.map((term) => quoted(mark + term)), ...beginnings.map((each) => begun(mark, each))])
  const inColumns = `{${placesUpTo(place).join(" ")}} : ${found("")}`
  switch (place) {
    // lists of their own are shorter, but know no beginnings
    case "subject":
      return beginnings.length === 0 ? found(subjectMark) : inColumns
    case "head":
      return beginnings.length === 0 ? found(headMark) : inColumns
    case "dish":
    case "phrase":
    case "name":
      return inColumns
    // without their marks terms stand at no other place than a name, a brand or a code
    case "brand":
      return terms.some(isCodeTerm) ? inColumns : found("")
    case "code":
      return found("")
    case "category":
      return `(${found("")} OR ${found(categoryMark)})`
  }
}

const allOf = (words: ReadonlyArray<Word>, form: Form, place: Place): string =>
  words.map((word) => standsUpTo(word, form, place)).join(" AND ")

const atLevel = (words: ReadonlyArray<Word>, { form, isAbout, place }: MatchLevel): string => {
  const all = allOf(words, form, place)
  return isAbout ? `(${words.map((word) => standsUpTo(word, form, "dish")).join(" OR ")}) AND ${all}` : all
}

/** One step of the order: what is found at this level or a better one. */
export interface LevelQuery {
  /** the index of the level in `matchLevels` */
  readonly level: number
  /** worked out when it is needed: most searches are over after a few levels */
  readonly expression: () => string
}

/** The queries of a search, in the language of FTS5. */
export interface WordQueries {
  /** whatever matches in any form at any place */
  readonly all: string
  readonly wordCount: number
  /** whose lists are read for that, but those of beginnings of too many terms to be named */
  readonly terms: ReadonlyArray<string>
  /** Has the index lists for all that the words may begin, which are not too many? */
  readonly listsAll: boolean
  /** the words of the index whose lists hold what begins like this */
  readonly listsOf: (beginning: string) => ReadonlyArray<string>
  /** worked out when the index is walked, which few searches need */
  readonly levels: () => ReadonlyArray<LevelQuery>
}

/** What shows a food that is ruled out. */
const excluded = ({ deniedBy, terms }: Exclusion): string => {
  const shown = `{${placesUpTo("name").join(" ")}} : ${anyOf(terms.map(quoted))}`
  return deniedBy.length === 0 ? `(${shown})` : `((${shown}) NOT ${anyOf(deniedBy.map(quoted))})`
}

/** Whatever matches these words; nothing where that cannot be said, which is where nothing matches. */
const allFound = ({ withCategories, words }: Wanted, expand: ExpandPrefix): ReadonlyArray<string> => {
  const found = words.map((word) => expanded(word, expand))
  return found.length > 0 && found.every((word) => hasForm(word, "prefix"))
    ? [`(${allOf(found, "prefix", withCategories ? "category" : "code")})`]
    : []
}

/** `null` when nothing can match, because FTS5 has no expression that finds nothing. */
export const wordQueries = (query: AnalyzedQuery, expand: ExpandPrefix): WordQueries | null => {
  const beginnings = query.words.flatMap((word) => word.prefix)
  const expansions = new Map(beginnings.map((beginning) => [beginning, expand(beginning)]))
  const words = query.words.map((word) => expanded(word, (beginning) => expansions.get(beginning) ?? null))
  const tags = query.filters.map((tag) => quoted(tagWord(tag)))
  const leftOut = [...query.exclusions.map(excluded), ...query.without.flatMap((wanted) => allFound(wanted, expand))]
  const passing = (expression: string) =>
    [[`(${expression})`, ...tags].join(" AND "), ...leftOut].reduce((found, left) => `(${found}) NOT ${left}`)
  if (words.length === 0 || !words.every((word) => hasForm(word, "prefix"))) return null
  return {
    all: passing(allOf(words, "prefix", query.withCategories ? "category" : "code")),
    wordCount: words.length,
    terms: words.flatMap((word) => termsUpTo(word, "prefix")),
    listsAll: beginnings.every((beginning) => isListed(beginning) || expansions.get(beginning) !== null),
    listsOf: (beginning) => expansions.get(beginning) ?? [beginningWord(beginning)],
    levels: () =>
      levelsOf(query).flatMap((i) => {
        const level = matchLevels[i]
        return level === undefined || !words.every((word) => hasForm(word, level.form))
          ? []
          : [{ level: i, expression: () => passing(atLevel(words, level)) }]
      })
  }
}
