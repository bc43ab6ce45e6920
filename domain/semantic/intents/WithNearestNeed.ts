import { isNonFood } from "../../language/NonFoodWords.ts"
import { foodsWith } from "../FoodTraits.ts"
import { type FoodMention, neededWeight } from "../FoodWeights.ts"
import { type NeedReading, readText } from "../NeedReader.ts"
import type { Weights } from "../Weights.ts"
import type { NearestNeed } from "./NearestNeed.ts"

/** How probable a need must be; fitted on development wordings. */
const least = {
  /** the grammar understood nothing */
  nothing: 0.2,
  /** it understood part of the same need */
  same: 0.3,
  /** it understood another need, and words were left over */
  other: 0.5,
  /** beside a food that is named, which stays what is asked for */
  besideFood: 0.5,
  /** the text names a thing that is no food: laptop, palatka */
  besideThing: 0.75
} as const

/** A word that weighs more was read by nobody. */
const readMax = 0.5
/** From here on down a weight is against something altogether, as for vegans. */
const exclusion = -0.8

const T = { part: 0.3, partRead: 0.75, other: 0.7, ...JSON.parse(process.env.ENC ?? "{}") }
const vague = foodsWith("vague")

const isPartOf = (part: Weights, { implied, said }: NeedReading): boolean =>
  [...part.keys()].every((name) => implied.has(name) || said.has(name))

const isAsked = ({ concept, negated, weight }: FoodMention): boolean =>
  !negated && weight >= neededWeight && !vague.has(concept)

/** Words that neither a food nor the grammar accounts for. */
const unreadWords = ({ foods, tokens, wordWeights }: NeedReading) =>
  tokens.filter((_, i) => (wordWeights[i] ?? 0) > readMax && !foods.some(({ end, start }) => start <= i && i < end))

/** What a need leaves out stays left out, whatever else it is taken for. */
const exclusionsOf = (weights: Weights): Weights =>
  new Map([...weights].filter(([name, weight]) => weight <= exclusion || name.startsWith("a:")))

/**
 * A wording that the grammar does not know, read as the known need that it comes nearest to, as if that had been said.
 * Nothing that the grammar read of foods, exclusions and limits is lost.
 */
export const withNearestNeed = (text: string, reading: NeedReading, nearestNeed: NearestNeed): NeedReading => {
  const asked = reading.foods.filter(isAsked)
  const unread = unreadWords(reading)
  const isFood = asked.length > 0
  if (isFood && unread.length === 0) return reading
  const nearest = nearestNeed(text)
  if (nearest === null) return reading
  const known = readText(nearest.need, "query")
  if (asked.every(({ concept }) => known.foods.some((food) => food.concept === concept)))
    return nearest.probability < leastFor(reading, known, unread.some(isNonFood), unread.length)
      ? reading
      : insteadOf(reading, known)
  if (nearest.probability < least.besideFood) return reading
  return { ...reading, implied: new Map([...known.implied, ...known.said, ...reading.implied]) }
}

const leastFor = (reading: NeedReading, known: NeedReading, namesThing: boolean, unreadCount: number): number => {
  if (reading.implied.size + reading.said.size === 0) return namesThing ? least.besideThing : least.nothing
  if (unreadCount === 0 && reading.limits.length > 0) return Infinity
  if (isPartOf(reading.implied, known) && isPartOf(reading.said, known))
    return isPartOf(known.implied, reading) ? least.same : unreadCount > 0 ? T.part : T.partRead
  return unreadCount === 0 ? Infinity : T.other
}

const insteadOf = (reading: NeedReading, known: NeedReading): NeedReading => ({
  ...reading,
  foods: [...known.foods, ...negatedFoods(reading, known)],
  related: known.related,
  said: isPartOf(reading.said, known) ? known.said : new Map([...known.said, ...reading.said]),
  implied: new Map([...known.implied, ...exclusionsOf(reading.implied)]),
  constraints: new Set([...known.constraints, ...reading.constraints]),
  tokens: known.tokens,
  wordWeights: known.wordWeights
})

/** They stand behind the words of the need. */
const negatedFoods = ({ foods }: NeedReading, { tokens: { length } }: NeedReading): ReadonlyArray<FoodMention> =>
  foods.filter(({ negated }) => negated).map((food) => ({ ...food, start: length, end: length }))
