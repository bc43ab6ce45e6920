import type { Mention } from "./Lexicon.ts"
import { isConnector, isMixing } from "./NameWords.ts"
import type { Token } from "./Tokenizer.ts"

/** A name as it is taken apart. */
export interface AnalyzedName {
  readonly language: string
  readonly tokens: ReadonlyArray<Token>
  /** the foods of the lexicon that its words name */
  readonly mentions: ReadonlyArray<Mention>
}

/** A phrase of the name that says what it is about: the indices of its words, without amounts and brands. */
export interface Phrase {
  readonly words: ReadonlyArray<number>
  /** it goes on behind a connecting word: beans *with pork* */
  readonly isComposed: boolean
  /** other foods are mixed into it there */
  readonly isMixed: boolean
  /** the index behind it */
  readonly end: number
}

/** The phrase that begins at this word. */
export const phraseFrom = ({ tokens }: AnalyzedName, start: number, branded: ReadonlySet<number>): Phrase => {
  const isEnd = (token: Token, i: number) => i > start && (token.startsClause || isConnector(token))
  const stop = tokens.findIndex(isEnd)
  const end = stop === -1 ? tokens.length : stop
  const words = indices(start, end).filter((i) => tokens[i]?.isNumber === false)
  const unbranded = words.filter((i) => !branded.has(i))
  return {
    words: unbranded.length > 0 ? unbranded : words,
    isComposed: stop !== -1 && tokens[stop]?.startsClause === false,
    isMixed: stop !== -1 && isMixing(tokens, stop),
    end
  }
}

export const indices = (start: number, end: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i)

/** The words that are names of the product's own brands. */
export const brandedWords = (
  tokens: ReadonlyArray<Token>,
  brands: ReadonlyArray<ReadonlyArray<string>>
): ReadonlySet<number> => {
  const found = new Set<number>()
  for (const brand of brands) {
    const start = tokens.findIndex((_, i) => brand.every((word, j) => tokens[i + j]?.written === word))
    if (start !== -1) for (const i of indices(start, start + brand.length)) found.add(i)
  }
  return found
}
