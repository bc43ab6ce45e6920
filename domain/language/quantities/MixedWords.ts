import { phrasesOf, rowsOf } from "../Knowledge.ts"
import { normalize } from "../Normalizer.ts"
import { byWriting, wordsOf } from "../WordClasses.ts"
import { unitSpellings } from "./Units.ts"

const gluedWords = wordsOf("glued-words", byWriting)

let spellings: ReadonlySet<string> | null = null
const unitWords = (): ReadonlySet<string> => (spellings ??= new Set(unitSpellings().map(([name]) => normalize(name))))

let names: ReadonlySet<string> | null = null
const namesWithDigits = (): ReadonlySet<string> =>
  (names ??= new Set(
    (["numbered-names", "nutrients"] as const).flatMap((table) => rowsOf(table).flatMap(phrasesOf)).map(normalize)
  ))

/** Longer words before digits are no code with them. */
const codeLettersMax = 2

/** *g2* is a name. */
const latinLetter = /^[a-z]$/

const lettersFirst = /^[\p{L}\p{M}]+/u

/**
 * What of letters and the digits behind them is one word: all of *b12*, which is a code or a name; only the letters of
 * *x2*, *г150* and *eggs2*, which stand before a number of their own.
 */
export const mixedWordLetters = (raw: string): string => {
  const [letters = raw] = lettersFirst.exec(raw) ?? []
  const written = normalize(letters)
  if (namesWithDigits().has(normalize(raw))) return raw
  const isWord = gluedWords().has(written) || (unitWords().has(written) && !latinLetter.test(written))
  return !isWord && written.length <= codeLettersMax ? raw : letters
}
