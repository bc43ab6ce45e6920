import type { Token } from "../text/Analyzer.ts"
import { languageOfWord } from "../text/Stemming.ts"

/** Languages of the Latin script in which the noun stands before what describes it. */
const nounFirst: ReadonlySet<string> = new Set(["fr", "es", "it", "pt", "ro", "ca", "gl"])

/** Words that end the phrase that a name begins with. */
const connectors: ReadonlySet<string> = new Set(
  [
    "with without in of for and or w from on style flavored flavoured",
    "с со в во из для на и или без по к от под",
    "مع في من بدون و علي او ب ل",
    "de du des d a au aux avec en et sans con sin y e di del della da al alla alle com sem",
    "mit ohne aus und von fur im"
  ].flatMap((words) => words.split(" "))
)

const russianAdjective = /.{2}(?:[ыио]й|ая|яя|ое|ее|ые|ие)$/
/** Nouns by use, adjectives by form. */
const adjectivesInForm: ReadonlySet<string> = new Set(["мороженое", "пирожное", "пирожные", "жаркое", "заливное"])

const isRussianAdjective = (word: string): boolean => russianAdjective.test(word) && !adjectivesInForm.has(word)

/**
 * The word that a name is about, among its tokens; `null` for a name without words. Up to the first comma ("Milk, whole,
 * 3.25% milkfat" is about milk) or connecting word ("Beans in tomato sauce"), without amounts and the names of
 * brands: in English and its relatives the last word ("Apple juice" is about juice), in Russian the first that is no
 * adjective ("Сгущённое молоко"), in Arabic and the Romance languages the first.
 */
export const headOfName = (
  tokens: ReadonlyArray<Token>,
  language: string,
  brands: ReadonlyArray<ReadonlyArray<string>>
): Token | null => {
  const phrase = firstPhrase(tokens.filter((token) => !token.isNumber))
  const unbranded = brands.reduce(without, phrase)
  const words = unbranded.length > 0 ? unbranded : phrase
  const first = words[0]
  if (first === undefined) return null
  switch (languageOfWord(first.written)) {
    case "ru":
      return words.find((token) => !isRussianAdjective(token.written)) ?? first
    case "ar":
      return first
    default:
      return nounFirst.has(language) ? first : (words.at(-1) ?? first)
  }
}

/** The phrase without the first occurrence of these words in this order. */
const without = (phrase: ReadonlyArray<Token>, words: ReadonlyArray<string>): ReadonlyArray<Token> => {
  const start = phrase.findIndex((_, i) => words.every((word, j) => phrase[i + j]?.written === word))
  return start === -1 ? phrase : phrase.toSpliced(start, words.length)
}

const firstPhrase = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const end = tokens.findIndex((token, i) => i > 0 && (token.startsClause || connectors.has(token.written)))
  return end === -1 ? tokens : tokens.slice(0, end)
}
