import { Effect } from "effect"
import { isLexiconStem, nameWordsBeginning } from "../language/Lexicon.ts"
import { type ParsedText, parseText } from "../language/ParsedText.ts"
import type { Token } from "../language/Tokenizer.ts"
import { Language } from "../language/Language.ts"
import { languageOfWordIn, stemOf } from "../language/Stemming.ts"
import { brandTerm, conceptTerm, foreignTerm, stemTerm } from "../language/Terms.ts"
import { partsOf, type QueryPart } from "./QueryParts.ts"
import { parseTerms, type ParsedTerm } from "./ParsedTerms.ts"
import type { Vocabulary } from "../language/Vocabulary.ts"

/** A query read, with what the catalogue knows of its words. */
export interface ParsedQuery {
  readonly parsed: ParsedText
  /** one for each word of the text */
  readonly words: ReadonlyArray<ParsedTerm>
  readonly parts: ReadonlyArray<QueryPart>
  /** what was typed, of words that were corrected */
  readonly typed: ReadonlyMap<Token, Token>
  /** how many products carry the terms */
  readonly counts: ReadonlyMap<string, number>
  /** words that neither the language nor any product knows, neither whole nor as a beginning */
  readonly unknown: ReadonlySet<ParsedTerm>
}

export const productsWith = (counts: ReadonlyMap<string, number>, term: string): number => counts.get(term) ?? 0

export const carried = (counts: ReadonlyMap<string, number>, terms: ReadonlyArray<string>): ReadonlyArray<string> =>
  terms.filter((term) => productsWith(counts, term) > 0)

/** Of the products that carry the word of a brand, at least this share has it in their brand. */
const brandShareMin = 0.3

/** Does any product have the food, in whatever language? */
const isCarriedConcept = (counts: ReadonlyMap<string, number>, concept: string): boolean =>
  Language.literals.some(
    (language) =>
      productsWith(counts, conceptTerm(concept, language)) + productsWith(counts, foreignTerm(concept, language)) > 0
  )

/** Reads the words of a query. */
export const parseQuery = Effect.fnUntraced(function* <E>(
  tokens: ReadonlyArray<Token>,
  language: Language,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<ParsedQuery, E> {
  const typed = parseTerms(tokens, language)
  const named = typed.flatMap((word) => [...word.synonym, ...word.foreign, ...word.called])
  const known = yield* vocabulary.counts(named)
  const parsed = parseText(tokens, (concept) => isCarriedConcept(known, concept))
  const spanOf = (i: number) => parsed.spans.find(({ end, start }) => start <= i && i < end)
  const unexplained = typed.filter((_, i) => spanOf(i) === undefined)
  const brands = unexplained.map(({ token }) => brandTerm(token.written))
  const negated = parsed.spans.flatMap(({ negation }) =>
    negation === null ? [] : [...negation.presentTerms, ...negation.absentTerms]
  )
  const counts = yield* vocabulary.counts([...typed.flatMap(wholeTerms), ...brands, ...negated])
  const words = typed.map((word) => (isUnfinished(word, counts) ? asBeginning(word) : word))
  const isBrand = (i: number) => {
    const { token } = typed[i] ?? { token: undefined }
    if (token === undefined) return false
    const carriers = Math.max(productsWith(counts, token.written), productsWith(counts, stemTerm(token.stem)))
    const branded = productsWith(counts, brandTerm(token.written))
    return branded > 0 && branded >= brandShareMin * carriers
  }
  const unknown = new Set<ParsedTerm>()
  for (const [i, word] of words.entries()) {
    // a word that the language knows needs no correction, but may be meant in another script
    const isKnown = isLexiconStem(word.token.stem) && languageOfWordIn(language, word.token.written) === language
    if (isKnown || (spanOf(i)?.kind ?? "food") !== "food") continue
    if (word.codes.length + carried(counts, wholeTerms(word)).length > 0) continue
    if (word.prefix.length === 0 || !(yield* vocabulary.hasBeginning(word.prefix))) unknown.add(word)
  }
  return { parsed, words, parts: partsOf(parsed, isBrand), counts, unknown, typed: new Map() }
})

/** What a word is found by in its own language. */
export const ownTerms = ({ inflected, synonym, written }: ParsedTerm): ReadonlyArray<string> => [
  ...written,
  ...inflected,
  ...synonym
]

/** What a whole word is found by. */
export const wholeTerms = (word: ParsedTerm): ReadonlyArray<string> => [...ownTerms(word), ...word.foreign]

/** What forms of Russian nouns seldom end in, but beginnings of adjectives do. */
const linkingVowel = /[а-я]{3}о$/

/**
 * A last word that no product carries as written, of which only longer words with other stems are made, is the beginning
 * of these, whatever its own stem: `гранато` is гранатовый, no form of гранат.
 */
const isUnfinished = ({ prefix, token, written }: ParsedTerm, counts: ReadonlyMap<string, number>): boolean => {
  if (prefix.length === 0 || !linkingVowel.test(token.written) || carried(counts, written).length > 0) return false
  const longer = nameWordsBeginning(token.written)
  return longer.length > 0 && longer.every((word) => stemOf(word) !== token.stem)
}

const asBeginning = (word: ParsedTerm): ParsedTerm => ({
  ...word,
  inflected: [],
  synonym: [],
  foreign: [],
  called: [],
  isFood: false
})
