import type { Token } from "../language/Tokenizer.ts"
import type { Language } from "../language/Language.ts"
import { isProperty, specialises } from "./FoodFacets.ts"
import { foodsWith } from "./FoodTraits.ts"
import { arabicPurpose, particles } from "./Particles.ts"
import type { Segment } from "./Segments.ts"

/** A food or a property that a text names. */
export interface FoodMention {
  readonly concept: string
  readonly start: number
  readonly end: number
  readonly negated: boolean
  /** how much the text is about it, at most 1 */
  readonly weight: number
  /** named as one of several with the food before it: "nuts and dried fruit", "butter or margarine" */
  readonly isJoined: boolean
  /** how probable it is that the food is only the context of what is asked for, where that is known */
  readonly context?: number
}

/** Foods of a query that weigh less are only a purpose ("flatbread for wraps") and need not be in the product. */
export const neededWeight = 0.55

export interface NamedFoods {
  readonly tokens: ReadonlyArray<Token>
  readonly language: Language
  readonly kind: "name" | "query"
  readonly named: ReadonlyArray<Segment>
  readonly negated: ReadonlySet<Segment>
}

/** Words after which a food is an addition or a flavour, not what the product is. */
const additionWords = particles("addition")
/** Words that make an addition of the food before them. */
const flavouredWords = particles("flavoured")
const purposeWords = particles("purpose")
/** What comes after them is only compared with: "fewer calories than chips". */
const comparedWords = particles("than")
const andWords = particles("and")
/** "for baking bread", "for making pizza" */
const doingWords = particles("doing")
const arabicAddition = /^[بو]ا?ل/

/** What a name's foods weigh, beside the one that it is about. */
const share = {
  headless: 0.4,
  beside: 0.4,
  addition: 0.22,
  purpose: 0.35,
  onlyPurpose: 0.5,
  furtherFood: 0.7,
  hint: 0.8,
  occasion: 0.5
} as const

interface Candidate {
  readonly segment: Segment
  readonly concept: string
  readonly isModifier: boolean
}

/** In a name one food is what the thing is; the others are flavours, fillings, additions. In a query all are wanted. */
export const weighFoods = (named: NamedFoods): ReadonlyArray<FoodMention> => {
  const candidates = named.named.flatMap((segment) =>
    segment.mention === null
      ? []
      : [{ segment, concept: segment.mention.concept, isModifier: segment.mention.use === "modifier" }]
  )
  const additionsFrom = firstAddition(named.tokens, named.language)
  const head = headOf(candidates, named, additionsFrom)
  return candidates.map(({ concept, isModifier, segment }) => ({
    concept,
    start: segment.start,
    end: segment.end,
    negated: named.negated.has(segment),
    isJoined: isJoined(segment, named),
    weight:
      named.kind === "query"
        ? queryWeight(segment, head, named) *
          vagueness(segment, candidates.filter((each) => !isProperty(each.concept)).length === 1)
        : nameWeight({ concept, isModifier, segment }, head, named, additionsFrom)
  }))
}

const firstAddition = (tokens: ReadonlyArray<Token>, language: Language): number => {
  const found = tokens.findIndex(
    ({ written }, i) =>
      i > 0 && (additionWords.has(written) || (language === "ar" && written.length > 4 && arabicAddition.test(written)))
  )
  return found === -1 ? tokens.length : found
}

const headOf = (
  candidates: ReadonlyArray<Candidate>,
  { kind, language, negated, tokens }: NamedFoods,
  additionsFrom: number
): Candidate | undefined => {
  // "crackers low fat" asks for crackers
  const mayBeHead = (concept: string) => kind === "name" || !isProperty(concept)
  const possible = candidates.filter(
    ({ concept, isModifier, segment }) => !isModifier && !negated.has(segment) && mayBeHead(concept)
  )
  const fallback = possible[0] ?? candidates[0]
  if (language !== "en") return possible.find(({ segment }) => segment.start < additionsFrom) ?? fallback
  const clauseEnd = tokens.findIndex((token, i) => i > 0 && token.startsClause)
  const firstClause = clauseEnd === -1 ? tokens.length : clauseEnd
  return (
    possible.findLast(
      ({ segment }) =>
        segment.start < Math.min(firstClause, additionsFrom) && !flavouredWords.has(tokens[segment.end]?.written ?? "")
    ) ?? fallback
  )
}

/** Words for anything to eat: who asks for a meal means no product that is called one. */
const anyFood = foodsWith("any")

/** "snack" and "dessert" are occasions more than foods, and a hint may be wrong. */
const vagueness = ({ end, mention, phrases, start }: Segment, isOnly: boolean): number => {
  if (mention !== null && isProperty(mention.concept)) return 1
  if (isOnly && end - start === 1 && anyFood.has(mention?.concept ?? "")) return share.occasion
  if (mention?.use === "name" && end - start > 1 && anyFood.has(mention.concept)) return 1
  if (phrases.some((phrase) => phrase.kind === "occasion" || phrase.kind === "claim")) return share.occasion
  return mention?.use === "hint" ? share.hint : 1
}

const isJoined = ({ start }: Segment, { language, tokens }: NamedFoods): boolean => {
  const first = tokens[start]
  if (first === undefined || start === 0) return false
  if (first.startsClause || andWords.has(tokens[start - 1]?.written ?? "")) return true
  return language === "ar" && first.written.startsWith("و")
}

const queryWeight = (segment: Segment, head: Candidate | undefined, named: NamedFoods): number => {
  const before = named.tokens[segment.start - 1]?.written ?? ""
  const first = named.tokens[segment.start]?.written ?? ""
  if (comparedWords.has(before)) return 0
  const isPurpose =
    purposeWords.has(before) ||
    (named.language === "ar" && arabicPurpose.test(first)) ||
    (doingWords.has(before) && purposeWords.has(named.tokens[segment.start - 2]?.written ?? ""))
  if (isPurpose) return head?.segment === segment ? share.onlyPurpose : share.purpose
  const isFull = named.negated.has(segment) || isJoined(segment, named) || head?.segment === segment
  return isFull ? 1 : share.furtherFood
}

const nameWeight = (
  { concept, isModifier, segment }: Candidate,
  head: Candidate | undefined,
  { negated }: NamedFoods,
  additionsFrom: number
): number => {
  if (negated.has(segment)) return 0
  if (head?.segment === segment) return segment.start >= additionsFrom ? share.headless : 1
  if (segment.start >= additionsFrom) return share.addition
  // "Beverages, tea, green", "Cheese, gouda"
  return !isModifier && head !== undefined && specialises(concept, head.concept) ? 1 : share.beside
}
