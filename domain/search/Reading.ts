import { Effect } from "effect"
import { nameWordsBeginning } from "../language/Lexicon.ts"
import type { Token } from "../language/Tokenizer.ts"
import type { Language } from "../language/Language.ts"
import { stemOf } from "../language/Stemming.ts"
import { readWords, type ReadWord } from "./QueryReading.ts"
import type { Vocabulary } from "../language/Vocabulary.ts"

/** A query read, with what the catalogue knows of its words. */
export interface Reading {
  readonly tokens: ReadonlyArray<Token>
  readonly words: ReadonlyArray<ReadWord>
  /** how many products carry the terms */
  readonly counts: ReadonlyMap<string, number>
  /** words that no product carries, neither whole nor as a beginning */
  readonly unknown: ReadonlySet<ReadWord>
}

export const productsWith = (counts: ReadonlyMap<string, number>, term: string): number => counts.get(term) ?? 0

export const carried = (counts: ReadonlyMap<string, number>, terms: ReadonlyArray<string>): ReadonlyArray<string> =>
  terms.filter((term) => productsWith(counts, term) > 0)

/** Reads the words of a query. */
export const read = Effect.fnUntraced(function* <E>(
  tokens: ReadonlyArray<Token>,
  language: Language,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Reading, E> {
  const typed = readWords(tokens, language)
  const counts = yield* vocabulary.counts(typed.flatMap(wholeTerms))
  const words = typed.map((word) => (isUnfinished(word, counts) ? asBeginning(word) : word))
  const unknown = new Set(words.filter((word) => word.codes.length + carried(counts, wholeTerms(word)).length === 0))
  for (const word of unknown) {
    if (word.prefix.length > 0 && (yield* vocabulary.hasBeginning(word.prefix))) unknown.delete(word)
  }
  return { tokens, words, counts, unknown }
})

/** What a word is found by in its own language. */
export const ownTerms = ({ inflected, synonym, written }: ReadWord): ReadonlyArray<string> => [
  ...written,
  ...inflected,
  ...synonym
]

/** What a whole word is found by. */
export const wholeTerms = (word: ReadWord): ReadonlyArray<string> => [...ownTerms(word), ...word.foreign]

/** What forms of Russian nouns seldom end in, but beginnings of adjectives do. */
const linkingVowel = /[а-я]{3}о$/

/**
 * A last word that no product carries as written, of which only longer words with other stems are made, is the beginning
 * of these, whatever its own stem: `гранато` is гранатовый, no form of гранат.
 */
const isUnfinished = ({ prefix, token, written }: ReadWord, counts: ReadonlyMap<string, number>): boolean => {
  if (prefix.length === 0 || !linkingVowel.test(token.written) || carried(counts, written).length > 0) return false
  const longer = nameWordsBeginning(token.written)
  return longer.length > 0 && longer.every((word) => stemOf(word) !== token.stem)
}

const asBeginning = (word: ReadWord): ReadWord => ({
  ...word,
  inflected: [],
  synonym: [],
  foreign: [],
  called: [],
  isFood: false
})
