import { Effect } from "effect"
import { exactForm, type Token } from "../language/Tokenizer.ts"
import { retyped } from "../language/KeyboardLayout.ts"
import type { Language } from "../language/Language.ts"
import { languageOfWord } from "../language/Stemming.ts"
import { type AnalyzedQuery, forms, type QueryWord } from "./AnalyzedQuery.ts"
import {
  completedFood,
  foodSpeltOut,
  likelyMeant,
  misspeltFood,
  respelt,
  soundingLike,
  transliterated
} from "../language/SpellCorrection.ts"
import { isFiller, type ReadWord, tokensOfQuery } from "./QueryReading.ts"
import { carried, ownTerms, productsWith, read, type Reading, wholeTerms } from "./Reading.ts"
import { exactNameLengthMax } from "./SearchableProduct.ts"
import type { SearchQuery } from "./SearchQuery.ts"
import { stemTerm } from "../language/Terms.ts"
import type { Vocabulary } from "../language/Vocabulary.ts"
import { splitInTwo } from "../language/CompoundSplitter.ts"

/** A query that so many products match is not looked for in categories, other scripts and spellings. */
const enough = 10

/**
 * What the query asks for, in the terms that the products of this catalogue carry. Looser forms are only looked for
 * where there is no better one: the beginning of a word where it names no food itself; another keyboard layout or
 * spelling where the catalogue does not know a word; categories and other scripts where few products match.
 */
