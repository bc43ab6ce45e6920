import { concepts } from "../language/Concept.ts"
import { isLexiconStem } from "../language/Lexicon.ts"
import { tokenize, type Token } from "../language/Tokenizer.ts"
import { editsAllowed } from "../language/EditDistance.ts"
import { makeNearWords, type NearWords } from "../language/NearWords.ts"
import { normalize } from "../language/Normalizer.ts"
import type { CorpusStatistics } from "./CorpusStatistics.ts"
import { grammarWords, isGrammarStem } from "./Phrases.ts"
import { withoutParticle } from "./Segments.ts"
import { isStopWord } from "./StopWords.ts"

/** Shorter words are too near to too many others. */
const lengthMin = 5

// of no use to a program that answers no questions
let words: NearWords | null = null

const knownWords = (): NearWords => {
  if (words !== null) return words
  const names = concepts.flatMap((concept) => concept.names.map((name) => name.text))
  const written = [...names.flatMap(tokenize), ...grammarWords()].filter((token) => !token.isNumber)
  words = makeNearWords(new Set(written.map((token) => token.written)))
  return words
}

const isKnown = ({ stem }: Token, statistics: CorpusStatistics): boolean =>
  isLexiconStem(stem) || isGrammarStem(stem) || statistics.frequencies.has(`s:${stem}`)

/** The known word that was most likely meant, or the word itself. */
const repaired = (token: Token, statistics: CorpusStatistics): string => {
  const { isNumber, written } = token
  if (isNumber || written.length < lengthMin || isStopWord(token) || isKnown(withoutParticle(token), statistics))
    return written
  const nearest = knownWords()
    .near(written, editsAllowed(written))
    .find((near) => near.word.length >= lengthMin - 1 && (near.edits < 2 || near.word.startsWith(written.slice(0, 1))))
  return nearest?.word ?? written
}

/** A question with the words that nobody knows spelt like the known word next to them. */
export const withoutTypos = (text: string, statistics: CorpusStatistics): string => {
  let spelt = normalize(text)
  for (const token of tokenize(text)) {
    const word = repaired(token, statistics)
    if (word !== token.written) spelt = spelt.replaceAll(token.written, word)
  }
  return spelt
}
