import { facetsOf, ownFacets } from "./FoodFacets.ts"
import { foodsWith } from "./FoodTraits.ts"
import type { FoodMention } from "./FoodWeights.ts"
import { groupsWith, widerGroups } from "./Groups.ts"
import type { NeedReading } from "./NeedReader.ts"
import { addImplicitPreferences } from "./ImplicitPreferences.ts"
import { add, put, type Weights } from "./Weights.ts"

/** How much of what is asked for counts beside the rest; fitted on development queries. */
const share = {
  /** what an audience or a goal implies, when the query names a food */
  impliedBesideFood: 0.5,
  impliedBesideWideFood: 0.9,
  /** what an occasion implies, beside what is said outright of nutrients */
  impliedBesideClaim: 0.85,
  /** an occasion may choose among the foods named, and bring few others */
  groupBesideFood: 0.3,
  /** "low calorie cereal" is low among cereals: levels as such count less than among peers, when it names a food */
  levelBesideFood: 0.6,
  peersBesideFood: 2,
  /** several constraints on nutrients together may not outvote the food */
  nutritionMax: 1.4,
  taxonomyFood: 0.3
} as const

export const isNutrient = (name: string): boolean => name.startsWith("n:")
export const isConcept = (name: string): boolean => name.startsWith("c:")
export const isGroup = (name: string): boolean => name.startsWith("g:")

/** Is the facet the food's own, rather than that of something it is filed under? */
const isOwn = (concept: string, name: string): boolean => {
  const own = ownFacets(concept)
  return own.size === 0 || own.has(name)
}

/** From here on down a weight is against something altogether. */
const softDislike = -0.8

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
      if (!negated) put(weights, name, weight * strength * (own ? 1 : share.taxonomyFood))
      if (own && strength >= 0.9) (negated ? groups.unwanted : groups.wanted).add(name)
    }
  if ([...groups.wanted].some(isMeat) && [...groups.unwanted].some(isMeat)) addOtherMeats(groups, weights)
  // who leaves out milk seldom means that cheese is welcome
  if (groups.unwanted.has("g:milk")) groups.unwanted.add("g:dairy")
  return groups
}

const kindsOfMeat = groupsWith("meat-kind")
const meats = groupsWith("meat")
const isMeat = (name: string): boolean => meats.has(name)
const otherMeat = 0.5
const dishes = groupsWith("dish")

/** Of a sausage without pork one wants to know what else it is made of. */
const addOtherMeats = ({ unwanted }: WantedGroups, weights: Map<string, number>): void => {
  for (const kind of kindsOfMeat) if (!unwanted.has(kind)) put(weights, kind, otherMeat)
}

/** Foods that an occasion narrows down: "probiotic drink". */
const wideFoods = foodsWith("wide")

/** What is implied weighs beside the groups that are named. */
const impliedShare = (name: string, named: ReadonlySet<string>): number => {
  if (!isGroup(name) || dishes.has(name)) return share.impliedBesideFood
  // a kind of meat goes with sausage
  if (meats.has(name) && [...meats].some((group) => named.has(group))) return share.impliedBesideFood
  const isNarrower = [name, ...widerGroups(name).keys()].some((group) => named.has(group))
  return isNarrower ? share.impliedBesideFood : share.groupBesideFood
}

const addWeights = (
  weights: Map<string, number>,
  more: Weights,
  named: ReadonlySet<string>,
  shareOf: (name: string) => number
): void => {
  for (const [name, given] of more)
    if (isNutrient(name)) add(weights, name, given)
    else if (given >= 0) put(weights, name, given * shareOf(name))
    // a soft dislike does not turn against what was named
    else if (given <= softDislike || !named.has(name)) add(weights, name, given * shareOf(name))
}

/** What a query weighs of groups, properties, nutrients and known sources. */
export const queryWeightsOf = (reading: NeedReading): Weights => {
  const weights = new Map<string, number>()
  const groups = addFoods(reading.foods, weights)
  const named = new Set(
    [...weights].filter(([name, weight]) => isGroup(name) && weight > foodNamedMin).map(([name]) => name)
  )
  const namesFood = named.size > 0
  const besideClaim = [...reading.said.keys()].some(isNutrient) ? share.impliedBesideClaim : 1
  const isWide = reading.foods.every(({ concept }) => wideFoods.has(concept))
  const besideFoods = (name: string) => (isWide ? share.impliedBesideWideFood : impliedShare(name, named))
  addWeights(weights, reading.said, named, () => 1)
  addWeights(weights, reading.implied, named, (name) => (namesFood ? besideFoods(name) : besideClaim))
  // "sauce without mayonnaise" leaves sauces in, and a plain "without" beats what an occasion suggests
  for (const name of groups.unwanted) if (!groups.wanted.has(name)) weights.set(name, -1)
  if (namesFood) for (const [name, weight] of weights) weights.set(name, weight * besideFood(name))
  if (weights.size > 0) addImplicitPreferences(weights, reading, namesFood)
  limitNutrition(weights)
  return weights
}

const besideFood = (name: string): number => {
  if (!isNutrient(name)) return 1
  if (name.endsWith(":abs")) return share.levelBesideFood
  return name.endsWith(":rel") ? share.peersBesideFood : 1
}

const limitNutrition = (weights: Map<string, number>): void => {
  const length = Math.hypot(...[...weights].filter(([name]) => isNutrient(name)).map(([, weight]) => weight))
  if (length <= share.nutritionMax) return
  for (const [name, weight] of weights) if (isNutrient(name)) weights.set(name, (weight * share.nutritionMax) / length)
}
