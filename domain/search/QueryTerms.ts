import { Effect } from "effect"
import { isFoodByItself } from "../language/Lexicon.ts"
import { likelyMeant, soundingLike, transliterated } from "../language/SpellCorrection.ts"
import { Language } from "../language/Language.ts"
import { conceptTerm, foreignTerm, stemTerm } from "../language/Terms.ts"
import type { Token } from "../language/Tokenizer.ts"
import type { Vocabulary } from "../language/Vocabulary.ts"
import { type AnalyzedQuery, matchTypes, type QueryTerm } from "./AnalyzedQuery.ts"
import type { ParsedTerm } from "./ParsedTerms.ts"
import { carried, ownTerms, productsWith, type ParsedQuery } from "./ParsedQuery.ts"

const nothing: QueryTerm = { written: [], inflected: [], synonym: [], foreign: [], variant: [], prefix: [], upTo: null }

/** A word that is found by these terms and by nothing else. */
export const byTerms = (written: ReadonlyArray<string>): QueryTerm => ({ ...nothing, written })

/** What is found by a food or a property of foods, however it is called. `carriedOf` keeps the terms that some product has. */
export const byConcept = (
  concept: string,
  language: Language,
  carriedOf: (terms: ReadonlyArray<string>) => ReadonlyArray<string>
): QueryTerm => ({
  ...nothing,
  synonym: carriedOf([conceptTerm(concept, language)]),
  foreign: carriedOf([foreignTerm(concept, language)]),
  variant: carriedOf(Language.literals.filter((each) => each !== language).map((each) => conceptTerm(concept, each)))
})

/** A query for what begins like this. */
export const beginning = (prefix: ReadonlyArray<string>): AnalyzedQuery => ({
  words: [{ ...nothing, prefix }],
  withCategories: false,
  exclusions: [],
  without: [],
  exactName: null,
  language: "en",
  filters: []
})

export const isNothing = (word: QueryTerm): boolean => matchTypes.every((matchType) => word[matchType].length === 0)

/** Only terms that some product carries: what none carries costs an engine as much as what many do. */
export const toQueryTerm = (word: ParsedTerm, { counts, unknown }: ParsedQuery): QueryTerm => {
  if (unknown.has(word)) return nothing
  const written = carried(counts, word.written)
  const inflected = carried(counts, word.inflected)
  const synonym = carried(counts, word.synonym)
  const foreign = carried(counts, word.foreign)
  const isWhole = word.isFood && written.length + inflected.length + synonym.length + foreign.length > 0
  return {
    written: [...written, ...word.codes],
    inflected: addsNothing(word, counts) ? [] : inflected,
    synonym,
    foreign,
    variant: [],
    upTo: null,
    // the beginning of the name of a food is the name of another food
    prefix: [...(isWhole ? [] : word.prefix), ...word.typed]
  }
}

/** The words of a stem include the word itself, so as many products mean that there is no other. */
const addsNothing = ({ inflected, token, written }: ParsedTerm, counts: ReadonlyMap<string, number>): boolean => {
  if (token.isNumber) return false
  const [stem, ...others] = inflected
  const [word] = written
  return (
    stem !== undefined &&
    word !== undefined &&
    carried(counts, others).length === 0 &&
    productsWith(counts, stem) === productsWith(counts, word)
  )
}

/** The word with what it is in other languages, scripts and spellings. */
export const widened = Effect.fnUntraced(function* <E>(
  word: QueryTerm,
  of: ParsedTerm,
  reading: ParsedQuery,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<QueryTerm, E> {
  const called = of.called.length === 0 ? [] : carried(yield* vocabulary.counts(of.called), of.called)
  const others = yield* otherSpellings(of, reading, vocabulary)
  return { ...word, variant: [...called, ...others.map((token) => stemTerm(token.stem))] }
})

/** How a word that names no food, mostly a brand, is spelt in another script, or right. */
const otherSpellings = Effect.fnUntraced(function* <E>(
  word: ParsedTerm,
  { counts, unknown }: ParsedQuery,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<ReadonlyArray<Token>, E> {
  const products = Math.max(0, ...ownTerms(word).map((term) => productsWith(counts, term)))
  const isKnownFood = products > 0 && (word.isFood || word.foreign.length > 0)
  if (isKnownFood || word.token.isNumber || unknown.has(word)) return []
  const same = word.isFood ? yield* transliterated(word.token, vocabulary) : null
  if (same !== null) return [same]
  // a word that the language knows is never taken for another one
  if (isFoodByItself(word.token)) return []
  const alike = yield* soundingLike(word.token, products === 0, vocabulary)
  return products === 0 ? alike : [...alike, ...(yield* likelyMeant(word.token, products, vocabulary))]
})
