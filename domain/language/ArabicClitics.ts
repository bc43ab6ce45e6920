import { conceptsIn, conceptsOfWord } from "./Lexicon.ts"
import { rowsOf } from "./Knowledge.ts"
import { languageOfWord } from "./Stemming.ts"
import { type Token, tokenize } from "./Tokenizer.ts"
import { hasToken } from "./TokenRange.ts"

/** What Arabic writes in one with the next word, and how it is written alone. */
const clitics: ReadonlyArray<readonly [clitic: string, alone: string]> = rowsOf("query-clitics").map(
  ({
    attributes: [clitic = ""],
    names: {
      ar: [alone = ""]
    }
  }) => [clitic, alone]
)

const isFood = (token: Token): boolean => conceptsOfWord(token).some(({ use }) => use === "name")

/** Rice pudding is called rice with milk, in two words. */
const isInPhrase = (tokens: ReadonlyArray<Token>, i: number): boolean =>
  conceptsIn(tokens).some((mention) => hasToken(mention, i) && mention.end - mention.start > 1)

/** "With milk", written as one word, as two: where the word names no food itself and what is left of it does. */
export const withoutClitics = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> =>
  tokens.flatMap((token, i) => {
    const { startsClause, written } = token
    if (languageOfWord(written) !== "ar" || isFood(token) || isInPhrase(tokens, i)) return [token]
    for (const [clitic, alone] of clitics) {
      const [rest] = written.startsWith(clitic) ? tokenize(written.slice(clitic.length)) : []
      if (rest !== undefined && isFood(rest))
        return tokenize(alone)
          .map((word) => ({ ...word, startsClause }))
          .concat(rest)
    }
    return [token]
  })
