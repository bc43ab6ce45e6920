import { isBrandOfFoods, isProperty } from "./FoodProperties.ts"
import { conceptsIn, conceptsOfWord, isNameAsWritten } from "./Lexicon.ts"
import { type Negation, negationsIn } from "./Negation.ts"
import { nonFoodEnd } from "./NonFoodWords.ts"
import { isPreparationWord } from "./Preparation.ts"
import { isWithThe, leavesSame } from "./NameWords.ts"
import type { Token } from "./Tokenizer.ts"
import { singleWordsOf, wordTable } from "./WordTable.ts"
import { hasToken } from "./TokenRange.ts"

/**
 * What a part of a text is: a food of the lexicon; a brand of several foods; something that is absent; how much of it (an amount with a unit, a count, a
 * portion); a number of another kind; a percentage; what it is sold in; how it was prepared; what else is said of it; a word behind which stands
 * what goes with it; another thing than food; a word that says nothing.
 */
export type SpanKind =
  | "food"
  | "brand"
  | "negation"
  | "amount"
  | "count"
  | "number"
  | "portion"
  | "percentage"
  | "package"
  | "preparation"
  | "quality"
  | "accompaniment"
  | "non-food"
  | "filler"

/** A part of a text, by its words `start` (inclusive) to `end` (exclusive). */
export interface Span {
  readonly kind: SpanKind
  readonly start: number
  readonly end: number
  /** of a food */
  readonly concept: string | null
  /** the food is named by an adjective made from it, as Russian does */
  readonly isModifier: boolean
  /** the words of a food do not name foods of their own: a hot dog is no dog */
  readonly isOpaque: boolean
  readonly negation: Negation | null
  /** it goes with what is named before: butter in "toast with butter" */
  readonly accompanies: boolean
}

/** A text as everything reads it: its words, and what they are. Words of no span are not explained. */
export interface ParsedText {
  readonly tokens: ReadonlyArray<Token>
  /** in the order of the text; none overlaps another */
  readonly spans: ReadonlyArray<Span>
}

type Found = Pick<Span, "kind" | "start" | "end"> & Partial<Span>

const packages = wordTable<SpanKind>("packages", ({ attributes: [kind] }) =>
  kind === "portion" || kind === "count" ? kind : "package"
)
const qualities = wordTable<SpanKind>("qualities", () => "quality")
const fillers = wordTable<SpanKind>("fillers", () => "filler", { byWriting: true })
const accompaniments = wordTable<SpanKind>("accompaniments", () => "accompaniment", { byWriting: true })

const fillerWords = singleWordsOf("fillers", "accompaniments")

/** Does the word say nothing of what is looked for, or only connect what does? */
export const isFiller = ({ written }: Token): boolean => fillerWords().has(written)

/** In the order in which they are asked; of phrases of one length the first counts. */
const tables = [packages, qualities, accompaniments, fillers]

const percentage = /^\d+(?:\.\d+)?%$/
/** So many digits are a code on a package, which explains nothing and is explained by nothing. */
const code = /^\d{6,14}$/
const bareNumber = /^\d+(?:\.\d+)?$/

/** "2 eggs" counts; "3 in 1" behind a name is part of it. */
const kindOfNumber = ({ written }: Token, next: Token | undefined): SpanKind => {
  if (percentage.test(written)) return "percentage"
  if (!bareNumber.test(written)) return "amount"
  return next !== undefined && !next.isNumber && !isFiller(next) ? "count" : "number"
}

const numberAt = (tokens: ReadonlyArray<Token>, i: number): Found | null => {
  const token = tokens[i]
  if (token?.isNumber !== true || code.test(token.written)) return null
  return { kind: kindOfNumber(token, tokens[i + 1]), start: i, end: i + 1 }
}

const preparationAt = (tokens: ReadonlyArray<Token>, i: number): Found | null => {
  const token = tokens[i]
  return token !== undefined && isPreparationWord(token) ? { kind: "preparation", start: i, end: i + 1 } : null
}

const nonFoodAt = (tokens: ReadonlyArray<Token>, i: number): Found | null => {
  const end = nonFoodEnd(tokens, i)
  return end === null ? null : { kind: "non-food", start: i, end }
}

const inTable = (tokens: ReadonlyArray<Token>, i: number): ReadonlyArray<Found> =>
  tables.flatMap((table) => {
    const found = table.at(tokens, i)
    return found === null ? [] : [{ kind: found.value, start: found.start, end: found.end }]
  })

const unmarked = { concept: null, isModifier: false, isOpaque: false, negation: null, accompanies: false }

/** Is the food one that can be meant? */
type IsKnownFood = (concept: string) => boolean

