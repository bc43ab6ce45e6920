import { Effect } from "effect"
import { exactForm, type Token } from "../text/Analyzer.ts"
import { retyped } from "../text/KeyboardLayout.ts"
import type { Language } from "../text/Language.ts"
import { languageOfWord } from "../text/Stemming.ts"
import type { AnalyzedQuery, QueryWord } from "./AnalyzedQuery.ts"
import { likelyMeant, misspeltFood, respelt, soundingLike, transliterated } from "./Corrections.ts"
import { isFiller, readWords, type ReadWord, tokensOfQuery } from "./QueryReading.ts"
import { exactNameLengthMax } from "./SearchableProduct.ts"
import type { SearchQuery } from "./SearchQuery.ts"
import { stemTerm } from "./Terms.ts"
import type { Vocabulary } from "./Vocabulary.ts"
import { splitInTwo } from "./WrittenTogether.ts"

/** A query that so many products match is not looked for in categories, other languages and scripts. */
const enough = 10

/** A query read, with what the catalogue knows of its words. */
interface Reading {
  readonly tokens: ReadonlyArray<Token>
  readonly words: ReadonlyArray<ReadWord>
  /** how many products carry the terms */
  readonly counts: ReadonlyMap<string, number>
  /** words that no product carries, neither whole nor as a beginning */
  readonly unknown: ReadonlySet<ReadWord>
}

const productsWith = (counts: ReadonlyMap<string, number>, term: string): number => counts.get(term) ?? 0

const carried = (counts: ReadonlyMap<string, number>, terms: ReadonlyArray<string>): ReadonlyArray<string> =>
  terms.filter((term) => productsWith(counts, term) > 0)

