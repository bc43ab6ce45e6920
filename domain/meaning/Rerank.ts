import type { ProductFacts } from "../product/ProductFacts.ts"
import { numbersOf } from "./Encoder.ts"
import { mainGroups } from "./FoodFacets.ts"
import type { Learned } from "./Learned.ts"
import type { Limit } from "./Limits.ts"
import { type Claim, mayClaim } from "./NutritionClaims.ts"
import { featuresOf, type ProductFeatures } from "./ProductFeatures.ts"
import type { Understood } from "./Understood.ts"

export interface Candidate {
  readonly facts: ProductFacts
  /** of the product's vector and the query's */
  readonly cosine: number
}

/** Beyond so many candidates the order stays as it came: looking at one takes tens of microseconds. */
const candidatesMax = 100

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
  unknown: 0.03,
  /** one language more than the other is worth this much: less than a nuance of meaning */
  ownLanguage: 0.015
} as const

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

const direction = /^n:([a-z]+)([+\-0])$/

/** `true` keeps the limit, `false` breaks it, `null` is unknown. */
const keeps = ({ amount, nutrient, operator }: Limit, { amounts }: ProductFeatures): boolean | null => {
  const known = amounts[nutrient]
  if (known === undefined) return null
  return operator === "lt" ? known <= amount : known >= amount
}

/**
 * How far the product is not that food, from 0 to 1. A food that gives its group a name (cheese) is found by the group,
 * of one among many in its group (cheddar) the group is only half the way.
 */
const strangeness = (features: ProductFeatures, concept: string): number => {
  if ((features.text.get(`c:${concept}`) ?? 0) >= 0.2) return 0
  const groups = mainGroups(concept)
  if (groups.length === 0 || !groups.every((group) => (features.groups.get(group) ?? 0) >= 0.35)) return 1
  return groups.includes(`g:${concept}`) ? 0 : 0.5
}

const foodPenalty = (understood: Understood, features: ProductFeatures): number => {
  let penalty = 0
  for (const concepts of understood.foods)
    penalty += rule.missingFood * Math.min(...concepts.map((concept) => strangeness(features, concept)))
  for (const stem of understood.names) if (!features.text.has(`s:${stem}`)) penalty += rule.missingName
  for (const concept of understood.unwanted)
    if ((features.text.get(`c:${concept}`) ?? 0) >= 0.3) penalty += rule.unwanted
  return penalty
}

const nutritionPenalty = (understood: Understood, features: ProductFeatures, learned: Learned): number => {
  if (features.notAsEaten) return 0
  const numbers = numbersOf(features, learned)
  let penalty = 0
  for (const wish of understood.directions) {
    const [, nutrient, sign] = direction.exec(wish) ?? []
    const level = numbers.get(`n:${nutrient}:abs`)
    if (nutrient === undefined) continue
    if (level === undefined) {
      penalty += features.claims.has(`n:${nutrient}:abs`) ? 0 : rule.unknown
      continue
    }
    const peers = numbers.get(`n:${nutrient}:rel`) ?? level
    const towards = (sign === "+" ? 1 : -1) * (0.75 * level + 0.25 * peers)
    penalty += rule.violation * Math.max(0, -0.3 - towards)
    const claim = claimOf.get(wish)
    if (claim !== undefined && mayClaim(claim, features.amounts, features.basis) === false)
      penalty += rule.claimBroken * (understood.foods.length === 0 || sign === "0" ? 1 : 0.4)
  }
  return penalty
}

interface Scored {
  readonly candidate: Candidate
  readonly score: number
  /** products whose values are unknown stand behind those that keep the limits */
  readonly isUnknown: boolean
}

/**
 * Orders candidates by what the query asks for beyond likeness: limits (a product that breaks one is left out, one of
 * unknown value goes behind), the foods named and those excluded, and nutrition claims from the numbers. Products with a
 * name in the asker's language come first among those that are as good to within `ownLanguage`.
 */
export const rerank = (
  understood: Understood,
  candidates: ReadonlyArray<Candidate>,
  learned: Learned
): ReadonlyArray<Candidate> => {
  const looked = candidates.slice(0, candidatesMax).flatMap((candidate): ReadonlyArray<Scored> => {
    const features = featuresOf(candidate.facts)
    const kept = understood.limits.map((limit) => keeps(limit, features))
    if (kept.includes(false)) return []
    const score =
      candidate.cosine -
      foodPenalty(understood, features) -
      nutritionPenalty(understood, features, learned) +
      (candidate.facts.names[understood.language] === undefined ? 0 : rule.ownLanguage)
    return [{ candidate, score, isUnknown: kept.includes(null) }]
  })
  const ordered = looked.toSorted(
    (a, b) => Number(a.isUnknown) - Number(b.isUnknown) || b.score - a.score || compareIds(a.candidate, b.candidate)
  )
  return [...ordered.map(({ candidate }) => candidate), ...candidates.slice(candidatesMax)]
}

const compareIds = (a: Candidate, b: Candidate): number => (a.facts.id < b.facts.id ? -1 : 1)
