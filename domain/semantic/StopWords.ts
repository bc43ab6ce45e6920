import { tokenize, type Token } from "../language/Tokenizer.ts"
import { languageOfWord } from "../language/Stemming.ts"
import { stopWordLines } from "./words/StopWords.ts"

const listed: ReadonlySet<string> = new Set(
  stopWordLines
    .split("\n")
    .flatMap(tokenize)
    .map((token) => token.written)
)

/** Arabic writes and, with, for, like in front of the word. */
const arabicParticle = /^[وبلكف]/
const lengthWithParticleMin = 5

const isListedInArabic = ({ stem, written }: Token): boolean =>
  listed.has(stem) ||
  (written.length >= lengthWithParticleMin && arabicParticle.test(written) && listed.has(written.slice(1)))

/** Does the word say nothing of a food? Numbers and single letters say nothing either. */
export const isStopWord = (token: Token): boolean => {
  const { isNumber, written } = token
  if (isNumber || written.length === 1 || listed.has(written)) return true
  return languageOfWord(written) === "ar" && isListedInArabic(token)
}
