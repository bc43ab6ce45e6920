import { type AnalyzedQuery, type Form, forms, type QueryWord } from "../../../domain/search/AnalyzedQuery.ts"
import { levelsOf, type MatchLevel } from "../../../domain/search/Matching.ts"
import { type Place, places, type Tag } from "../../../domain/search/SearchableProduct.ts"
import type { Token } from "../../../domain/text/Analyzer.ts"

/** The words of a field as the index stores them: each as written, and its stem, which is marked. */
export const storedWords = (tokens: ReadonlyArray<Token>): ReadonlySet<string> =>
  new Set(tokens.flatMap((token) => [token.written, markedStem(token.stem)]))

export const tagsColumn = (tags: ReadonlyArray<Tag>): string => tags.map(tagWord).join(" ")

const markedStem = (stem: string): string => `${stem}=`
const tagWord = (tag: Tag): string => `#${tag}`

/** Nothing a caller writes reaches the query language: a word is quoted, and a quote inside it doubled. */
const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`

/** The stored words that begin like this, where they are few enough to be named. */
export type ExpandPrefix = (prefix: string) => ReadonlyArray<string> | null

/** The mark of a stem stands behind it, so the beginnings of words and of stems are found alike. */
const termsOf = (word: QueryWord, form: Form, expand: ExpandPrefix): ReadonlyArray<string> => {
  switch (form) {
    case "written":
      return word.written.map(quoted)
    case "inflected":
      return word.inflected.map((stem) => quoted(markedStem(stem)))
    case "prefix":
      return word.prefix.flatMap((prefix) => expand(prefix)?.map(quoted) ?? [`${quoted(prefix)} *`])
  }
}

/** For each form, whatever a word is found by in this form or a better one. */
type WordTerms = Readonly<Record<Form, string>>

const wordTerms = (word: QueryWord, expand: ExpandPrefix): WordTerms => {
  const any = (terms: ReadonlyArray<string>) => `(${[...new Set(terms)].join(" OR ")})`
  // what is found as written is found by its stem too, and by its beginning
  const inflected = termsOf(word, "inflected", expand)
  return {
    written: any(termsOf(word, "written", expand)),
    inflected: any(inflected),
    prefix: any([...inflected, ...termsOf(word, "prefix", expand)])
  }
}

/** Everything that matches at this level or a better one; where every place counts, no column has to be named. */
const upToLevel = (words: ReadonlyArray<WordTerms>, level: MatchLevel, lastPlace: Place): string => {
  const columns = places.slice(0, places.indexOf(level.place) + 1)
  const filter = level.place === lastPlace ? "" : `{${columns.join(" ")}} : `
  return words.map((word) => filter + word[level.form]).join(" AND ")
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

/** The queries of a search, in the language of FTS5. */
export interface WordQueries {
  /** whatever matches in any form at any place */
  readonly all: string
  readonly levels: ReadonlyArray<LevelQuery>
}

/** `query` must have words, because FTS5 has no expression that finds nothing. */
export const wordQueries = (query: AnalyzedQuery, expand: ExpandPrefix): WordQueries => {
  const words = query.words.map((word) => wordTerms(word, expand))
  const levels = levelsOf(query)
  const last = levels.at(-1) ?? { form: "written", place: "code" }
  const upTo = (level: MatchLevel) => upToLevel(words, level, last.place)
  return {
    all: withTags(upTo(last), query.filters),
    levels: levels.map((level, i) => {
      const found = withTags(upTo(level), query.filters)
      const better = betterLevels(levels, i).map((each) => `(${upTo(each)})`)
      return { level, upTo: found, only: better.length === 0 ? found : `(${found}) NOT (${better.join(" OR ")})` }
    })
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
