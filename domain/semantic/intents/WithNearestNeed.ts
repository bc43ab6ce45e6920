import { isNonFood } from "../../language/NonFoodWords.ts"
import type { Token } from "../../language/Tokenizer.ts"
import { foodsWith } from "../FoodTraits.ts"
import { type FoodMention, neededWeight } from "../FoodWeights.ts"
import { type NeedReading, readText } from "../NeedReader.ts"
import { particles } from "../Particles.ts"
import type { Weights } from "../Weights.ts"
import type { NearestNeed } from "./NearestNeed.ts"

/** How probable a need must be before a wording is read as it; fitted on development wordings. */
const least = {
  /** the grammar understood nothing */
  nothing: 0.2,
  /** nor did it of a text that names some other thing than food: a laptop bag */
  besideThing: 0.95,
  /** it understood part of that need, and words are left over; or all of it */
  same: 0.3,
  /** it understood all words, and they are part of that need */
  wider: 0.95,
  /** it understood another need, and words are left over */
  other: 0.5,
  /** beside a food that is named, which stays what is asked for */
  besideFood: 0.5
} as const

/** A word that weighs more was read by nobody. */
const readMax = 0.5
/** From here on down a weight is against something altogether, as for vegans. */
const exclusion = -0.8

const comparedWords = particles("than")
/** What is compared with is no part of the need, and the grammar knows what it says. */
const isComparison = ({ written }: Token): boolean => comparedWords.has(written)

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
  if ((asked.length > 0 && unread.length === 0) || reading.tokens.some(isComparison)) return reading
  const nearest = nearestNeed(text)
  if (nearest === null) return reading
  const known = readText(nearest.need, "query")
  const keepsFoods = asked.every(({ concept }) => known.foods.some((food) => food.concept === concept))
  if (nearest.probability < (keepsFoods ? leastFor(reading, known, unread) : least.besideFood)) return reading
  return keepsFoods ? insteadOf(reading, known) : beside(reading, known)
}

/** The food stays, and the need chooses among its kinds. */
const beside = (reading: NeedReading, known: NeedReading): NeedReading => ({
  ...reading,
  implied: new Map([...known.implied, ...known.said, ...reading.implied])
})

const leastFor = (reading: NeedReading, known: NeedReading, unread: ReadonlyArray<Token>): number => {
  if (reading.implied.size + reading.said.size === 0) return unread.some(isNonFood) ? least.besideThing : least.nothing
  const isRead = unread.length === 0
  if (isRead && reading.limits.length > 0) return Infinity
  if (!isPartOf(reading.implied, known) || !isPartOf(reading.said, known)) return isRead ? Infinity : least.other
  return isRead && !isPartOf(known.implied, reading) ? least.wider : least.same
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
