import { Effect } from "effect"
import { isFoodByItself, nameWordsBeginning } from "../language/Lexicon.ts"
import { type Negation, negationsIn } from "../language/Negation.ts"
import { type ParsedText, parseText } from "../language/ParsedText.ts"
import type { Token } from "../language/Tokenizer.ts"
import { Language } from "../language/Language.ts"
import { languageOfWordIn, stemOf } from "../language/Stemming.ts"
import { brandTerm, conceptTerm, foreignTerm, stemTerm } from "../language/Terms.ts"
import { partsOf, type QueryPart } from "./QueryParts.ts"
import { parseTerms, type ParsedTerm } from "./ParsedTerms.ts"
import type { Vocabulary } from "../language/Vocabulary.ts"
import { hasToken } from "../language/TokenRange.ts"

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

type Counts = ReadonlyMap<string, number>

/** Everything that the catalogue is asked about the words of a query, in one question. */
const askedTerms = (words: ReadonlyArray<ParsedTerm>, negations: ReadonlyArray<Negation>): ReadonlyArray<string> => [
  ...words.flatMap((word) => [...wholeTerms(word), ...word.called, brandTerm(word.token.written)]),
  ...negations.flatMap(({ absentTerms, presentTerms }) => [...presentTerms, ...absentTerms])
]

/** The code of a product names it as a brand does. */
const isBrandOrCode = ({ codes, token }: ParsedTerm, counts: Counts): boolean => {
  const carriers = Math.max(productsWith(counts, token.written), productsWith(counts, stemTerm(token.stem)))
  const branded = productsWith(counts, brandTerm(token.written))
  return codes.length > 0 || (branded > 0 && branded >= brandShareMin * carriers)
}

/** Reads the words of a query. */
export const parseQuery = Effect.fnUntraced(function* <E>(
  tokens: ReadonlyArray<Token>,
  language: Language,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<ParsedQuery, E> {
  const typed = parseTerms(tokens, language)
  const negations = negationsIn(tokens)
  const counts = yield* vocabulary.counts(askedTerms(typed, negations))
  const parsed = parseText(tokens, (concept) => isCarriedConcept(counts, concept), negations)
  const words = typed.map((word) => (isUnfinished(word, counts) ? asBeginning(word) : word))
  const unknown = new Set<ParsedTerm>()
  for (const [i, word] of words.entries()) {
    if (isExplained(word, i, parsed, language)) continue
    if (word.codes.length + carried(counts, wholeTerms(word)).length > 0) continue
    if (word.prefix.length === 0 || !(yield* vocabulary.hasBeginning(word.prefix))) unknown.add(word)
  }
  const isBrand = (i: number) => typed.slice(i, i + 1).some((word) => isBrandOrCode(word, counts))
  return { parsed, words, parts: partsOf(parsed, isBrand), counts, unknown, typed: new Map() }
})

/** A word that the language knows needs no correction, but may be meant in another script. */
const isExplained = ({ token }: ParsedTerm, i: number, { spans }: ParsedText, asked: Language): boolean => {
  const span = spans.find((each) => hasToken(each, i))
  if (span !== undefined && span.kind !== "food") return true
  return (span !== undefined || isFoodByItself(token)) && languageOfWordIn(asked, token.written) === asked
}

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
