import { phrasesOf, rowsOf } from "../language/Knowledge.ts"
import { phraseTrie } from "../language/PhraseTrie.ts"
import { tokenize, type Token } from "../language/Tokenizer.ts"

/** Words as they are written: peeled is no peel. */
const asWritten = (text: string): ReadonlyArray<Token> =>
  tokenize(text).map((token) => ({ ...token, stem: token.written }))

const phrases = phraseTrie(
  rowsOf("food-parts").flatMap((row) =>
    phrasesOf(row).map((phrase) => ({ words: asWritten(phrase), value: row.attributes[0] === "part" }))
  )
)

/** Is it only a part of a food, or made to look like it, by its name? */
export const isPart = (name: string): boolean => {
  const words = asWritten(name)
  for (let i = 0; i < words.length; i++) {
    const found = phrases.longestAt(words, i)
    if (found?.value === true) return true
    if (found !== null) i = found.end - 1
  }
  return false
}
