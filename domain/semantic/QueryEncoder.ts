import type { Exclusions } from "./exclusions/ExclusionReader.ts"
import { addExclusions } from "./exclusions/ExclusionWeights.ts"
import { encodeText } from "./Encoder.ts"
import { isProperty, namesGroup } from "./FoodFacets.ts"
import { type FoodMention, neededWeight } from "./FoodWeights.ts"
import type { CorpusStatistics } from "./CorpusStatistics.ts"
import { addWord } from "./ProductFeatures.ts"
import type { NeedReading } from "./NeedReader.ts"
import { readQuestion } from "./QuestionReader.ts"
import type { QueryIntent } from "./QueryIntent.ts"
import { recordKindsNamed } from "./RecordKinds.ts"
import { type SentenceReader, tablesOnly } from "./sentence/SentenceReader.ts"
import { blockScale, dimensionOf, dimensions, scaleOf, setLength } from "./VectorLayout.ts"
import { clamp, put, type Weights } from "./Weights.ts"
import { isConcept, isGroup, isNutrient, queryWeightsOf } from "./QueryWeights.ts"

/** How much each block of a query counts; fitted on development queries. */
const queryShare = {
  group: 1,
  property: 0.8,
  nutrition: 0.5,
  source: 0.9,
  fact: 0.9,
  text: 0.8,
  /** a word that no list knows: the name of a brand or a place, or of a food that is missing here */
  name: 2,
  negatedText: 0.5,
  /** apples are fruit though they are not called so: the word counts less than the group */
  groupName: 0.5,
  /** foods that suit an occasion: of several one is enough, so that each alone is a small part of the text */
  suitedText: 1,
  suitedBesideFood: 0.5
} as const

/** A word that the grammar has taken is no name. */
const takenMax = 0.5

const isFact = (name: string): boolean => name.startsWith("f:")

const blockWeight = (name: string, weight: number): number => {
  if (isGroup(name)) return (weight * queryShare.group) / blockScale.group
  if (isNutrient(name)) return (clamp(weight, 1.5) * queryShare.nutrition) / blockScale.nutrition
  if (name.startsWith("v:")) return (clamp(weight, 1) * queryShare.source) / blockScale.source
  if (isFact(name)) return (clamp(weight, 1.5) * queryShare.fact) / blockScale.fact
  return (weight * queryShare.property) / blockScale.property
}

/** What a query is about, rather than what goes with it. */
const mainWeight = 0.75

const alternatives = (foods: ReadonlyArray<FoodMention>, least: number): ReadonlyArray<ReadonlyArray<string>> => {
  const lists: Array<Array<string>> = []
  for (const { concept, isJoined, negated, weight } of foods) {
    if (negated || isProperty(concept)) continue
    const last = lists.at(-1)
    if (isJoined && last !== undefined) last.push(concept)
    else if (weight >= least) lists.push([concept])
  }
  return lists
}

/** Of snacks in an order something is wanted that is a snack: what else suits the occasion is none of them. */
const orderedWeight = 0.5

const foodsOf = ({ foods, orders }: NeedReading): ReadonlyArray<ReadonlyArray<string>> => {
  const needed = alternatives(foods, neededWeight)
  return needed.length > 0 || orders.length === 0 ? needed : alternatives(foods, orderedWeight)
}

interface QueryText {
  readonly wanted: Weights
  readonly unwanted: Weights
  /** the more of a query is plain food words, the more the very words matter */
  readonly weight: number
  /** stems of words that neither the lexicon nor the grammar knows */
  readonly names: ReadonlyArray<string>
  readonly suited: Map<string, number>
}

/** Of a wish for what is known of foods little hangs on its words: "breakfast" is no name of one. */
const wordsMin = ({ implied }: NeedReading): number => ([...implied.keys()].some(isFact) ? 0.2 : 0.5)

