import { isDishConcept, isFlavouring } from "../language/ConceptFacets.ts"
import { isNounFirstScript, isRussianAdjective } from "../language/NameWords.ts"
import type { Negation } from "../language/Negation.ts"
import type { ParsedText, Span, SpanKind } from "../language/ParsedText.ts"
import { languageOfWord } from "../language/Stemming.ts"
import type { Token } from "../language/Tokenizer.ts"
import { hasToken } from "../language/TokenRange.ts"

/**
 * What a part of a query is to the search. `essential`: the food or brand that is asked for. `unused`: no product is about
 * it. All others are optional, the least telling first: they are left out in this order when few products have them.
 */
export const partRoles = [
  "unused",
  "quality",
  "other",
  "package",
  "amount",
  // what it rules out stays ruled out
  "negation",
  "preparation",
  "percentage",
  "accompaniment",
  "essential"
] as const
export type PartRole = (typeof partRoles)[number]

/** Words of a query that belong together, by their indices `start` (inclusive) to `end` (exclusive). */
export interface QueryPart {
  readonly role: PartRole
  /** it is a food or a brand */
  readonly isNamed: boolean
  readonly isBrand: boolean
  /** with it only products count that are about the food asked for: a sugar-free creamer is no coffee without sugar */
  readonly isNarrow: boolean
  readonly start: number
  readonly end: number
  readonly negation: Negation | null
  /** the food that its words name together */
  readonly concept: string | null
  readonly isModifier: boolean
  readonly isOpaque: boolean
}

const roleOfKind: Readonly<Record<SpanKind, PartRole>> = {
  food: "essential",
  brand: "essential",
  negation: "negation",
  amount: "unused",
  count: "unused",
  number: "amount",
  portion: "unused",
  percentage: "percentage",
  package: "package",
  preparation: "preparation",
  quality: "quality",
  accompaniment: "unused",
  "non-food": "other",
  filler: "unused"
}

/** Every record is about 100 g or 100 ml; another amount may be the size of a package. */
const referenceAmount = /^100(?:g|ml)$/

const roleOf = (span: Span, tokens: ReadonlyArray<Token>): PartRole => {
  if (span.accompanies) return "accompaniment"
  const isSize = span.kind === "amount" && !referenceAmount.test(tokens[span.start]?.written ?? "")
  return isSize ? "amount" : roleOfKind[span.kind]
}

const toPart = (span: Span, tokens: ReadonlyArray<Token>): QueryPart => ({
  ...span,
  role: roleOf(span, tokens),
  isNamed: span.kind === "food" || span.kind === "brand",
  isBrand: span.kind === "brand",
  isNarrow: span.kind === "negation" || span.kind === "amount" || span.accompanies
})

/**
 * The parts of a query. `isBrand` tells of a word that nothing explains whether it is a brand of the catalogue. Where
 * the query names neither food nor brand, its other words are essential.
 */
export const partsOf = (parsed: ParsedText, isBrand: (index: number) => boolean): ReadonlyArray<QueryPart> => {
  const spans = parsed.spans.filter(({ kind }) => kind !== "non-food")
  const explained = spans.map((span) => toPart(span, parsed.tokens))
  // an adjective alone names no food: the noun that it describes does, known or not
  const isNoun = (i: number) => isDescribedNoun(parsed, i)
  const unexplained = [...parsed.tokens.keys()].filter((i) => !spans.some((span) => hasToken(span, i)))
  const others = unexplained.map((i) => unexplainedPart(i, isBrand(i), isNoun(i)))
  const parts = [...explained, ...others].toSorted((a, b) => a.start - b.start)
  return withEssentials(parts)
}

const isDescribedNoun = ({ spans, tokens }: ParsedText, i: number): boolean => {
  const token = tokens[i]
  if (token === undefined || languageOfWord(token.written) !== "ru" || isRussianAdjective(token.written)) return false
  const foods = spans.filter(({ kind }) => kind === "food")
  return foods.every(({ isModifier }) => isModifier) && foods.some(({ end }) => end === i)
}

const unexplainedPart = (i: number, isBrand: boolean, isNoun: boolean): QueryPart => ({
  role: isBrand || isNoun ? "essential" : "other",
  isNamed: isBrand || isNoun,
  isBrand,
  isNarrow: false,
  start: i,
  end: i + 1,
  negation: null,
  concept: null,
  isModifier: false,
  isOpaque: false
})

const essentialInNeed: ReadonlyArray<(part: QueryPart) => boolean> = [
  ({ role }) => role === "other",
  ({ role }) => role !== "unused" && role !== "negation",
  () => true
]

const withEssentials = (parts: ReadonlyArray<QueryPart>): ReadonlyArray<QueryPart> => {
  if (parts.some(({ role }) => role === "essential")) return parts
  const isEssential = essentialInNeed.find((isIn) => parts.some(isIn))
  return parts.map((part) => (isEssential?.(part) === true ? { ...part, role: "essential" } : part))
}

/** The words of the first phrase, before what goes with it or what it is for. */
const firstPhraseEnd = ({ spans, tokens }: ParsedText): number => {
  const noun = spans.find(({ kind }) => kind === "food" || kind === "non-food")?.start ?? 0
  const isEnd = ({ kind, start }: Span) => start > noun && (kind === "accompaniment" || kind === "filler")
  const clause = tokens.findIndex(({ startsClause }, i) => startsClause && i > noun)
  return Math.min(spans.find(isEnd)?.start ?? tokens.length, clause === -1 ? tokens.length : clause)
}

/**
 * Does the text ask for another thing than food? In English and its relatives the last noun decides: a butter knife is
 * none, Christmas cookies are. In Russian and Arabic one noun for another thing is enough, since nouns describe a food
 * behind a preposition only.
 */
export const asksForNonFood = (parsed: ParsedText): boolean => {
  const end = firstPhraseEnd(parsed)
  const nouns = parsed.spans.filter(
    ({ isModifier, kind, start }) => start < end && !isModifier && (kind === "food" || kind === "non-food")
  )
  const last = nouns.at(-1)
  if (last === undefined) return false
  return isNounFirstScript(parsed.tokens[last.start]?.written ?? "")
    ? nouns.some(({ kind }) => kind === "non-food")
    : last.kind === "non-food"
}

/**
 * The part that the query is about, of those that are essential: no brand where it names a food. What comes behind a food may
 * be its flavour: vanilla.
 */
export const headOf = (parsed: ParsedText, essentials: ReadonlyArray<QueryPart>): QueryPart | undefined => {
  const end = firstPhraseEnd(parsed)
  const foods = essentials.filter(({ isBrand }) => !isBrand)
  const phrase = (foods.length === 0 ? essentials : foods).filter(({ start }) => start < end)
  const written = (part: QueryPart | undefined) => parsed.tokens[part?.start ?? 0]?.written ?? ""
  if (!isNounFirstScript(written(phrase[0]))) {
    const isDish = ({ concept }: QueryPart) => concept !== null && isDishConcept(concept)
    const food = phrase.findLast(({ concept }) => concept === null || !isFlavouring(concept)) ?? phrase.at(-1)
    return food?.concept == null ? food : (phrase.findLast(isDish) ?? food)
  }
  return phrase.find((part) => !part.isModifier && !isRussianAdjective(written(part))) ?? phrase.at(-1)
}