/**
 * What the query asks for, in the terms that the products of this catalogue carry. Looser forms are only looked for
 * where there is no better one: the beginning of a word where it names no food itself; another keyboard layout or
 * spelling where the catalogue does not know a word; categories, other languages and scripts where few products match.
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

const read = Effect.fnUntraced(function* <E>(
  tokens: ReadonlyArray<Token>,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Reading, E> {
  const words = readWords(tokens)
  const counts = yield* vocabulary.counts(words.flatMap(wholeTerms))
  const unknown = new Set(words.filter((word) => word.codes.length + carried(counts, wholeTerms(word)).length === 0))
  for (const word of unknown) {
    if (word.prefix.length > 0 && (yield* vocabulary.hasBeginning(word.prefix))) unknown.delete(word)
  }
  return { tokens, words, counts, unknown }
})

const wholeTerms = ({ inflected, synonym, written }: ReadWord): ReadonlyArray<string> => [
  ...written,
  ...inflected,
  ...synonym
]

/** The query as it was typed, or as it was meant if the catalogue does not know a word of it. */
const understood = Effect.fnUntraced(function* <E>(
  { language, text }: Pick<SearchQuery, "text" | "language">,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Reading, E> {
  const reading = yield* asCalledIn(language, yield* read(tokensOfQuery(text), vocabulary), vocabulary)
  if (reading.unknown.size === 0 && !reading.tokens.every(saysLittle)) return yield* finished(reading, vocabulary)
  const retypedReading = yield* onOtherLayout(text, vocabulary)
  if (retypedReading !== null) return retypedReading
  const tokens: Array<Token> = []
  const unknown = new Set([...reading.unknown].map(({ token }) => token))
  for (const token of reading.tokens) {
    if (unknown.has(token))
      tokens.push(...((yield* splitInTwo(token, vocabulary)) ?? [yield* meant(token, vocabulary)]))
    else tokens.push(token)
  }
  return yield* read(tokens, vocabulary)
})

/** Foods that no product calls so, as they are called in the asked language: in Russian `plov` is плов before it is pilaf. */
const asCalledIn = Effect.fnUntraced(function* <E>(
  language: Language,
  reading: Reading,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Reading, E> {
  const { counts, tokens, words } = reading
  const called = new Map<Token, Token>()
  for (const { inflected, isFood, token, written } of words) {
    if (!isFood || carried(counts, [...written, ...inflected]).length > 0) continue
    const other = yield* transliterated(token, vocabulary)
    if (other !== null && languageOfWord(other.written) === language) called.set(token, other)
  }
  if (called.size === 0) return reading
  return yield* read(
    tokens.map((token) => called.get(token) ?? token),
    vocabulary
  )
})

const meant = Effect.fnUntraced(function* <E>(token: Token, vocabulary: Vocabulary<E>): Effect.fn.Return<Token, E> {
  return (yield* respelt(token, vocabulary)) ?? token
})

/** A last word that hardly anything begins with may be a misspelt food: `carot` is a carrot before it is a Carotina. */
const finished = Effect.fnUntraced(function* <E>(
  reading: Reading,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Reading, E> {
  const last = reading.words.at(-1)
  if (last === undefined || last.prefix.length === 0 || carried(reading.counts, wholeTerms(last)).length > 0) {
    return reading
  }
  const food = yield* misspeltFood(last.token, enough, vocabulary)
  if (food === null || (yield* vocabulary.matches(beginning(last.prefix))) >= enough) return reading
  const corrected = yield* read([...reading.tokens.slice(0, -1), food], vocabulary)
  const words = corrected.words.map((word) => (word.token === food ? { ...word, typed: last.prefix } : word))
  return { ...corrected, words }
})

const saysLittle = (token: Token): boolean => isFiller(token) || (!token.isNumber && token.written.length === 1)

/** What the same keys give on another layout, if that makes sense of the whole query. */
const onOtherLayout = Effect.fnUntraced(function* <E>(
  text: string,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Reading | null, E> {
  for (const other of retyped(text)) {
    const reading = yield* read(tokensOfQuery(other), vocabulary)
    if (reading.unknown.size === 0 && !reading.tokens.every(saysLittle)) return reading
  }
  return null
})

const nothing: QueryWord = { written: [], inflected: [], synonym: [], other: [], prefix: [] }

/** A query for what begins like this. */
const beginning = (prefix: ReadonlyArray<string>): AnalyzedQuery => ({
  words: [{ ...nothing, prefix }],
  withCategories: false,
  exactName: null,
  language: "en",
  filters: []
})

const isNothing = ({ inflected, other, prefix, synonym, written }: QueryWord): boolean =>
  written.length + inflected.length + synonym.length + other.length + prefix.length === 0

/** Only terms that some product carries: what none carries costs an engine as much as what many do. */
const toQueryWord = (word: ReadWord, { counts, unknown }: Reading): QueryWord => {
  if (unknown.has(word)) return nothing
  const written = carried(counts, word.written)
  const inflected = carried(counts, word.inflected)
  const synonym = carried(counts, word.synonym)
  const isWhole = word.isFood && written.length + inflected.length + synonym.length > 0
  return {
    written: [...written, ...word.codes],
    inflected: addsNothing(word, counts) ? [] : inflected,
    synonym,
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
  const foreign = yield* vocabulary.counts(reading.words.flatMap((word) => word.foreign))
  return yield* Effect.forEach(words, (word, i) => {
    const of = reading.words[i]
    return of === undefined
      ? Effect.succeed(word)
      : Effect.map(otherSpellings(of, reading, vocabulary), (others) => ({
          ...word,
          other: [...carried(foreign, of.foreign), ...others.map((token) => stemTerm(token.stem))]
        }))
  })
})

/** How a word that names no food, mostly a brand, is spelt in another script, or right. */
const otherSpellings = Effect.fnUntraced(function* <E>(
  word: ReadWord,
  { counts, unknown }: Reading,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<ReadonlyArray<Token>, E> {
  if (word.isFood || word.foreign.length > 0 || word.token.isNumber || unknown.has(word)) return []
  const products = Math.max(...wholeTerms(word).map((term) => productsWith(counts, term)))
  const alike = yield* soundingLike(word.token, products === 0, vocabulary)
  return products === 0 ? alike : [...alike, ...(yield* likelyMeant(word.token, products, vocabulary))]
})