export const analyzeQuery = Effect.fnUntraced(function* <E>(
  query: Pick<SearchQuery, "text" | "language" | "region" | "source">,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<AnalyzedQuery, E> {
  const reading = yield* understood(query, vocabulary)
  const exactName = exactForm(reading.tokens)
  const typed: AnalyzedQuery = {
    words: reading.words.map((word) => toQueryWord(word, reading)),
    withCategories: false,
    exactName: exactName.length > 0 && exactName.length <= exactNameLengthMax ? exactName : null,
    language: query.language,
    filters: [
      ...(query.region === null ? [] : [`region_${query.region}` as const]),
      ...(query.source === null ? [] : [`source_${query.source}` as const])
    ]
  }
  if (typed.words.length === 0) return typed
  if (!typed.words.some(isNothing) && (yield* vocabulary.matches(typed)) >= enough) return typed
  const words = yield* widened(reading, typed.words, vocabulary)
  // all words have to match
  return { ...typed, words: words.some(isNothing) ? [] : words, withCategories: true }
})

/** The query as it was typed, or as it was meant if the catalogue does not know a word of it. */
const understood = Effect.fnUntraced(function* <E>(
  { language, text }: Pick<SearchQuery, "text" | "language">,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Reading, E> {
  const reading = yield* asCalledIn(language, yield* read(tokensOfQuery(text), language, vocabulary), vocabulary)
  if (reading.unknown.size === 0 && !reading.tokens.every(saysLittle))
    return yield* finished(reading, language, vocabulary)
  const retypedReading = yield* onOtherLayout(text, language, vocabulary)
  if (retypedReading !== null) return retypedReading
  const tokens: Array<Token> = []
  const unknown = new Set([...reading.unknown].map(({ token }) => token))
  for (const token of reading.tokens) {
    if (unknown.has(token))
      tokens.push(
        ...((yield* splitInTwo(token, vocabulary)) ?? [(yield* respelt(token, language, vocabulary)) ?? token])
      )
    else tokens.push(token)
  }
  return yield* read(tokens, language, vocabulary)
})

/**
 * Words that no product carries, as a food is called in the asked language: in Russian `plov` is плов before it is pilaf,
 * and `banan` банан before it is Banane.
 */
const asCalledIn = Effect.fnUntraced(function* <E>(
  language: Language,
  reading: Reading,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Reading, E> {
  const { counts, tokens, words } = reading
  const called = new Map<Token, Token>()
  for (const { inflected, isFood, token, written } of words) {
    if (token.isNumber || carried(counts, isFood ? [...written, ...inflected] : written).length > 0) continue
    const other = isFood ? yield* transliterated(token, vocabulary) : foodSpeltOut(token, language)
    if (other === null || languageOfWord(other.written) !== language) continue
    if (isFood || (yield* read([other], language, vocabulary)).unknown.size === 0) called.set(token, other)
  }
  if (called.size === 0) return reading
  return yield* read(
    tokens.map((token) => called.get(token) ?? token),
    language,
    vocabulary
  )
})

/**
 * An unfinished last word is first of all the food that begins like it (`морк` is морковь before it is морковный). One that hardly anything begins with may be a misspelt food: `carot` is a carrot before it is a Carotina.
 */
const finished = Effect.fnUntraced(function* <E>(
  reading: Reading,
  language: Language,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Reading, E> {
  const last = reading.words.at(-1)
  if (last === undefined || last.prefix.length === 0 || carried(reading.counts, wholeTerms(last)).length > 0) {
    return reading
  }
  const food =
    (languageOfWord(last.token.written) === language ? yield* completedFood(last.token, vocabulary) : null) ??
    (yield* misspelt(last.token, last.prefix, vocabulary))
  if (food === null) return reading
  const corrected = yield* read([...reading.tokens.slice(0, -1), food], language, vocabulary)
  const words = corrected.words.map((word) => (word.token === food ? { ...word, typed: last.prefix } : word))
  return { ...corrected, words }
})

const misspelt = Effect.fnUntraced(function* <E>(
  token: Token,
  prefix: ReadonlyArray<string>,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Token | null, E> {
  const food = yield* misspeltFood(token, enough, vocabulary)
  return food === null || (yield* vocabulary.matches(beginning(prefix))) >= enough ? null : food
})

const saysLittle = (token: Token): boolean => isFiller(token) || (!token.isNumber && token.written.length === 1)

/** What the same keys give on another layout, if that makes sense of the whole query. */
const onOtherLayout = Effect.fnUntraced(function* <E>(
  text: string,
  language: Language,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Reading | null, E> {
  for (const other of retyped(text)) {
    const reading = yield* read(tokensOfQuery(other), language, vocabulary)
    if (reading.unknown.size === 0 && !reading.tokens.every(saysLittle)) return reading
  }
  return null
})

const nothing: QueryWord = { written: [], inflected: [], synonym: [], foreign: [], other: [], prefix: [] }

/** A query for what begins like this. */
const beginning = (prefix: ReadonlyArray<string>): AnalyzedQuery => ({
  words: [{ ...nothing, prefix }],
  withCategories: false,
  exactName: null,
  language: "en",
  filters: []
})

const isNothing = (word: QueryWord): boolean => forms.every((form) => word[form].length === 0)

/** Only terms that some product carries: what none carries costs an engine as much as what many do. */
const toQueryWord = (word: ReadWord, { counts, unknown }: Reading): QueryWord => {
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
    other: [],
    // the beginning of the name of a food is the name of another food
    prefix: [...(isWhole ? [] : word.prefix), ...word.typed]
  }
}

/** The words of a stem include the word itself, so as many products mean that there is no other. */
const addsNothing = ({ inflected, token, written }: ReadWord, counts: ReadonlyMap<string, number>): boolean => {
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

/** The words with what they are in other languages, scripts and spellings. */
const widened = Effect.fnUntraced(function* <E>(
  reading: Reading,
  words: ReadonlyArray<QueryWord>,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<ReadonlyArray<QueryWord>, E> {
  const called = yield* vocabulary.counts(reading.words.flatMap((word) => word.called))
  return yield* Effect.forEach(words, (word, i) => {
    const of = reading.words[i]
    return of === undefined
      ? Effect.succeed(word)
      : Effect.map(otherSpellings(of, reading, vocabulary), (others) => ({
          ...word,
          other: [...carried(called, of.called), ...others.map((token) => stemTerm(token.stem))]
        }))
  })
})

/** How a word that names no food, mostly a brand, is spelt in another script, or right. */
const otherSpellings = Effect.fnUntraced(function* <E>(
  word: ReadWord,
  { counts, unknown }: Reading,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<ReadonlyArray<Token>, E> {
  const products = Math.max(0, ...ownTerms(word).map((term) => productsWith(counts, term)))
  const isKnownFood = products > 0 && (word.isFood || word.foreign.length > 0)
  if (isKnownFood || word.token.isNumber || unknown.has(word)) return []
  const same = word.isFood ? yield* transliterated(word.token, vocabulary) : null
  if (same !== null) return [same]
  const alike = yield* soundingLike(word.token, products === 0, vocabulary)
  return products === 0 ? alike : [...alike, ...(yield* likelyMeant(word.token, products, vocabulary))]
})