const textOf = (reading: NeedReading, statistics: CorpusStatistics): QueryText => {
  const wanted = new Map<string, number>()
  const unwanted = new Map<string, number>()
  const known = new Map<number, number>()
  for (const { concept, end, negated, start, weight } of reading.foods) {
    const share = namesGroup(concept) ? queryShare.groupName * weight : weight
    for (let i = start; i < end; i++) known.set(i, Math.max(share, known.get(i) ?? 0))
    if (weight > 0) put(negated ? unwanted : wanted, `c:${concept}`, weight)
  }
  for (const { concept, end, start } of reading.related) {
    for (let i = start; i < end; i++) if (!known.has(i)) known.set(i, 1)
    put(wanted, `c:${concept}`, 0.4)
  }
  const namesFood = reading.foods.some((food) => !food.negated && food.weight >= neededWeight)
  const suited = new Map<string, number>()
  for (const [name, weight] of [...reading.said, ...reading.implied]) {
    if (!isConcept(name)) continue
    if (weight > 0) put(suited, name, weight)
    put(weight > 0 ? wanted : unwanted, name, Math.abs(weight) * (namesFood ? queryShare.suitedBesideFood : 1))
  }
  let words = 0
  let plain = 0
  const names: Array<string> = []
  // a need that is understood is found by what it asks for: its other words would only tell wordings apart
  const isUnderstood = reading.implied.size + reading.said.size > 0
  for (const [i, token] of reading.tokens.entries()) {
    const weight = reading.wordWeights[i] ?? 0
    if (weight <= 0) continue
    if (isUnderstood && !known.has(i) && !statistics.brands.has(token.stem)) continue
    words++
    plain += weight * Math.min(1, known.get(i) ?? 1)
    const isName =
      weight > takenMax &&
      !known.has(i) &&
      (statistics.brands.has(token.stem) || !statistics.frequencies.has(`s:${token.stem}`))
    if (isName) names.push(token.stem)
    addWord(wanted, token, weight * (isName ? queryShare.name : (known.get(i) ?? 1)), known.has(i))
  }
  const share = words === 0 ? 0 : plain / words
  const weight = queryShare.text * (wordsMin(reading) + share) * (names.length > 0 ? 1.5 : 1)
  return {
    wanted,
    unwanted,
    names,
    suited,
    weight: suited.size === 0 ? weight : Math.max(weight, queryShare.suitedText)
  }
}

const nothing = (
  { isUncheckable, language, limits, orders, ratios }: NeedReading,
  exclusions: Exclusions
): QueryIntent => ({
  vector: new Float32Array(dimensions),
  length: 1,
  language,
  constraints: new Set(),
  limits,
  ratios,
  isUncheckable,
  orders,
  foods: [],
  mainFoods: new Set(),
  names: [],
  suited: new Map(),
  exclusions,
  recordKinds: new Set(),
  unwanted: new Set()
})

/** The unit vector of a need. */
const vectorOf = (need: NeedReading, words: QueryText, statistics: CorpusStatistics): Float32Array => {
  const vector = new Float32Array(dimensions)
  encodeText(vector, statistics, words.wanted, words.weight / blockScale.text)
  if (words.unwanted.size > 0) {
    const against = new Float32Array(dimensions)
    encodeText(against, statistics, words.unwanted, (queryShare.negatedText * words.weight) / blockScale.text)
    for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] ?? 0) - (against[i] ?? 0)
  }
  for (const [name, weight] of queryWeightsOf(need)) {
    const dimension = dimensionOf(name)
    if (dimension !== undefined) vector[dimension] = blockWeight(name, weight)
  }
  setLength(vector, 0, dimensions, 1)
  return vector
}

/** Understands a query: its vector, and what a product must or must not be. */
export const understandQuery = (
  text: string,
  statistics: CorpusStatistics,
  sentences: SentenceReader = tablesOnly
): QueryIntent => {
  const { exclusions, isUnderstood, need } = readQuestion(text, statistics, sentences)
  if (!isUnderstood) return nothing(need, exclusions)
  const words = textOf(need, statistics)
  const vector = vectorOf(need, words, statistics)
  for (const [name, weight] of need.implied)
    if (isGroup(name) && weight > 0) words.suited.set(name, (vector[dimensionOf(name) ?? 0] ?? 0) * scaleOf(name))
  const length = addExclusions(vector, exclusions)
  return {
    vector,
    length,
    language: need.language,
    constraints: need.constraints,
    limits: need.limits,
    ratios: need.ratios,
    isUncheckable: need.isUncheckable,
    orders: need.orders,
    foods: foodsOf(need),
    mainFoods: new Set(
      need.foods.filter(({ negated, weight }) => !negated && weight >= mainWeight).map(({ concept }) => concept)
    ),
    names: words.names,
    suited: words.suited,
    exclusions,
    recordKinds: recordKindsNamed(text),
    unwanted: new Set(need.foods.filter((food) => food.negated).map((food) => food.concept))
  }
}
