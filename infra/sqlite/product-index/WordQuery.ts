import { type AnalyzedQuery, type Form, forms, type QueryWord } from "../../../domain/search/AnalyzedQuery.ts"
import { levelsOf, type MatchLevel } from "../../../domain/search/Matching.ts"
import { places, type Tag } from "../../../domain/search/SearchableProduct.ts"
import type { Token } from "../../../domain/text/Analyzer.ts"

/** The words of a field as the index stores them: each as written, and its stem, which is marked. */
export const wordsColumn = (tokens: ReadonlyArray<Token>): string => {
  const words = new Set<string>()
  for (const token of tokens) words.add(token.written).add(markedStem(token.stem))
  return [...words].join(" ")
}

export const tagsColumn = (tags: ReadonlyArray<Tag>): string => tags.map(tagWord).join(" ")

const markedStem = (stem: string): string => `${stem}=`
const tagWord = (tag: Tag): string => `#${tag}`

/** Nothing a caller writes reaches the query language: a word is quoted, and a quote inside it doubled. */
const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`

/** The mark of a stem stands behind it, so the beginnings of words and of stems are one list. */
const termsInForm: Readonly<Record<Form, (terms: ReadonlyArray<string>) => ReadonlyArray<string>>> = {
  written: (terms) => terms.map(quoted),
  inflected: (terms) => terms.map((stem) => quoted(markedStem(stem))),
  prefix: (terms) => terms.map((prefix) => `${quoted(prefix)} *`)
}

/** A word in this form or a better one. What is found as written is found by its stem too, so that need not be said. */
const wordUpTo = (word: QueryWord, form: Form): string => {
  const allowed = forms.slice(0, forms.indexOf(form) + 1)
  const needed = allowed.filter((each) => each !== "written" || !allowed.includes("inflected"))
  return `(${needed.flatMap((each) => termsInForm[each](word[each])).join(" OR ")})`
}

/** Everything that matches at this level or a better one; the last place leaves no column to be excluded. */
const upToLevel = (query: AnalyzedQuery, level: MatchLevel): string => {
  const columns = places.slice(0, places.indexOf(level.place) + 1)
  const filter = columns.length === places.length ? "" : `{${columns.join(" ")}} : `
  return query.words.map((word) => filter + wordUpTo(word, level.form)).join(" AND ")
}

const withTags = (expression: string, tags: ReadonlyArray<Tag>): string =>
  [`(${expression})`, ...tags.map((tag) => quoted(tagWord(tag)))].join(" AND ")

/** One step of the order: what is found at a level, said so that better levels may be found too or not. */
export interface LevelQuery {
  readonly level: MatchLevel
  /** at this level or a better one */
  readonly upTo: string
  /** at this level and no better one */
  readonly only: string
}

/** The queries of a search, in the language of FTS5. The query must have words. */
export interface WordQueries {
  /** whatever matches in any form at any place */
  readonly all: string
  readonly levels: ReadonlyArray<LevelQuery>
  readonly inLanguage: (expression: string) => string
  readonly notInLanguage: (expression: string) => string
}

export const wordQueries = (query: AnalyzedQuery): WordQueries => {
  const levels = levelsOf(query)
  const last = levels.at(-1)
  const language = quoted(tagWord(`lang_${query.language}`))
  return {
    all: last === undefined ? quoted("") : withTags(upToLevel(query, last), query.filters),
    levels: levels.map((level, i) => {
      const upTo = withTags(upToLevel(query, level), query.filters)
      const better = betterLevels(levels, i).map((each) => `(${upToLevel(query, each)})`)
      return { level, upTo, only: better.length === 0 ? upTo : `(${upTo}) NOT (${better.join(" OR ")})` }
    }),
    inLanguage: (expression) => `(${expression}) AND ${language}`,
    notInLanguage: (expression) => `(${expression}) NOT ${language}`
  }
}

/** Levels hold what better ones hold, by form and by place, so the last of the form before and the place before do. */
const betterLevels = (levels: ReadonlyArray<MatchLevel>, i: number): ReadonlyArray<MatchLevel> => {
  const level = levels[i]
  if (level === undefined) return []
  const formBefore = levels.findLast((each) => forms.indexOf(each.form) < forms.indexOf(level.form))
  const placeBefore = levels[i - 1]
  return [
    ...(formBefore === undefined ? [] : [formBefore]),
    ...(placeBefore === undefined || placeBefore.form !== level.form ? [] : [placeBefore])
  ]
}