/**
 * Reads a text. A food of several words that is not known is read as the foods that its words name: where nobody sells
 * chicken shawarma it is a shawarma with chicken. One that is opaque stays: peanut butter is no butter. So does one with
 * other words: pork neck.
 */
export const parseText = (
  tokens: ReadonlyArray<Token>,
  isKnown: IsKnownFood = () => true,
  negations: ReadonlyArray<Negation> = negationsIn(tokens)
): ParsedText => {
  const foods = foodsIn(tokens, isKnown)
  const spans: Array<Span> = []
  for (let i = 0; i < tokens.length;) {
    const found = spanAt(tokens, i, foods, negations)
    if (found === null) i++
    else {
      spans.push({ ...unmarked, ...found })
      i = found.end
    }
  }
  return { tokens, spans: withAccompaniments(tokens, spans) }
}

const foodsIn = (tokens: ReadonlyArray<Token>, isKnown: IsKnownFood): ReadonlyArray<Found> =>
  conceptsIn(tokens).flatMap(({ concept, end, opaque, start, use }) => {
    const isPhrase = !tokens.slice(start + 1, end).some((token) => token.startsClause)
    // an adjective alone names no food
    const isFood = use === "name" || tokens.length > 1
    const kind = kindOf(concept)
    const isMeant =
      opaque || end - start === 1 || isKnown(concept) || !nameOtherFoods(tokens.slice(start, end), concept)
    return isPhrase && isFood && isMeant
      ? [{ kind, start, end, concept, isModifier: use === "modifier", isOpaque: opaque }]
      : []
  })

const kindOf = (concept: string): SpanKind => {
  if (isBrandOfFoods(concept)) return "brand"
  return isProperty(concept) ? "preparation" : "food"
}

/** Does each of the words name another food than they do together, or how that is cut? */
const nameOtherFoods = (words: ReadonlyArray<Token>, whole: string): boolean =>
  words.every((word) => {
    const named = conceptsOfWord(word)
    return leavesSame(word) || (named.length > 0 && named.every(({ concept }) => concept !== whole))
  })

const longestFirst = (a: Found, b: Found): number => b.end - a.end

const spanAt = (
  tokens: ReadonlyArray<Token>,
  i: number,
  foods: ReadonlyArray<Found>,
  negations: ReadonlyArray<Negation>
): Found | null => {
  const negation = negations.find(({ start }) => start === i)
  // alcohol free beer is a food of its own
  const isName = foods.some((food) => food.isOpaque === true && food.start === i && food.end > (negation?.end ?? 0))
  if (negation !== undefined && !isName) return { kind: "negation", start: i, end: negation.end, negation }
  const isOnlyFood = foods.every((food) => hasToken(food, i))
  const others = [numberAt(tokens, i), ...inTable(tokens, i), nonFoodAt(tokens, i), preparationAt(tokens, i)].filter(
    (found) => found !== null
  )
  const here = foods.filter(({ end, start }) => start === i && !(end === i + 1 && isInflectedPreparation(tokens, i)))
  // a clove of garlic is a portion, and minced it is no mince; alone, both are foods
  const found = isOnlyFood ? [...here, ...others] : [...here.filter(isMeantWith(others, tokens[i])), ...others]
  return found.toSorted(longestFirst)[0] ?? null
}

/** Toast is a food, toasted is what was done to one. */
const isInflectedPreparation = (tokens: ReadonlyArray<Token>, i: number): boolean => {
  const token = tokens[i]
  return token !== undefined && isPreparationWord(token) && !isNameAsWritten(token)
}

/** A word that a table lists is no food beside another one, if it is a portion or a quality, or a food is only spelt alike. */
const isMeantWith =
  (others: ReadonlyArray<Found>, token: Token | undefined) =>
  (food: Found): boolean =>
    food.kind !== "food" ||
    food.end - food.start > 1 ||
    !others.some(
      ({ kind }) => kind === "portion" || kind === "quality" || (token !== undefined && !isNameAsWritten(token))
    )

/** What stands behind a word for "with" goes with the food before it. */
const withAccompaniments = (tokens: ReadonlyArray<Token>, spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  let hasFood = false
  let isBehind = false
  return spans.map((span) => {
    const first = tokens[span.start]
    const isJoined = first !== undefined && isWithThe(first.written)
    if (span.kind === "accompaniment" || isJoined) isBehind = hasFood
    if (first?.startsClause === true && !isJoined) isBehind = false
    if (span.kind === "food" && !isBehind) hasFood = true
    return isBehind && span.kind === "food" ? { ...span, accompanies: true } : span
  })
}
