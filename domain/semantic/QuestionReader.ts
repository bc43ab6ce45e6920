import { conceptsIn } from "../language/Lexicon.ts"
import { type Token, tokenize } from "../language/Tokenizer.ts"
import type { CorpusStatistics } from "./CorpusStatistics.ts"
import { withContext } from "./context/ContextFoods.ts"
import { facetsWithout } from "./exclusions/ExclusionKinds.ts"
import { type Exclusions, isExcluding, readExclusions } from "./exclusions/ExclusionReader.ts"
import { withoutExclusions } from "./exclusions/WithoutExclusions.ts"
import { withUnforeseen } from "./exclusions/UnforeseenExclusions.ts"
import { normalize } from "../language/Normalizer.ts"
import { neededWeight } from "./FoodWeights.ts"
import { wordingOf } from "./intents/IntentFeatures.ts"
import { unreadWords, withNearestNeed } from "./intents/WithNearestNeed.ts"
import { type NeedReading, readText } from "./NeedReader.ts"
import { withoutParticle } from "./Segments.ts"
import type { SentenceReader } from "./sentence/SentenceReader.ts"
import { withoutTypos } from "./Spelling.ts"
import { withTypicalLimits } from "./TypicalAmounts.ts"
import { put } from "./Weights.ts"

/** A question taken apart: what it rules out, and what is asked for besides. */
export interface ReadQuestion {
  readonly exclusions: Exclusions
  readonly need: NeedReading
  /** it asks for food, or rules something out */
  readonly isUnderstood: boolean
}

/**
 * Does it name a food, or ask for anything that foods have? A query of plain words is about food when products have all
 * of them: the name of a brand, but not "laptop bag" or "погода в москве".
 */
const isAboutFood = (
  { foods, implied, said, tokens, wordWeights }: NeedReading,
  statistics: CorpusStatistics
): boolean =>
  foods.length + implied.size + said.size > 0 ||
  tokens.every(({ stem }, i) => (wordWeights[i] ?? 0) <= 0 || statistics.frequencies.has(`s:${stem}`))

const isEmpty = ({ foods, implied, said }: NeedReading): boolean => foods.length + implied.size + said.size === 0

const saysSomething = (reading: NeedReading): boolean =>
  !isEmpty(reading) || reading.wordWeights.some((weight) => weight > 0)

const namesNoFood = ({ foods }: NeedReading): boolean =>
  foods.every(({ negated, weight }) => negated || weight < neededWeight)

/** Beside an occasion what goes without the thing counts so much: a dinner for vegans is more often beans than apricots. */
const offerBesideNeed = 0.4

/** What goes without the things that are ruled out, for who names no food. */
const withOffer = (reading: NeedReading, { ids }: Exclusions, share: number): NeedReading => {
  const implied = new Map(reading.implied)
  for (const id of ids) for (const [name, weight] of facetsWithout(id)) put(implied, name, share * weight)
  return { ...reading, implied }
}

const withoutWords = (reading: NeedReading): NeedReading => ({
  ...reading,
  wordWeights: reading.wordWeights.map(() => 0)
})

const needOf = (reading: NeedReading, exclusions: Exclusions, isAbout: boolean): NeedReading => {
  if (!isAbout || !saysSomething(reading)) return withOffer(withoutWords(reading), exclusions, 1)
  return namesNoFood(reading) ? withOffer(reading, exclusions, offerBesideNeed) : reading
}

interface Rest {
  readonly exclusions: Exclusions
  /** the question without the words that rule something out */
  readonly text: string
  readonly reading: NeedReading
  /** something is ruled out in words that no table has */
  readonly isUnforeseen: boolean
}

const restOf = (text: string, exclusions: Exclusions): Rest => {
  const rest = withoutExclusions(text, exclusions)
  return { exclusions, text: rest, reading: readText(rest, "query"), isUnforeseen: false }
}

/** Is the word part of a limit, an order or a comparison? */
const takenByNumbers = ({ comparisons, limits, orders, ratios, tokens }: NeedReading): ((token: Token) => boolean) => {
  if (comparisons.length + limits.length + orders.length + ratios.length === 0) return () => false
  const left = new Set(tokens.map(({ written }) => written))
  return (token) => !left.has(withoutParticle(token).written)
}

