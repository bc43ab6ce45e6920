import { irregularStems } from "./IrregularForms.ts"
import type { Stem } from "./Snowball.ts"

/**
 * Light stemming after light10 (Larkey, Ballesteros and Connell, "Light Stemming for Arabic Information Retrieval",
 * 2007): the article with its prefixes, the conjunction, and the common endings. Words are normalised already. Applied
 * until nothing changes, so that a word and the same word behind an article always meet, also when the word itself
 * happens to begin or end like one (كالسيوم, بالكالسيوم).
 */
const articles = ["وبال", "وال", "بال", "كال", "فال", "ولل", "لل", "ال"] as const
const endings = ["ها", "ان", "ات", "ون", "ين", "يه", "ه", "ي"] as const

const lettersLeftMin = 3

const conjunction = "و"
const beginnings = [...articles, conjunction]

const article = "ال"
/** what may stand before the article, or before a word that begins with its letters */
const prefixes = ["و", "ب", "ف", "ك"] as const
const prefixesOfIndefinite = [...prefixes, "ل"] as const

/** The rules would leave too little of a word of two letters behind an article, and cut a word that begins like one. */
const withPrefixes = (form: string): ReadonlyArray<string> => {
  if (form.length < lettersLeftMin)
    return [article, ...prefixes.map((prefix) => prefix + article)].map((each) => each + form)
  return form.startsWith(article) ? prefixesOfIndefinite.map((prefix) => prefix + form) : []
}

const irregularStem = irregularStems("ar", withPrefixes)

const withoutBeginning = (word: string): string => {
  const beginning = beginnings.find((each) => word.startsWith(each) && word.length - each.length >= lettersLeftMin)
  return beginning === undefined ? word : word.slice(beginning.length)
}

const withoutEnding = (word: string): string => {
  const ending = endings.find((ending) => word.endsWith(ending) && word.length - ending.length >= lettersLeftMin)
  return ending === undefined ? word : word.slice(0, -ending.length)
}

const shortened = (word: string, shorten: Stem): string => {
  const known = irregularStem(word)
  if (known !== undefined) return known
  const shorter = shorten(word)
  return shorter === word ? word : shortened(shorter, shorten)
}

export const stemArabic: Stem = (word) => shortened(shortened(word, withoutBeginning), withoutEnding)

/** The beginning of a word, as it is typed, without the article or what may become one. */
export const withoutLeadingArticle = (word: string): string => {
  const article = articles.find((article) => word.startsWith(article) && word.length > article.length)
  return article === undefined ? word : word.slice(article.length)
}
