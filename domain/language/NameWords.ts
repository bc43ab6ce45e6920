import { conceptsIn } from "./Lexicon.ts"
import type { Token } from "./Tokenizer.ts"
import { relatedNoun } from "./stem/RelatedNouns.ts"
import { languageOfWord } from "./Stemming.ts"
import { isProcessingWord } from "./Preparation.ts"
import { isPortionWord } from "./NameRoles.ts"
import { byStem, byWriting, wordClassesOf, wordsOf } from "./WordClasses.ts"

/** What single words do in the names of foods: tables of `data/language` say so. */

/** Languages of the Latin script in which the noun stands before what describes it. */
const nounFirst: ReadonlySet<string> = new Set(["fr", "es", "it", "pt", "ro", "ca", "gl"])

export const isNounFirst = (language: string): boolean => nounFirst.has(language)

/** Does the noun come first in the names of foods that are written in the script of this word? */
export const isNounFirstScript = (word: string): boolean => {
  const language = languageOfWord(word)
  return language === "ru" || language === "ar"
}

const connectors: (kind: "mixing" | "alternative" | "joining") => ReadonlySet<string> = wordClassesOf(
  "connectors",
  byWriting
)

/** In Arabic "with the" is written as one with its word. */
export const isWithThe = (word: string): boolean => /^بال.{3}/.test(word)

/** Does it end the phrase that a name begins with? */
export const isConnector = ({ written }: Token): boolean =>
  connectors("joining").has(written) ||
  connectors("mixing").has(written) ||
  connectors("alternative").has(written) ||
  isWithThe(written)

/** Does it put another name behind the first: "omelet or scrambled egg"? */
export const isAlternative = (token: Token | undefined): boolean =>
  token !== undefined && connectors("alternative").has(token.written)

const packing = wordsOf("packing", byStem)

/** Does the word at this index mix the food before it with others? */
export const isMixing = (tokens: ReadonlyArray<Token>, i: number): boolean => {
  const written = tokens[i]?.written ?? ""
  return (connectors("mixing").has(written) || isWithThe(written)) && !packing().has(tokens[i + 1]?.stem ?? "")
}

const russianAdjective = /.{2}(?:[ыио]й|ая|яя|ое|ее|ые|ие)$/
const nounsLikeAdjectives = wordsOf("nouns-like-adjectives", byWriting)

export const isRussianAdjective = (word: string): boolean =>
  russianAdjective.test(word) && !nounsLikeAdjectives().has(word)

/** An adjective that says of what food something is: ржаной, шоколадный. */
const isOfFood = (token: Token): boolean => relatedNoun(token.stem) !== null || conceptsIn([token]).length > 0

/**
 * Does the food beside this word stay the same food, however prepared, cut or packed? In Russian so it does with every
 * adjective that is not made from another food.
 */
export const leavesSame = (token: Token): boolean =>
  isPortionWord(token) ||
  isProcessingWord(token) ||
  (languageOfWord(token.written) === "ru" &&
    (token.written.length === 1 || (isRussianAdjective(token.written) && !isOfFood(token))))
