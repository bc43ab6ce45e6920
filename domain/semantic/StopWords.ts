import { phrasesOf, rowsOf } from "../language/Knowledge.ts"
import { languageOfWord } from "../language/Stemming.ts"
import type { Token } from "../language/Tokenizer.ts"
import { arabicParticle } from "./Particles.ts"

const listed: ReadonlySet<string> = new Set(rowsOf("need-stop-words").flatMap(phrasesOf))

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
