import type { Mention } from "../language/Lexicon.ts"
import { tokenize, type Token } from "../language/Tokenizer.ts"
import type { Language } from "../language/Language.ts"
import { languageOfWord } from "../language/Stemming.ts"
import { type AmountsSaid, readAmounts } from "./AmountGrammar.ts"
import { readLimits, type Limit } from "./Limits.ts"
import { constraintWeights } from "./NutrientConstraints.ts"
import type { PhraseKind } from "./Phrases.ts"
import { isProperty } from "./FoodFacets.ts"
import { foodsWith } from "./FoodTraits.ts"
import { type FoodMention, weighFoods } from "./FoodWeights.ts"
import { furtherUse, type Purpose, readPurposes } from "./Purposes.ts"
import { readReplacements } from "./Replacements.ts"
import { type Segment, segmentsOf, withoutParticle } from "./Segments.ts"
import { isStopWord } from "./StopWords.ts"
import { add, addAll, readWeights, type Weights } from "./Weights.ts"

/** What a name or a query says, in the terms of the lexicon and the grammar. */
export interface NeedReading {
  readonly language: Language
  readonly tokens: ReadonlyArray<Token>
  readonly foods: ReadonlyArray<FoodMention>
  /** foods named inside or around the others, for likeness of words alone */
  readonly related: ReadonlyArray<Mention>
  /** what is said outright: claims, and nutrients with an amount */
  readonly said: Weights
  /** what an occasion, an audience or a goal asks for */
  readonly implied: Weights
  /** `n:protein+`, `n:sugar-`, `n:fat0`: what is asked outright of nutrients and properties */
  readonly constraints: ReadonlySet<string>
  readonly limits: ReadonlyArray<Limit>
  /** how much each word still counts as a word: less when the grammar has taken it */
  readonly wordWeights: ReadonlyArray<number>
}

/** How much a word still counts once the grammar knows what it says. */
const taken = { claim: 0.15, nutrient: 0.2, amount: 0.1, occasion: 0.3, negatedFood: 0.2 } as const

const noPurposes: ReadonlyMap<Segment, Purpose> = new Map()
/** Words that say something of others. */
const remarks: ReadonlySet<PhraseKind> = new Set(["amount", "comparison", "replacement"])

/** `n:fat+` and `n:fat-` */
const opposite = (constraint: string): string => constraint.replace(/[+\-0]$/, (sign) => (sign === "+" ? "-" : "+"))

/** What a word of taste means beside the food that it belongs to: the next one, in Arabic the one before. */
const tasteBeside = (segment: Segment, segments: ReadonlyArray<Segment>, language: Language): Weights | null => {
  const taste = segment.phrases.find((phrase) => phrase.kind === "taste")
  if (taste === undefined) return null
  const k = segments.indexOf(segment)
  const food = language === "ar" ? segments[k - 1] : segments[k + 1]
  const isAdjacent = food !== undefined && (language === "ar" ? food.end === segment.start : food.start === segment.end)
  const isFood = food?.mention !== null && food?.mention !== undefined && !isProperty(food.mention.concept)
  return isAdjacent && isFood ? taste.facets : null
}

const amountsHave = (amounts: AmountsSaid, constraint: string): boolean =>
  [...amounts.of.values()].some(({ constraints }) => constraints.includes(constraint))

/** "meals for the elderly" are no ready meals: the occasion says more than such a word. */
const vagueFoods = foodsWith("vague")
const vagueShare = 0.3

const withoutVague = (foods: ReadonlyArray<FoodMention>, implied: Weights): ReadonlyArray<FoodMention> =>
  implied.size === 0
    ? foods
    : foods.map((food) => (vagueFoods.has(food.concept) ? { ...food, weight: food.weight * vagueShare } : food))

export const languageOf = (tokens: ReadonlyArray<Token>): Language => {
  const count = { en: 0, ru: 0, ar: 0 }
  for (const { written } of tokens) {
    const language = languageOfWord(written)
    if (language !== null) count[language] += written.length
  }
  if (count.ar > count.ru && count.ar >= count.en) return "ar"
  return count.ru > count.ar && count.ru >= count.en ? "ru" : "en"
}

