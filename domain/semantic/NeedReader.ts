import type { Mention } from "../language/Lexicon.ts"
import { tokenize, type Token } from "../language/Tokenizer.ts"
import type { Language } from "../language/Language.ts"
import { byLanguage } from "../language/Languages.ts"
import { languageOfWord } from "../language/Stemming.ts"
import { readAmounts } from "./AmountGrammar.ts"
import { type Limit, noNumbers, readNumbers } from "./Limits.ts"
import { needTokens } from "./NeedTokens.ts"
import type { FoodComparison, Ratio } from "./Comparisons.ts"
import type { Order } from "./Orders.ts"
import { foodsWith } from "./FoodTraits.ts"
import { type FoodMention, weighFoods } from "./FoodWeights.ts"
import { type Purpose, readPurposes } from "./Purposes.ts"
import { NeedCollector } from "./NeedCollector.ts"
import { readReplacements } from "./Replacements.ts"
import { type Segment, segmentsOf, withoutParticle } from "./Segments.ts"
import type { Weights } from "./Weights.ts"

/** What a name or a query says, in the terms of the lexicon and the grammar. */
export interface NeedReading {
  readonly language: Language
  /** without those that its numbers are stated in */
  readonly tokens: ReadonlyArray<Token>
  readonly foods: ReadonlyArray<FoodMention>
  /** foods named inside or around the others, for likeness of words alone */
  readonly related: ReadonlyArray<Mention>
  /** what is said outright: claims, and nutrients with an amount */
  readonly said: Weights
  /** of `said`, what a claim or a word of amount states: "lots of potassium", rather than "potassium" */
  readonly stated: Weights
  /** what an occasion, an audience or a goal asks for */
  readonly implied: Weights
  /** `n:protein+`, `n:sugar-`, `n:fat0`: what is asked outright of nutrients and properties */
  readonly constraints: ReadonlySet<string>
  readonly limits: ReadonlyArray<Limit>
  /** foods that something else is wanted for */
  readonly replaced: ReadonlyArray<string>
  /** limits against what a food usually has */
  readonly comparisons: ReadonlyArray<FoodComparison>
  /** limits of one nutrient against another */
  readonly ratios: ReadonlyArray<Ratio>
  /** it states a condition that no record tells to be kept */
  readonly isUncheckable: boolean
  /** in which order products are wanted */
  readonly orders: ReadonlyArray<Order>
  /** how much each word still counts as a word: less when the grammar has taken it */
  readonly wordWeights: ReadonlyArray<number>
}

const noPurposes: ReadonlyMap<Segment, Purpose> = new Map()

/** "meals for the elderly" are no ready meals: the occasion says more than such a word. */
const vagueFoods = foodsWith("vague")
const vagueShare = 0.3

const withoutVague = (foods: ReadonlyArray<FoodMention>, implied: Weights): ReadonlyArray<FoodMention> =>
  implied.size === 0
    ? foods
    : foods.map((food) => (vagueFoods.has(food.concept) ? { ...food, weight: food.weight * vagueShare } : food))

/** The language that most letters of a text are of. */
const languageOf = (tokens: ReadonlyArray<Token>): Language => {
  const count: Record<Language, number> = { ...byLanguage(() => 0) }
  for (const { written } of tokens) {
    const language = languageOfWord(written)
    if (language !== null) count[language] += written.length
  }
  if (count.ar > count.ru && count.ar >= count.en) return "ar"
  return count.ru > count.ar && count.ru >= count.en ? "ru" : "en"
}

/** Reads a name of a product (`name`) or what somebody asks for (`query`). */
export const readText = (text: string, kind: "name" | "query"): NeedReading => {
  const all = kind === "query" ? needTokens(text) : tokenize(text).map(withoutParticle)
  const language = languageOf(all)
  const said = kind === "query" ? readNumbers(all) : noNumbers(all)
  const { comparisons, limits, orders, rest: tokens } = said
  const { related, segments } = segmentsOf(tokens, kind)
  const amounts = readAmounts(tokens, segments, kind)
  const replaced = readReplacements(segments)
  const purposes = kind === "query" ? readPurposes(tokens, segments, replaced) : noPurposes
  const needs = new NeedCollector({ kind, language, tokens, segments, amounts, replaced, purposes })
  for (const limit of limits) needs.addLimit(limit)
  for (const order of orders) needs.addOrder(order)
  for (const segment of segments) needs.addSegment(segment)
  for (const comparison of comparisons) needs.addComparison(comparison)
  for (const ratio of said.ratios) needs.addRatio(ratio)
  const { constraints, implied, named, stated, wordWeights } = needs
  return {
    language,
    tokens,
    foods: withoutVague(weighFoods({ tokens, language, kind, named, negated: amounts.negated }), implied),
    related,
    said: needs.said,
    stated,
    implied,
    constraints,
    limits,
    replaced: [...replaced.keys()].flatMap(({ mention }) => (mention === null ? [] : [mention.concept])),
    comparisons,
    ratios: said.ratios,
    isUncheckable: said.isUncheckable,
    orders,
    wordWeights
  }
}
