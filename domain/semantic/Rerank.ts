import { type Candidate, costOfAlike, isOfOnePeople, scoreOf, strangeness } from "./CandidateScore.ts"
import type { CorpusStatistics } from "./CorpusStatistics.ts"
import { isExcluding } from "./exclusions/ExclusionReader.ts"
import { passes } from "./exclusions/ProductContents.ts"
import { keepsLimits, keepsRatios, orderedAmount } from "./LimitFilter.ts"
import { isBelievable } from "./TypicalAmounts.ts"
import { isOneOf } from "./FoodIdentity.ts"
import { featuresOf, type ProductFeatures } from "./ProductFeatures.ts"
import type { QueryIntent } from "./QueryIntent.ts"
import { foodOf, withVariety } from "./Variety.ts"

/**
 * Beyond so many candidates the order stays as it came, for looking at one takes tens of microseconds. Where a query leaves out
 * what is near, all of them are looked at.
 */
const candidatesMax = 100

/** Does the query leave out what is near, by what it rules out, a limit or an order? */
const needsAll = ({ exclusions, limits, orders, ratios }: QueryIntent): boolean =>
  limits.length + ratios.length + orders.length > 0 || isExcluding(exclusions)

/** How many of the nearest suffice for the first `wanted` of `rerank` to be what they would be of all products. */
export const candidatesNeeded = (intent: QueryIntent, wanted: number): number => {
  // none of them is answered
  if (intent.exclusions.isUnread) return wanted
  return needsAll(intent) ? Infinity : Math.max(candidatesMax, wanted)
}

/** How many of the nearest to look at first: of an order all, of a filter as many as mostly leave enough. */
export const candidatesAtFirst = (intent: QueryIntent, wanted: number): number => {
  if (intent.exclusions.isUnread) return wanted
  if (intent.orders.length > 0) return Infinity
  return Math.max(isExcluding(intent.exclusions) ? 2 * candidatesMax : candidatesMax, wanted)
}

/** From here on it is another food altogether. */
const stranger = 0.95

/**
 * Is it none of the foods that the query is about? Whoever rules something out is not helped by another food that happens
 * to be free of it: an empty answer says that there is none.
 */
const isOtherFood = ({ foods, mainFoods }: QueryIntent, features: ProductFeatures): boolean =>
  foods.some(
    (concepts) =>
      concepts.some((concept) => mainFoods.has(concept)) &&
      concepts.every((concept) => strangeness(features, concept, mainFoods.has(concept)) >= stranger)
  )

interface Scored {
  readonly candidate: Candidate
  readonly score: number
  readonly features: ProductFeatures
  readonly food: string | null
  readonly isOtherFood: boolean
}

/** "the lowest calorie cheese": of what is cheese and states its energy, the least first. */
const inOrderAskedFor = (
  intent: QueryIntent,
  scored: ReadonlyArray<Scored>,
  statistics: CorpusStatistics
): ReadonlyArray<Scored> => {
  const [order] = intent.orders
  if (order === undefined) return scored
  const sign = order.direction === "more" ? -1 : 1
  const known = scored.flatMap((each) => {
    const amount = orderedAmount(order.nutrient, each.candidate.facts, each.features)
    const isMeant = isOneOf(intent.foods, each.features) && !isOfOnePeople(intent, each.candidate.facts, each.features)
    if (amount === null || !isMeant || !isBelievable(order.nutrient, amount, each.features, statistics)) return []
    return [{ each, amount: sign * amount }]
  })
  // the same amount leaves the order as it is
  return known.toSorted((a, b) => a.amount - b.amount).map(({ each }) => each)
}

/**
 * Orders candidates by what the query asks for beyond likeness. Filters: what it rules out, and limits; what breaks one, or
 * may, is left out. Then the foods named, nutrition claims from the numbers, names in the asker's language, and variety. An
 * order by a nutrient comes before all that.
 */
export const rerank = (
  intent: QueryIntent,
  found: ReadonlyArray<Candidate>,
  statistics: CorpusStatistics
): ReadonlyArray<Candidate> => {
  const { exclusions } = intent
  if (intent.isUncheckable) return []
  const isFiltered = needsAll(intent)
  // what a person must not have is known to be in nothing only where it is known what it is
  if (exclusions.isUnread) return []
  const candidates = isExcluding(exclusions) ? found.filter(({ facts }) => passes(exclusions, facts)) : found
  const lookedAt = isFiltered ? candidates.length : candidatesMax
  const looked = candidates.slice(0, lookedAt).flatMap((candidate): ReadonlyArray<Scored> => {
    const features = featuresOf(candidate.facts)
    if (!keepsLimits(intent.limits, candidate.facts, features)) return []
    if (!keepsRatios(intent.ratios, candidate.facts, features)) return []
    const isOther = isOtherFood(intent, features)
    if (isFiltered && isOther) return []
    const score = scoreOf(intent, candidate, features, statistics)
    return [{ candidate, features, score, food: foodOf(features), isOtherFood: isOther }]
  })
  const byScore = (isFiltered ? nearOnes(looked) : looked).toSorted(
    (a, b) => b.score - a.score || compareIds(a.candidate, b.candidate)
  )
  const varied = withVariety(byScore, intent.mainFoods, costOfAlike(intent))
  // no likeness makes up for another food: who asks for a cheese to fry wants no frying oil
  const { false: meant = [], true: others = [] } = Object.groupBy(varied, (each) => `${each.isOtherFood}`)
  const ordered = inOrderAskedFor(intent, [...meant, ...others], statistics)
  return [...ordered.map(({ candidate }) => candidate), ...candidates.slice(lookedAt)]
}

/** What comes after a filter may be far from what was asked for: less than this share of the best likeness is none. */
const nearShare = 0.4

const nearOnes = (looked: ReadonlyArray<Scored>): ReadonlyArray<Scored> => {
  const best = looked.reduce((most, { candidate: { cosine } }) => Math.max(most, cosine), 0)
  return best === 0 ? looked : looked.filter(({ candidate: { cosine } }) => cosine >= nearShare * best)
}

const compareIds = (a: Candidate, b: Candidate): number => (a.facts.id < b.facts.id ? -1 : 1)
