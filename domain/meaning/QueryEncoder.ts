import { encodeText } from "./Encoder.ts"
import { facetsOf, isProperty, ownFacets } from "./FoodFacets.ts"
import type { FoodMention } from "./FoodWeights.ts"
import type { Learned } from "./Learned.ts"
import { addWord } from "./ProductFeatures.ts"
import { readText, type Reading } from "./Reading.ts"
import type { Understood } from "./Understood.ts"
import { blockScale, dimensionOf, dimensions, setLength } from "./VectorLayout.ts"
import { add, clamp, put, type Weights } from "./Weights.ts"

/** How much each block of a query counts; fitted on development queries. */
const wish = {
  group: 1,
  property: 0.5,
  nutrition: 0.5,
  text: 0.8,
  brand: 2,
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
  const namesFood = [...weights].some(([name, weight]) => isGroup(name) && weight > 0.4)
  const addWishes = (wishes: Weights, factor: number) => {
    for (const [name, given] of wishes) {
      const weight = given * factor
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

interface QueryText {
  readonly wanted: Weights
  readonly unwanted: Weights
  /** the more of a query is plain food words, the more the very words matter */
  readonly weight: number
}

const textOf = (reading: Reading, learned: Learned): QueryText => {
  const wanted = new Map<string, number>()
  const unwanted = new Map<string, number>()
  const known = new Set<number>()
  for (const { concept, end, negated, start, weight } of reading.foods) {
    for (let i = start; i < end; i++) known.add(i)
    put(negated ? unwanted : wanted, `c:${concept}`, weight)
  }
  for (const { concept, end, start } of reading.related) {
    for (let i = start; i < end; i++) known.add(i)
    put(wanted, `c:${concept}`, 0.4)
  }
  let words = 0
  let plain = 0
  let hasBrand = false
  for (const [i, token] of reading.tokens.entries()) {
    const weight = reading.wordWeights[i] ?? 0
    if (weight <= 0) continue
    words++
    plain += weight
    // a word that neither the lexicon nor any product knows matches nothing and would be noise
    if (!known.has(i) && !learned.frequencies.has(`s:${token.stem}`)) continue
    const isBrand = !known.has(i) && learned.brands.has(token.stem)
    hasBrand ||= isBrand
    addWord(wanted, token, weight * (isBrand ? wish.brand : 1), known.has(i))
  }
  return { wanted, unwanted, weight: wish.text * (0.5 + (words === 0 ? 0 : plain / words)) * (hasBrand ? 1.5 : 1) }
}

/** Understands a query: its vector, and what a product must or must not be. */
export const understandQuery = (text: string, learned: Learned): Understood => {
  const reading = readText(text, "query")
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
    foods: reading.foods.filter((food) => !food.negated && !isProperty(food.concept)),
    unwanted: new Set(reading.foods.filter((food) => food.negated).map((food) => food.concept))
  }
}