/** What is left of a question besides what it rules out, in words of the tables or in others. */
const withoutRuledOut = (text: string, byTables: Exclusions, { ruledOut }: SentenceReader): Rest => {
  const rest = restOf(text, byTables)
  // who wants foods in an order wants them
  const isRead = unreadWords(rest.reading).length === 0 || rest.reading.orders.length > 0
  const exclusions = withUnforeseen(text, byTables, isRead, ruledOut, takenByNumbers(rest.reading))
  if (exclusions === byTables) return rest
  const left = restOf(text, exclusions)
  // an order of nothing is none: who ranks meat wants meat
  const isOfNothing = rest.reading.orders.length > 0 && rest.reading.foods.length > 0 && left.reading.foods.length === 0
  return isOfNothing ? rest : { ...left, isUnforeseen: true }
}

/**
 * The nearest needs of the rest. Those of the whole question where its words do not tell what they rule out from what they ask for ("out of milk,
 * what goes in pancakes"), and where nothing is left of a question that rules a food out: who is fed up with buckwheat asks for
 * something in its place.
 */
const needsFor = (
  { exclusions, isUnforeseen, reading }: Rest,
  whole: string,
  { nearestNeeds }: SentenceReader
): SentenceReader["nearestNeeds"] =>
  isUnforeseen || (exclusions.foods.size > 0 && exclusions.ids.size === 0 && isEmpty(reading))
    ? () => nearestNeeds(wordingOf(whole))
    : nearestNeeds

const words = /[\p{L}\p{M}\p{N}]+/gu

/** A text in its normal spelling, with its words as they were typed: what is learnt from sentences is learnt from what people type. */
const asTyped = (normal: string, typed: string): string => {
  const byNormal = new Map((typed.match(words) ?? []).map((word) => [normalize(word), word]))
  return normal.replace(words, (word) => byNormal.get(word) ?? word)
}

const conceptsOf = (text: string): ReadonlyArray<string> => conceptsIn(tokenize(text)).map(({ concept }) => concept)

/** Foods that a question names twice, once as ruled out: who wants milk and is allergic to cow's milk wants something in its place. */
const asContext = (reading: NeedReading, whole: string, rest: string): NeedReading => {
  const [named, left] = [conceptsOf(whole), conceptsOf(rest)]
  const count = (concepts: ReadonlyArray<string>, concept: string) => concepts.filter((each) => each === concept).length
  const isRuledOut = (concept: string) => count(named, concept) > count(left, concept)
  if (!reading.foods.some(({ concept }) => isRuledOut(concept))) return reading
  return { ...reading, foods: reading.foods.map((food) => (isRuledOut(food.concept) ? { ...food, context: 1 } : food)) }
}

/** Reads a question: first what it rules out, of any spelling, then the rest by the grammar, or as the nearest known need. */
export const readQuestion = (text: string, statistics: CorpusStatistics, sentences: SentenceReader): ReadQuestion => {
  const typed = text.replaceAll("&", " and ")
  const spelt = withoutTypos(typed, statistics, sentences)
  const whole = asTyped(spelt.careful, typed)
  const rest = withoutRuledOut(whole, readExclusions(spelt.all, typed), sentences)
  const { exclusions } = rest
  const said = asTyped(rest.text, typed)
  const named = withContext(said, rest.reading, sentences.contextFoods)
  const asked = exclusions.ids.size > 0 ? asContext(named, whole, said) : named
  const nearestNeeds = needsFor(asked === named ? rest : { ...rest, isUnforeseen: true }, whole, sentences)
  const read = withNearestNeed(said, asked, nearestNeeds, isExcluding(exclusions))
  const reading = withTypicalLimits(read, statistics)
  const isAbout = isAboutFood(reading, statistics)
  return {
    exclusions: { ...exclusions, replaced: new Set(reading.replaced) },
    need: needOf(reading, exclusions, isAbout),
    isUnderstood: isAbout || isExcluding(exclusions)
  }
}
