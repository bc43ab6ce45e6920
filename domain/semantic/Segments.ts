import { conceptOf, isLexiconStem, type Mention, mentionsIn } from "../language/Lexicon.ts"
import { tokenize, exactForm, type Token } from "../language/Tokenizer.ts"
import { languageOfWord, stemOf } from "../language/Stemming.ts"
import { isOurOwn, isProperty, ownFacets } from "./FoodFacets.ts"
import { isStopWord } from "./StopWords.ts"
import { arabicParticle } from "./Particles.ts"
import { isGrammarPhrase, isGrammarStem, type Phrase, type PhraseKind, phrasesAt } from "./Phrases.ts"

/** A stretch of a text that the lexicon or the grammar knows: words `start` to `end` (exclusive). */
export interface Segment {
  readonly start: number
  readonly end: number
  /** the food, or the property, that it names */
  readonly mention: Mention | null
  readonly phrases: ReadonlyArray<Phrase>
}

/** The phrase of a kind that a segment is. */
export const phraseOf = (segment: Segment | undefined, kind: PhraseKind): Phrase | undefined =>
  segment?.phrases.find((phrase) => phrase.kind === kind)

export interface Segmentation {
  /** from left to right, without overlaps */
  readonly segments: ReadonlyArray<Segment>
  /** foods that are named around or inside the segments: apple and juice in apple juice */
  readonly related: ReadonlyArray<Mention>
}

const phraseKinds: Readonly<Record<"name" | "query", ReadonlySet<PhraseKind>>> = {
  name: new Set(["nutrient", "amount", "claim", "label"]),
  query: new Set(["nutrient", "amount", "claim", "occasion", "replacement", "taste"])
}

/** Little words, whose stems are also those of foods: без and безе. */
const particles: ReadonlySet<PhraseKind> = new Set(["amount"])

const wordLengthMin = 4

const isKnown = (stem: string): boolean => isLexiconStem(stem) || isGrammarStem(stem)

/** The word without a particle in front, when it is a known word without it alone. */
export const withoutParticle = (token: Token): Token => {
  const { stem, written } = token
  if (written.length < wordLengthMin || languageOfWord(written) !== "ar") return token
  if (!arabicParticle.test(written) || isKnown(stem)) return token
  const rest = stemOf(written.slice(1))
  return isKnown(rest) ? { ...token, stem: rest } : token
}

/** A name that may consist of words that mean something of their own: *gluten free pasta*, *dried mango*. */
const isCompound = (mention: Mention): boolean =>
  mention.end - mention.start > 1 && ownFacets(mention.concept).size === 0

/** What words say of their own inside the name of a food. Sweet potato, brown sugar and Turkish coffee, which are foods of our own, say no more. */
const saidInside = {
  ownFoods: new Set<PhraseKind>(["claim"]),
  taxonomies: new Set<PhraseKind>(["claim", "nutrient", "occasion"])
} as const

/** Is the name written like this, not only stemmed like this? فطور is breakfast, though its stem is that of فطر, mushroom. */
const isWrittenSo = ({ concept, end, start }: Mention, tokens: ReadonlyArray<Token>): boolean => {
  const written = exactForm(tokens.slice(start, end))
  return conceptOf(concept)?.names.some((name) => exactForm(tokenize(name.text)) === written) ?? false
}

/** The longest of what begins at each word, be it of the lexicon or of the grammar. */
export const segmentsOf = (tokens: ReadonlyArray<Token>, kind: "name" | "query"): Segmentation => {
  const kinds = phraseKinds[kind]
  const mentions = mentionsIn(tokens)
  const segments: Array<Segment> = []
  const related: Array<Mention> = []
  const saysMore = (mention: Mention): boolean => {
    const said = saidInside[isOurOwn(mention.concept) ? "ownFoods" : "taxonomies"]
    for (let i = mention.start; i < mention.end; i++) {
      const found = phrasesAt(tokens, i, kinds)
      if (found !== null && i + found.length <= mention.end && found.phrases.some((each) => said.has(each.kind)))
        return true
    }
    return mentions.some((inner) => contains(mention, inner) && isProperty(inner.concept))
  }
  // такого is no taco
  const mayBeMistaken = (start: number, end: number): boolean => {
    const words = tokens.slice(start, end)
    return isGrammarPhrase(words) || (kind === "query" && words.every(isStopWord))
  }
  // meat is meat in any form, be it something that a food has or a food
  const isSame = ({ concept }: Mention, phrases: ReadonlyArray<Phrase>): boolean =>
    kind === "query" && phrases.some(({ property, value }) => property !== "" && value === concept)
  let place = 0
  while (place < tokens.length) {
    const isParticle = phrasesAt(tokens, place, particles)?.length === 1
    const here = mentions.filter((mention) => mention.start === place && !(isParticle && mention.end === place + 1))
    const mention = here.find((each) => !(isCompound(each) && saysMore(each)))
    const found = phrasesAt(tokens, place, kinds)
    const ends = { mention: mention?.end ?? place, phrases: place + (found?.length ?? 0) }
    const end = Math.max(ends.mention, ends.phrases)
    for (const each of here) if (each !== mention && each.end > place + 1) related.push(each)
    if (end === place) {
      place++
      continue
    }
    const named = ends.mention === end ? (mention ?? null) : null
    const phrases = ends.phrases === end ? (found?.phrases ?? []) : []
    const isMistaken =
      named !== null && mayBeMistaken(place, end) && !isWrittenSo(named, tokens) && !isSame(named, phrases)
    segments.push({ start: place, end, mention: isMistaken ? null : named, phrases })
    if (named !== null) related.push(...mentions.filter((inner) => contains(named, inner)))
    place = end
  }
  return { segments: withSharedHeads(tokens, segments), related: [...new Set(related)] }
}

/** "говяжья или куриная печень" is about beef liver too: an adjective that is joined to a name takes its last word. */
const withSharedHeads = (tokens: ReadonlyArray<Token>, segments: ReadonlyArray<Segment>): ReadonlyArray<Segment> =>
  segments.map((segment, k) => {
    const next = segments[k + 1]
    const head = next === undefined ? undefined : tokens[next.end - 1]
    if (segment.mention?.use !== "modifier" || next === undefined || next.end - next.start < 2) return segment
    if (head === undefined || next.mention === null || next.start - segment.end !== 1) return segment
    const words = [...tokens.slice(segment.start, segment.end), { ...head, startsClause: false }]
    const mention = mentionsIn(words).find((each) => each.start === 0 && each.end === words.length)
    return mention === undefined
      ? segment
      : { ...segment, mention: { ...mention, start: segment.start, end: segment.end } }
  })

const contains = (outer: Mention, inner: Mention): boolean =>
  inner !== outer &&
  outer.start <= inner.start &&
  inner.end <= outer.end &&
  outer.end - outer.start > inner.end - inner.start