/** Reads a name of a product (`name`) or what somebody asks for (`query`). */
export const readText = (text: string, kind: "name" | "query"): NeedReading => {
  const tokens = tokenize(text).map(withoutParticle)
  const language = languageOf(tokens)
  const { related, segments } = segmentsOf(tokens, kind)
  const limits = kind === "query" ? readLimits(tokens, segments) : []
  const amounts = readAmounts(tokens, segments, kind, limits)
  const said = new Map<string, number>()
  const implied = new Map<string, number>()
  const constraints = new Set<string>()
  const wordWeights: Array<number> = tokens.map((token) => (isStopWord(token) ? 0 : 1))
  const take = ({ end, start }: Segment, weight: number) => {
    for (let i = start; i < end; i++) wordWeights[i] = Math.min(wordWeights[i] ?? 0, weight)
  }
  for (const i of amounts.droppedWords) wordWeights[i] = 0
  for (const { nutrient, operator } of limits) {
    const constraint = `n:${nutrient}${operator === "lt" ? "-" : "+"}`
    if (!amountsHave(amounts, constraint)) addAll(said, constraintWeights(readWeights(constraint)), 1)
    constraints.add(constraint)
  }
  const named: Array<Segment> = []
  let saysUse = false
  // "baby food for a six month old" says the same twice
  const heard = new Set<string>()
  const replaced = readReplacements(segments)
  const purposes = kind === "query" ? readPurposes(tokens, segments, replaced) : noPurposes
  for (const segment of segments) {
    const instead = replaced.get(segment) ?? (amounts.negated.has(segment) ? undefined : purposes.get(segment))
    if (instead !== undefined) {
      addAll(implied, constraintWeights(instead), 1)
      take(segment, taken.negatedFood)
      continue
    }
    const negated = amounts.negated.has(segment)
    const amount = amounts.of.get(segment)
    const claim = segment.phrases.find((phrase) => phrase.kind === "claim" || phrase.kind === "label")
    const taste = tasteBeside(segment, segments, language)
    if (taste !== null) {
      addAll(said, constraintWeights(taste), negated ? -1 : 1)
      take(segment, taken.claim)
      continue
    }
    const occasion = segment.phrases.find((phrase) => phrase.kind === "occasion")
    if (claim !== undefined) {
      addAll(said, constraintWeights(claim.facets), negated ? -1 : 1)
      for (const name of claim.facets.keys()) constraints.add(negated ? opposite(name) : name)
      take(segment, taken.claim)
    } else if (amount !== undefined) {
      for (const name of amount.constraints) constraints.add(name)
      for (const [name, weight] of amount.weights) add(said, name, weight)
      take(segment, taken.nutrient)
      continue
    }
    if (amounts.used.has(segment)) {
      take(segment, taken.amount)
      continue
    }
    if (occasion?.isUse && replaced.size > 0) take(segment, taken.claim)
    else if (occasion !== undefined) {
      const weights = constraintWeights(occasion.facets)
      if (negated) {
        for (const [name, weight] of weights) if (weight > 0) add(said, name, -0.6 * weight)
        const bad = segment.phrases.find((phrase) => phrase.kind === "taste")
        if (bad !== undefined) addAll(said, constraintWeights(bad.facets), -1)
      } else if (!heard.has(occasion.value)) {
        addAll(implied, weights, occasion.isUse && saysUse ? furtherUse : 1)
        saysUse ||= occasion.isUse
        heard.add(occasion.value)
      }
      take(segment, segment.mention === null ? taken.claim : taken.occasion)
    }
    if (negated) take(segment, taken.negatedFood)
    if (segment.mention === null) {
      if (segment.phrases.some((phrase) => remarks.has(phrase.kind))) take(segment, taken.nutrient)
      continue
    }
    const isOnlyStop = segment.end - segment.start === 1 && wordWeights[segment.start] === 0
    if (!(kind === "query" && isOnlyStop && !negated && isProperty(segment.mention.concept))) named.push(segment)
  }
  return {
    language,
    tokens,
    foods: withoutVague(weighFoods({ tokens, language, kind, named, negated: amounts.negated }), implied),
    related,
    said,
    implied,
    constraints,
    limits,
    wordWeights
  }
}
