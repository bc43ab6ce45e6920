import type { ProductFacts } from "../product/ProductFacts.ts"
import { numbersOf } from "./Encoder.ts"
import { mainGroups, namesGroup } from "./FoodFacets.ts"
import type { CorpusStatistics } from "./CorpusStatistics.ts"
import { constraintPattern } from "./NutrientConstraints.ts"
import { type Claim, mayClaim } from "./NutritionClaims.ts"
import type { ProductFeatures } from "./ProductFeatures.ts"
import type { QueryIntent } from "./QueryIntent.ts"
import { costOfKind, costOfUnexpected } from "./RecordKinds.ts"

/** A product that is near to a query. */
export interface Candidate {
  readonly facts: ProductFacts
  /** of the product's vector and the query's */
  readonly cosine: number
}

/** What is taken from, or added to, a cosine; fitted on development queries. */
const rule = {
  /** a food that the query names and the product is not */
  missingFood: 0.12,
  /** a word that no list knows, which the product does not have */
  missingName: 0.05,
  /** something that was to be left out */
  unwanted: 0.2,
  /** a nutrient on the wrong side, as far as it can be */
  violation: 0.06,
  /** the limit of the claim that was asked for is not kept */
  claimBroken: 0.05,
  unknown: 0.045,
  /** one of the foods that suit what was asked for */
  suited: 0.15,
  /** of the groups that suit one is enough: what more of them add to the cosine is taken off, so far */
  severalGroups: 0.7,
  /** a food of one people, like walrus, of which the query says no word that only it has */
  ofOnePeople: 0.1,
  /** one language more than the other is worth this much: less than a nuance of meaning */
  ownLanguage: 0.05,
  /** a curated record is what people call the food; tables of foods have twenty of each */
  curated: 0.03,
  /** each record of a food beyond the second */
  alike: 0.08,
  /** so much of the last two is left beside what is asked of nutrients and properties, which they must not outvote */
  besideConstraint: 0.3
} as const

/** What FoodData Central files such foods under, in its legacy release. */
const foodsOfOnePeople = "American Indian/Alaska Native Foods"

/** Up to here a food is only mentioned in a product's texts, as an addition or as what it is filed under. */
const mentioned = 0.5

const claimOf: ReadonlyMap<string, Claim> = new Map([
  ["n:sugar0", "sugarLow"],
  ["n:sugar-", "sugarLow"],
  ["n:fat0", "fatLow"],
  ["n:fat-", "fatLow"],
  ["n:salt0", "saltLow"],
  ["n:salt-", "saltLow"],
  ["n:protein+", "proteinHigh"],
  ["n:fiber+", "fiberSource"]
])

/**
 * How far the product is not that food, from 0 to 1. A food that gives its group a name (cheese) is found by the group,
 * of one among many in its group (cheddar) the group is only half the way.
 */
export const strangeness = (features: ProductFeatures, concept: string, isMain: boolean): number => {
  const isNamed = (features.text.get(`c:${concept}`) ?? 0) >= 0.2
  if (isNamed && !isMain) return 0
  const groups = mainGroups(concept)
  if (groups.length === 0) return isNamed ? 0 : 1
  const share = Math.min(...groups.map((group) => features.groups.get(group) ?? 0))
  const outside = Math.max(0, Math.min(1, (insideMin - share) / (insideMin - outsideMax)))
  if (isNamed || namesGroup(concept)) return (isNamed ? 0.7 : 1) * outside
  return 0.5 + 0.5 * outside
}

/** From here on a product is of a group; what is only flavoured with it has the share of an addition. */
const insideMin = 0.8
const outsideMax = 0.35

const foodPenalty = (intent: QueryIntent, features: ProductFeatures): number => {
  let penalty = 0
  for (const concepts of intent.foods)
    penalty +=
      rule.missingFood *
      Math.min(...concepts.map((concept) => strangeness(features, concept, intent.mainFoods.has(concept))))
  for (const stem of intent.names) if (!features.text.has(`s:${stem}`)) penalty += rule.missingName
  for (const concept of intent.unwanted) if ((features.text.get(`c:${concept}`) ?? 0) >= 0.3) penalty += rule.unwanted
  return penalty
}

/** How far the product itself, rather than something in it, is one of the foods that suit, from 0 to 1. */
const suitability = ({ suited }: QueryIntent, { text }: ProductFeatures): number => {
  let most = 0
  for (const [concept, weight] of suited)
    if (concept.startsWith("c:"))
      most = Math.max(most, Math.min(1, weight) * Math.min(1, Math.max(0, (text.get(concept) ?? 0) - mentioned) * 2))
  return most
}

/** What the groups that suit add to the cosine beyond the best of them. */
const excess = ({ suited }: QueryIntent, { groups }: ProductFeatures): number => {
  let sum = 0
  let most = 0
  for (const [group, share] of suited) {
    if (!group.startsWith("g:") || share <= 0) continue
    const part = share * (groups.get(group) ?? 0)
    sum += part
    most = Math.max(most, part)
  }
  return sum - most
}

const nutritionPenalty = (intent: QueryIntent, features: ProductFeatures, statistics: CorpusStatistics): number => {
  if (features.notAsEaten) return 0
  const numbers = numbersOf(features, statistics)
  let penalty = 0
  for (const constraint of intent.constraints) {
    const [, nutrient, sign] = constraintPattern.exec(constraint) ?? []
    const level = numbers.get(`n:${nutrient}:abs`)
    if (nutrient === undefined) continue
    if (level === undefined) {
      penalty += features.claims.has(`n:${nutrient}:abs`) ? 0 : rule.unknown
      continue
    }
    const peers = numbers.get(`n:${nutrient}:rel`) ?? level
    const towards = (sign === "+" ? 1 : -1) * (0.75 * level + 0.25 * peers)
    penalty += rule.violation * Math.max(0, -0.3 - towards)
    const claim = claimOf.get(constraint)
    if (claim !== undefined && mayClaim(claim, features.amounts, features.basis) === false)
      penalty += rule.claimBroken * (intent.foods.length === 0 || sign === "0" ? 1 : 0.4)
  }
  return penalty
}

const isNamed = ({ names }: QueryIntent, { text }: ProductFeatures): boolean =>
  names.some((stem) => text.has(`s:${stem}`))

export const isOfOnePeople = (intent: QueryIntent, { foodGroup }: ProductFacts, features: ProductFeatures): boolean =>
  foodGroup === foodsOfOnePeople && !isNamed(intent, features)

const graceOf = ({ constraints }: QueryIntent): number => (constraints.size > 0 ? rule.besideConstraint : 1)

/** What each record of one food beyond the first ones costs. */
export const costOfAlike = (intent: QueryIntent): number => rule.alike * graceOf(intent)

/** How well a product meets a query: its likeness, and what likeness does not tell. */
export const scoreOf = (
  intent: QueryIntent,
  { cosine, facts }: Candidate,
  features: ProductFeatures,
  statistics: CorpusStatistics
): number =>
  cosine -
  foodPenalty(intent, features) -
  nutritionPenalty(intent, features, statistics) +
  rule.suited * suitability(intent, features) -
  rule.severalGroups * excess(intent, features) -
  (isOfOnePeople(intent, facts, features) ? rule.ofOnePeople : 0) -
  costOfKind(facts, intent.recordKinds) -
  costOfUnexpected(intent.language, intent.foods.flat(), features.groups) +
  (facts.names[intent.language] === undefined ? 0 : rule.ownLanguage) +
  (facts.verified ? rule.curated * graceOf(intent) : 0)
