import { foodWords, type KnownWords, makeKnownWords } from "../language/KnownWords.ts"
import { isLexiconStem } from "../language/Lexicon.ts"
import { isNonFood } from "../language/NonFoodWords.ts"
import { tokenize, type Token } from "../language/Tokenizer.ts"
import type { CorpusStatistics } from "./CorpusStatistics.ts"
import { isAmountWord } from "./LimitItems.ts"
import { isLimitWord } from "./LimitWords.ts"
import { spacedAmounts } from "./NeedTokens.ts"
import { grammarWords, isGrammarStem } from "./Phrases.ts"
import { withoutParticle } from "./Segments.ts"
import { exclusionWords } from "./exclusions/ExclusionWordings.ts"
import type { SentenceReader } from "./sentence/SentenceReader.ts"
import { isStopWord } from "./StopWords.ts"

// of no use to a program that answers no questions
let words: KnownWords | null = null

const knownWords = (): KnownWords => (words ??= makeKnownWords(new Set([...foodWords(), ...writtenWords()])))

const writtenWords = (): ReadonlyArray<string> => [
  ...grammarWords().flatMap(({ isNumber, written }) => (isNumber ? [] : [written])),
  ...exclusionWords()
]

const isKnown = ({ stem, written }: Token, statistics: CorpusStatistics): boolean =>
  isLexiconStem(stem) || isGrammarStem(stem) || exclusionWords().has(written) || statistics.frequencies.has(`s:${stem}`)

/** The known word that was most likely meant, or the word itself. */
const repaired = (token: Token, statistics: CorpusStatistics, { isWord }: SentenceReader): string => {
  const { isNumber, written } = token
  if (isNumber || isStopWord(token) || isLimitWord(token) || isKnown(withoutParticle(token), statistics)) return written
  if (isNonFood(token) || isWord(written)) return written
  return knownWords().near(written)[0]?.word ?? written
}

/** So many words may stand between a number and what it is an amount of: 30 grams of protien. */
const wordsBetweenMax = 3

/** The nutrient that was meant by a word beside a number, however many products are misspelt like it. */
const nutrientMeant = (tokens: ReadonlyArray<Token>, i: number): string | null => {
  const token = tokens[i]
  if (token === undefined || token.isNumber || token.written.length < sentenceLettersMin) return null
  if (isLimitWord(token) || isLexiconStem(token.stem) || isGrammarStem(token.stem)) return null
  if (!tokens.slice(Math.max(0, i - wordsBetweenMax), i + 2).some(({ isNumber }) => isNumber)) return null
  const [near] = knownWords().near(token.written)
  return near !== undefined && tokenize(near.word).every(isAmountWord) ? near.word : null
}

/**
 * In a sentence short words that nobody knows are mostly no food: "my ferritin is on the floor" is not about flour. From so
 * many words on, words shorter than that stay as they are.
 */
const sentenceWordsMin = 5
const sentenceLettersMin = 6

/** A question with the words that nobody knows spelt like the known word next to them. */
export interface Spellings {
  readonly all: string
  /** short words of a sentence stay as they are */
  readonly careful: string
}

export const withoutTypos = (text: string, statistics: CorpusStatistics, sentences: SentenceReader): Spellings => {
  let all = spacedAmounts(text)
  let careful = all
  const tokens = tokenize(all)
  const isSentence = tokens.length >= sentenceWordsMin
  for (const [i, token] of tokens.entries()) {
    const word = nutrientMeant(tokens, i) ?? repaired(token, statistics, sentences)
    if (word === token.written) continue
    all = all.replaceAll(token.written, word)
    if (!isSentence || token.written.length >= sentenceLettersMin) careful = careful.replaceAll(token.written, word)
  }
  return { all, careful }
}
