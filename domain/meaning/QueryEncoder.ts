import { encodeText } from "./Encoder.ts"
import { facetsOf, isProperty, ownFacets } from "./FoodFacets.ts"
import type { FoodMention } from "./FoodWeights.ts"
import type { Learned } from "./Learned.ts"
import { addWord } from "./ProductFeatures.ts"
import { readText, type Reading } from "./Reading.ts"
import { withoutTypos } from "./Spelling.ts"
import type { Understood } from "./Understood.ts"
import { blockScale, dimensionOf, dimensions, setLength } from "./VectorLayout.ts"
import { add, clamp, put, type Weights } from "./Weights.ts"

/** How much each block of a query counts; fitted on development queries. */
const wish = {
  group: 1,
  property: 0.8,
  nutrition: 0.5,
  text: 0.8,
  /** a word that no list knows: the name of a brand or a place, or of a food that is missing here */
  name: 2,
  /** what an audience or a goal implies, when the query names a food */
  impliedBesideFood: 0.5,
  /** "low calorie cereal" is low among cereals: levels as such count less than among peers, when it names a food */
  levelBesideFood: 0.6,
  peersBesideFood: 2,
  /** several wishes about nutrients together may not outvote the food */
  nutritionMax: 1.4,
  negatedText: 0.5,
  taxonomyFood: 0.3
} as const

const isNutrient = (name: string): boolean => name.startsWith("n:")
const isGroup = (name: string): boolean => name.startsWith("g:")

/** Is the facet the food's own, rather than that of something it is filed under? */
const isOwn = (concept: string, name: string): boolean => {
  const own = ownFacets(concept)
  return own.size === 0 || own.has(name)
}

/** From here on the query is about the food; an occasion such as a snack is vaguer. */
const foodNamedMin = 0.55

interface WantedGroups {
  readonly wanted: Set<string>
  readonly unwanted: Set<string>
}

const addFoods = (foods: ReadonlyArray<FoodMention>, weights: Map<string, number>): WantedGroups => {
  const groups = { wanted: new Set<string>(), unwanted: new Set<string>() }
  for (const { concept, negated, weight } of foods)
    for (const [name, strength] of facetsOf(concept)) {
      if (isNutrient(name)) continue
      const own = isOwn(concept, name)
      if (!negated) put(weights, name, weight * strength * (own ? 1 : wish.taxonomyFood))
      if (own && strength >= 0.9) (negated ? groups.unwanted : groups.wanted).add(name)
    }
  return groups
}

/** Wishes about groups, properties and nutrients. */
const wishesOf = (reading: Reading): Weights => {
  const weights = new Map<string, number>()
  const groups = addFoods(reading.foods, weights)
  const namesFood = [...weights].some(([name, weight]) => isGroup(name) && weight > foodNamedMin)
  const addWishes = (wishes: Weights, factor: number) => {
    for (const [name, given] of wishes) {
      const weight = isNutrient(name) ? given : given * factor
      if (weight < 0 || isNutrient(name)) add(weights, name, weight)
      else put(weights, name, weight)
    }
  }
  addWishes(reading.said, 1)
  addWishes(reading.implied, namesFood ? wish.impliedBesideFood : 1)
  // "sauce without mayonnaise" leaves sauces in, and a plain "without" beats what an occasion suggests
  for (const name of groups.unwanted) if (!groups.wanted.has(name)) weights.set(name, -1)
  if (namesFood) for (const [name, weight] of weights) weights.set(name, weight * besideFood(name))
  limitNutrition(weights)
  return weights
}

const besideFood = (name: string): number => {
  if (!isNutrient(name)) return 1
  if (name.endsWith(":abs")) return wish.levelBesideFood
  return name.endsWith(":rel") ? wish.peersBesideFood : 1
}

const limitNutrition = (weights: Map<string, number>): void => {
  const length = Math.hypot(...[...weights].filter(([name]) => isNutrient(name)).map(([, weight]) => weight))
  if (length <= wish.nutritionMax) return
  for (const [name, weight] of weights) if (isNutrient(name)) weights.set(name, (weight * wish.nutritionMax) / length)
}

