import { Effect } from "effect"
import { isNounFirstScript } from "../language/NameWords.ts"
import { isFiller } from "../language/ParsedText.ts"
import type { Language } from "../language/Language.ts"
import { exactForm, type Token } from "../language/Tokenizer.ts"
import type { AnalyzedQuery, Exclusion, Wanted } from "./AnalyzedQuery.ts"
import { asksForNonFood, headOf } from "./QueryParts.ts"
import { understood } from "./QueryUnderstanding.ts"
import { widened } from "./QueryTerms.ts"
import { carried, type ParsedQuery } from "./ParsedQuery.ts"
import { broaderParts } from "./BroaderParts.ts"
import { enough, lastResort, relaxedSteps, stays, type Step, strictestStep } from "./Relaxation.ts"
import { isFindable, type WantedPart, wantedParts, type WantedWord } from "./WantedParts.ts"
import { exactNameLengthMax } from "./SearchableProduct.ts"
import type { SearchQuery } from "./SearchQuery.ts"
import type { SearchVocabulary } from "./SearchVocabulary.ts"
import { hasToken } from "../language/TokenRange.ts"

/** What a search looks for. */
export interface QueryIntent {
  /**
   * One query after the other, the strictest first: the results of each follow those of the one before, which it leaves
   * out. None: nothing is found.
   */
  readonly queries: ReadonlyArray<AnalyzedQuery>
  /** the words, normalised, that the last of them does without */
  readonly relaxed: ReadonlyArray<string>
}

type Asked = Pick<SearchQuery, "text" | "language" | "region" | "source">

/**
 * What the query asks for, in the terms that the products of this catalogue carry. Looser match types are only looked for
 * where there is no better one: the beginning of a word where it names no food itself; another keyboard layout or
 * spelling where the catalogue does not know a word; categories and other scripts where few products match. Where few
 * match even so, the query is relaxed step by step, until ten match or nothing can be left out.
 */
export const analyzeQuery = Effect.fnUntraced(function* <E>(
  asked: Asked,
  vocabulary: SearchVocabulary<E>
): Effect.fn.Return<QueryIntent, E> {
  const reading = yield* understood(asked, vocabulary)
  const wanted = wantedParts(reading)
  const queries: Array<AnalyzedQuery> = []
  let found = 0
  let left: Step = []
  const ask = (step: Step, isWidened: boolean) =>
    Effect.gen(function* () {
      const words = distinctWords(step, reading)
      const typed = { ...typedQuery(words, step, reading, asked), without: queries.map(wantedOf) }
      const matches = yield* vocabulary.matches(typed)
      if (found + matches >= enough || !isWidened) return { query: typed, matches }
      const query = yield* widenedQuery(typed, words, reading, vocabulary)
      return { query, matches: yield* vocabulary.matches(query) }
    })
  const take = (step: Step, { matches, query }: { readonly matches: number; readonly query: AnalyzedQuery }) => {
    if (matches === 0) return
    queries.push(query)
    left = step
    found += matches
  }
  const intent = (): QueryIntent => ({ queries, relaxed: queries.length === 0 ? [] : wordsLeftOut(reading, left) })
  if (asksForNonFood(reading.parsed)) {
    // unless a product is called so: Nescafé Gold is no gold
    const named = strictestStep(wanted)
    if (named?.length === wanted.length && named.some(({ isNamed }) => isNamed)) take(named, yield* ask(named, false))
    return { queries, relaxed: [] }
  }
  const parts = yield* withoutUnknown(wanted, asked.language, vocabulary)
  const strictest = strictestStep(parts)
  if (strictest === null) return intent()
  take(strictest, yield* ask(strictest, true))
  if (found >= enough) return intent()
  const broader = yield* broaderParts(strictest, asked.language, vocabulary)
  const hopeful = found > 0 ? strictest : yield* withoutHopeless(strictest, ask)
  const again = hopeful.length < strictest.length ? [hopeful] : []
  const steps = [...again, ...relaxedSteps(reading, hopeful, broader)]
  for (const step of steps) {
    if (found >= enough) break
    take(step, yield* ask(step, step === steps.at(-1)))
  }
  for (const step of found > 0 ? [] : lastResort(reading, parts)) take(step, yield* ask(step, true))
  return intent()
})

/** Foods and preparations that no product has, as the nearest broader ones that some have. */
const withoutUnknown = Effect.fnUntraced(function* <E>(
  parts: Step,
  language: Language,
  vocabulary: SearchVocabulary<E>
): Effect.fn.Return<Step, E> {
  // beside a food its brand says nothing of what it is
  const hasFood = parts.some(({ isBrand, role }) => role === "essential" && !isBrand)
  const isUnknown = (part: WantedPart) => !isFindable(part) && !(part.isBrand && hasFood)
  const unknown = parts.filter(isUnknown)
  if (unknown.length === 0) return parts
  const broader = yield* broaderParts(unknown, language, vocabulary)
  return parts.map((part) => (unknown.includes(part) ? (broader.of(part)[0] ?? part) : part))
})

