import { Effect } from "effect"
import { retyped } from "../language/KeyboardLayout.ts"
import { completedFood } from "../language/Completion.ts"
import type { Language } from "../language/Language.ts"
import { isFiller } from "../language/ParsedText.ts"
import { splitInTwo } from "../language/CompoundSplitter.ts"
import { foodSpeltOut, misspeltFood, respelt, transliterated } from "../language/SpellCorrection.ts"
import { languageOfWord } from "../language/Stemming.ts"
import type { Token } from "../language/Tokenizer.ts"
import { enough } from "./Relaxation.ts"
import { tokensOfQuery } from "./ParsedTerms.ts"
import { beginning } from "./QueryTerms.ts"
import { carried, parseQuery, type ParsedQuery, wholeTerms } from "./ParsedQuery.ts"
import type { SearchQuery } from "./SearchQuery.ts"
import type { SearchVocabulary } from "./SearchVocabulary.ts"

/** The query as it was typed, or as it was meant if the catalogue does not know a word of it. */
export const understood = Effect.fnUntraced(function* <E>(
  { language, text }: Pick<SearchQuery, "text" | "language">,
  vocabulary: SearchVocabulary<E>
): Effect.fn.Return<ParsedQuery, E> {
  const reading = yield* asCalledIn(language, yield* parseQuery(tokensOfQuery(text), language, vocabulary), vocabulary)
  const { tokens: typed } = reading.parsed
  if (reading.unknown.size === 0 && !typed.every(saysLittle)) return yield* finished(reading, language, vocabulary)
  const retypedReading = yield* onOtherLayout(text, language, vocabulary)
  if (retypedReading !== null) return retypedReading
  const typedOf = new Map<Token, Token>()
  const unknown = new Set([...reading.unknown].map(({ token }) => token))
  for (const token of typed) {
    const words = unknown.has(token)
      ? ((yield* splitInTwo(token, vocabulary)) ?? [(yield* respelt(token, language, vocabulary)) ?? token])
      : [token]
    for (const each of words) typedOf.set(each, token)
  }
  const meant = [...typedOf.keys()]
  if (meant.length === typed.length && meant.every((token, i) => token === typed[i])) return reading
  return { ...(yield* parseQuery(meant, language, vocabulary)), typed: typedOf }
})

/**
 * Words that no product carries, as a food is called in the asked language: in Russian `plov` is плов before it is pilaf,
 * and `banan` банан before it is Banane.
 */
const asCalledIn = Effect.fnUntraced(function* <E>(
  language: Language,
  reading: ParsedQuery,
  vocabulary: SearchVocabulary<E>
): Effect.fn.Return<ParsedQuery, E> {
  const { counts, parsed, words } = reading
  const called = new Map<Token, Token>()
  for (const { inflected, isFood, token, written } of words) {
    if (token.isNumber || carried(counts, isFood ? [...written, ...inflected] : written).length > 0) continue
    const other = isFood ? yield* transliterated(token, vocabulary) : foodSpeltOut(token, language)
    if (other === null || languageOfWord(other.written) !== language) continue
    if (isFood || (yield* parseQuery([other], language, vocabulary)).unknown.size === 0) called.set(token, other)
  }
  if (called.size === 0) return reading
  return yield* parseQuery(
    parsed.tokens.map((token) => called.get(token) ?? token),
    language,
    vocabulary
  )
})

/**
 * An unfinished last word is first of all the food that begins like it (`морк` is морковь before it is морковный). One that hardly anything begins with may be a misspelt food: `carot` is a carrot before it is a Carotina.
 */
const finished = Effect.fnUntraced(function* <E>(
  reading: ParsedQuery,
  language: Language,
  vocabulary: SearchVocabulary<E>
): Effect.fn.Return<ParsedQuery, E> {
  const last = reading.words.at(-1)
  if (
    last === undefined ||
    last.prefix.length === 0 ||
    isExplained(reading) ||
    carried(reading.counts, wholeTerms(last)).length > 0
  ) {
    return reading
  }
  const food =
    (languageOfWord(last.token.written) === language ? yield* completedFood(last.token, vocabulary) : null) ??
    (yield* misspelt(last.token, last.prefix, vocabulary))
  if (food === null) return reading
  const corrected = yield* parseQuery([...reading.parsed.tokens.slice(0, -1), food], language, vocabulary)
  const words = corrected.words.map((word) => (word.token === food ? { ...word, typed: last.prefix } : word))
  return { ...corrected, words }
})

/** Is the last word one of those that tables list? Nobody has to guess what it begins. */
const isExplained = ({ parsed: { spans, tokens } }: ParsedQuery): boolean => {
  const last = spans.at(-1)
  return last !== undefined && last.end === tokens.length && last.kind !== "food"
}

const misspelt = Effect.fnUntraced(function* <E>(
  token: Token,
  prefix: ReadonlyArray<string>,
  vocabulary: SearchVocabulary<E>
): Effect.fn.Return<Token | null, E> {
  const food = yield* misspeltFood(token, enough, vocabulary)
  return food === null || (yield* vocabulary.matches(beginning(prefix))) >= enough ? null : food
})

const saysLittle = (token: Token): boolean => isFiller(token) || (!token.isNumber && token.written.length === 1)

/** What the same keys give on another layout, if that makes sense of the whole query. */
const onOtherLayout = Effect.fnUntraced(function* <E>(
  text: string,
  language: Language,
  vocabulary: SearchVocabulary<E>
): Effect.fn.Return<ParsedQuery | null, E> {
  const words = tokensOfQuery(text).length
  for (const other of retyped(text)) {
    const tokens = tokensOfQuery(other)
    // a key that gives a mark on the other layout does not make one word two
    if (tokens.length > words) continue
    const reading = yield* parseQuery(tokens, language, vocabulary)
    if (reading.unknown.size === 0 && !reading.parsed.tokens.every(saysLittle)) return reading
  }
  return null
})