const blockWeight = (name: string, weight: number): number => {
  if (isGroup(name)) return (weight * wish.group) / blockScale.group
  if (isNutrient(name)) return (clamp(weight, 1.5) * wish.nutrition) / blockScale.nutrition
  return (weight * wish.property) / blockScale.property
}

/** Foods that are only a purpose ("flatbread for wraps") need not be in the product. */
const neededWeight = 0.55

const alternatives = (foods: ReadonlyArray<FoodMention>): ReadonlyArray<ReadonlyArray<string>> => {
  const lists: Array<Array<string>> = []
  for (const { concept, isJoined, negated, weight } of foods) {
    if (negated || isProperty(concept)) continue
    const last = lists.at(-1)
    if (isJoined && last !== undefined) last.push(concept)
    else if (weight >= neededWeight) lists.push([concept])
  }
  return lists
}

interface QueryText {
  readonly wanted: Weights
  readonly unwanted: Weights
  /** the more of a query is plain food words, the more the very words matter */
  readonly weight: number
  /** stems of words that neither the lexicon nor the grammar knows */
  readonly names: ReadonlyArray<string>
}

const textOf = (reading: Reading, learned: Learned): QueryText => {
  const wanted = new Map<string, number>()
  const unwanted = new Map<string, number>()
  const known = new Map<number, number>()
  for (const { concept, end, negated, start, weight } of reading.foods) {
    for (let i = start; i < end; i++) known.set(i, Math.max(weight, known.get(i) ?? 0))
    put(negated ? unwanted : wanted, `c:${concept}`, weight)
  }
  for (const { concept, end, start } of reading.related) {
    for (let i = start; i < end; i++) if (!known.has(i)) known.set(i, 1)
    put(wanted, `c:${concept}`, 0.4)
  }
  let words = 0
  let plain = 0
  const names: Array<string> = []
  for (const [i, token] of reading.tokens.entries()) {
    const weight = reading.wordWeights[i] ?? 0
    if (weight <= 0) continue
    words++
    plain += weight
    const isName = !known.has(i) && (learned.brands.has(token.stem) || !learned.frequencies.has(`s:${token.stem}`))
    if (isName) names.push(token.stem)
    addWord(wanted, token, weight * (isName ? wish.name : (known.get(i) ?? 1)), known.has(i))
  }
  const share = words === 0 ? 0 : plain / words
  return { wanted, unwanted, names, weight: wish.text * (0.5 + share) * (names.length > 0 ? 1.5 : 1) }
}

/**
 * Does it name a food, or ask for anything that foods have? A query of plain words is about food when products have all
 * of them: the name of a brand, but not "laptop bag" or "погода в москве".
 */
const isAboutFood = ({ foods, implied, said, tokens, wordWeights }: Reading, learned: Learned): boolean =>
  foods.length + implied.size + said.size > 0 ||
  tokens.every(({ stem }, i) => (wordWeights[i] ?? 0) <= 0 || learned.frequencies.has(`s:${stem}`))

const nothing = ({ language, limits }: Reading): Understood => ({
  vector: new Float32Array(dimensions),
  language,
  directions: new Set(),
  limits,
  foods: [],
  names: [],
  unwanted: new Set()
})

/** Understands a query: its vector, and what a product must or must not be. */
export const understandQuery = (text: string, learned: Learned): Understood => {
  const reading = readText(withoutTypos(text, learned), "query")
  if (!isAboutFood(reading, learned)) return nothing(reading)
  const vector = new Float32Array(dimensions)
  const words = textOf(reading, learned)
  encodeText(vector, learned, words.wanted, words.weight / blockScale.text)
  if (words.unwanted.size > 0) {
    const against = new Float32Array(dimensions)
    encodeText(against, learned, words.unwanted, (wish.negatedText * words.weight) / blockScale.text)
    for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] ?? 0) - (against[i] ?? 0)
  }
  for (const [name, weight] of wishesOf(reading)) {
    const dimension = dimensionOf(name)
    if (dimension !== undefined) vector[dimension] = blockWeight(name, weight)
  }
  setLength(vector, 0, dimensions, 1)
  return {
    vector,
    language: reading.language,
    directions: reading.directions,
    limits: reading.limits,
    foods: alternatives(reading.foods),
    names: words.names,
    unwanted: new Set(reading.foods.filter((food) => food.negated).map((food) => food.concept))
  }
}