const wantedOf = ({ withCategories, words }: AnalyzedQuery): Wanted => ({ withCategories, words })

type Ask<E> = (step: Step, isWidened: boolean) => Effect.Effect<{ readonly matches: number }, E>

/** Without a brand that makes nothing of the food, and the optional parts that no product has beside the essential ones. */
const withoutHopeless = Effect.fnUntraced(function* <E>(all: Step, ask: Ask<E>): Effect.fn.Return<Step, E> {
  const foods = all.filter((part) => stays(part) && !part.isBrand)
  const isBrandHopeless =
    foods.length < all.filter(stays).length && foods.length > 0 && (yield* ask(all.filter(stays), false)).matches === 0
  const parts = isBrandHopeless ? all.filter(({ isBrand }) => !isBrand) : all
  const staying = parts.filter(stays)
  const kept: Array<WantedPart> = []
  for (const part of parts) {
    const isKept = stays(part) || part.role === "preparation" || (yield* ask([...staying, part], false)).matches > 0
    if (isKept) kept.push(part)
  }
  return kept
})

const typedQuery = (
  words: ReadonlyArray<WantedWord>,
  step: Step,
  reading: ParsedQuery,
  asked: Asked
): AnalyzedQuery => {
  const exactName = exactForm(tokensLeft(reading, step))
  return {
    words: words.map(({ query }) => query),
    withCategories: false,
    exclusions: exclusionsOf(reading),
    without: [],
    exactName: exactName.length > 0 && exactName.length <= exactNameLengthMax ? exactName : null,
    language: asked.language,
    filters: [
      ...(asked.region === null ? [] : [`region_${asked.region}` as const]),
      ...(asked.source === null ? [] : [`source_${asked.source}` as const])
    ]
  }
}

const widenedQuery = Effect.fnUntraced(function* <E>(
  typed: AnalyzedQuery,
  wanted: ReadonlyArray<WantedWord>,
  reading: ParsedQuery,
  vocabulary: SearchVocabulary<E>
): Effect.fn.Return<AnalyzedQuery, E> {
  const words = yield* Effect.forEach(wanted, ({ query, read }) =>
    read === null ? Effect.succeed(query) : widened(query, read, reading, vocabulary)
  )
  return { ...typed, words, withCategories: true }
})

/** Of equal words the last counts, because it is the one that may be unfinished. */
const distinctWords = (step: Step, reading: ParsedQuery): ReadonlyArray<WantedWord> => {
  const words = step.some(({ isNarrow }) => isNarrow) ? aboutHead(step, reading) : step.flatMap((part) => part.words)
  const isSame = (a: WantedWord, b: WantedWord) => a.read !== null && a.read.token.written === b.read?.token.written
  return words.filter((word, i) => !words.slice(i + 1).some((later) => isSame(word, later)))
}

/** A product is about the food that the query is about: a shrimp pizza about pizza, and not about its brand. */
const aboutHead = (step: Step, { parsed }: ParsedQuery): ReadonlyArray<WantedWord> => {
  const head = headOf(
    parsed,
    step.filter(({ isBrand, role }) => role === "essential" && !isBrand)
  )
  return step.flatMap(({ start, words }) => {
    if (start !== head?.start) return words
    const noun = isNounFirstScript(parsed.tokens[start]?.written ?? "") ? 0 : words.length - 1
    return words.map((word, i) => (i === noun ? { ...word, query: { ...word.query, upTo: "dish" } } : word))
  })
}

const exclusionsOf = ({ counts, parts }: ParsedQuery): ReadonlyArray<Exclusion> =>
  parts.flatMap(({ negation }) => {
    const terms = carried(counts, negation?.presentTerms ?? [])
    return terms.length === 0 ? [] : [{ terms, deniedBy: carried(counts, negation?.absentTerms ?? []) }]
  })

/** The words that are looked for, with the fillers between them; the whole text where nothing of it is left out. */
const tokensLeft = (reading: ParsedQuery, step: Step): ReadonlyArray<Token> => {
  const { tokens } = reading.parsed
  if (wordsLeftOut(reading, step).length === 0) return tokens
  const wanted = tokens.map((_, i) => step.some((part) => hasToken(part, i)))
  const first = wanted.indexOf(true)
  const last = wanted.lastIndexOf(true)
  return tokens.filter((token, i) => wanted[i] === true || (first < i && i < last && isFiller(token)))
}

const wordsLeftOut = ({ parsed: { spans, tokens }, typed }: ParsedQuery, step: Step): ReadonlyArray<string> =>
  tokens.flatMap((token, i) => {
    const isWanted = step.some((part) => hasToken(part, i))
    const isNegated = spans.some((span) => span.kind === "negation" && hasToken(span, i))
    return isWanted || isNegated || isFiller(token) ? [] : [(typed.get(token) ?? token).written]
  })
