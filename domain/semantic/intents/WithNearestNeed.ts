import { isNonFood } from "../../language/NonFoodWords.ts"
import type { Token } from "../../language/Tokenizer.ts"
import { isProperty } from "../FoodFacets.ts"
import { foodsWith } from "../FoodTraits.ts"
import { type FoodMention, neededWeight } from "../FoodWeights.ts"
import type { NeedReading } from "../NeedReader.ts"
import { particles } from "../Particles.ts"
import type { SentenceReader } from "../sentence/SentenceReader.ts"
import { agreeing, blended } from "./BlendedNeeds.ts"
import { contextOf, isNoContext, mayBeContext, withoutFoods } from "./ContextOfNeeds.ts"
import { isKindOf, wantedOf, withKindsOnly } from "./FoodsOfNeeds.ts"
import { wordingOf } from "./IntentFeatures.ts"
import { contradicts, readNeed, withAnswers } from "./KnownNeeds.ts"
import { beside, insteadOf, isPartOf, together } from "./MergedReadings.ts"
import type { Near } from "./NearestNeeds.ts"

/** How probable a need must be before a wording is read as it; fitted on development wordings. */
const least = {
  /** the grammar understood nothing */
  nothing: 0.2,
  /** nor did it of a text that names some other thing than food: a laptop bag */
  besideThing: 0.7,
  /** it understood part of that need, and words are left over; or all of it */
  same: 0.3,
  /** it understood another need, or all words as something narrower, or a food is named besides */
  other: 0.5,
  /** whatever food of its wordings is named is part of it */
  sure: 0.8
} as const

/** A word that weighs more was read by nobody. */
const readMax = 0.5
const comparedWords = particles("than")
/** What is compared with is no part of the need, and the grammar knows what it says. In Russian "what with" is "than", too. */
const isCompared = ({ comparisons, foods, ratios, tokens }: NeedReading): boolean =>
  comparisons.length + ratios.length > 0 ||
  foods.some(({ concept, start }) => !isProperty(concept) && comparedWords.has(tokens[start - 1]?.written ?? ""))

const vague = foodsWith("vague")

const isAsked = ({ concept, negated, weight }: FoodMention): boolean =>
  !negated && weight >= neededWeight && !vague.has(concept) && !isProperty(concept)

/** Words that neither a food nor the grammar accounts for. */
export const unreadWords = ({ foods, tokens, wordWeights }: NeedReading): ReadonlyArray<Token> =>
  tokens.filter((_, i) => (wordWeights[i] ?? 0) > readMax && !foods.some(({ end, start }) => start <= i && i < end))

/** Did the grammar read every word: the name of a food and nothing else, or a food and what is asked of its nutrients? */
const isUnderstood = (
  { constraints, limits, tokens }: NeedReading,
  asked: ReadonlyArray<FoodMention>,
  unread: ReadonlyArray<Token>
): boolean => {
  if (asked.length === 0 || unread.length > 0 || asked.some((food) => food.weight < 1 || mayBeContext(food)))
    return false
  const isAlone = asked.some(({ end, start }) => end - start === tokens.length)
  return isAlone || constraints.size + limits.length > 0
}

/** "самые калорийные орехи" are nuts in an order, whatever else is wanted of nuts. So are the lightest snacks, which are no food. */
const isOrdered = ({ implied, orders }: NeedReading, asked: ReadonlyArray<FoodMention>): boolean =>
  orders.length > 0 && asked.length + implied.size > 0

/**
 * A wording that the grammar does not know, read as the known needs that it comes nearest to, as if that had been said.
 * Nothing that the grammar read of foods, exclusions and limits is lost. `isExcluding`: the question rules something out besides.
 */
export const withNearestNeed = (
  text: string,
  reading: NeedReading,
  nearestNeeds: SentenceReader["nearestNeeds"],
  isExcluding = false
): NeedReading => {
  const asked = reading.foods.filter(isAsked)
  if (isUnderstood(reading, asked, unreadWords(reading)) || isCompared(reading) || isOrdered(reading, asked))
    return reading
  const possible = nearestNeeds(wordingOf(text, reading)).filter(({ need }) => !contradicts(reading, need))
  const context = contextOf(asked, possible)
  if (context.length === 0) return chosen(reading, agreeing(reading, possible), least.other, isExcluding)
  const rest = withoutFoods(reading, context)
  const other = possible.filter(
    ({ need, probability }) => probability >= least.sure || wantedOf(readNeed(need), context).length === 0
  )
  const leastOther = asked.length === context.length ? least.nothing : least.same
  const read = chosen(rest, agreeing(rest, other), leastOther, isExcluding)
  return isEmpty(read) ? reading : read
}

const isEmpty = ({ foods, implied, said }: NeedReading): boolean => foods.length + implied.size + said.size === 0

/** The reading, or the known need in its place, or both. */
const chosen = (
  reading: NeedReading,
  near: ReadonlyArray<Near>,
  leastOther: number,
  isExcluding: boolean
): NeedReading => {
  const asked = reading.foods.filter(isAsked)
  const unread = unreadWords(reading)
  const known = blended(near)
  const [nearest] = near
  if (nearest === undefined || known === null) return withAnswers(reading)
  const isOwn = ({ concept }: FoodMention) =>
    nearest.foods.some((food) => isKindOf(concept, food)) || known.foods.some((food) => food.concept === concept)
  const own = asked.filter(isOwn)
  const isOther = unread.length === 0 || own.length < asked.length
  if (nearest.probability < (isOther ? leastOther : leastFor(reading, known, unread))) return withAnswers(reading)
  if (asked.length > 0 && own.length === 0) return beside(reading, known, asked)
  const wanted = wantedOf(known, own)
  // who asks a food to be low in fat wants the food, not what goes with it; nor is a pizza for three what goes on it
  const isUnsure = nearest.probability < least.sure
  const isMeant = reading.constraints.size + reading.limits.length > 0 || (isUnsure && own.some(isNoContext))
  if (own.length > 0 && wanted.length === 0 && isMeant) return beside(reading, known, asked)
  // what goes without bread is no answer to bread without gluten, nor is soup to less than 400 kcal of meat
  if (wanted.length > 0 && (isExcluding || reading.limits.length > 0)) return beside(reading, known, wanted)
  const answer = insteadOf(reading, withKindsOnly(known, wanted))
  return unread.length === 0 ? together(withKindsOnly(reading, wanted), answer) : answer
}

const leastFor = (reading: NeedReading, known: NeedReading, unread: ReadonlyArray<Token>): number => {
  if (reading.implied.size + reading.said.size === 0) return unread.some(isNonFood) ? least.besideThing : least.nothing
  return isPartOf(reading.implied, known) && isPartOf(reading.said, known) ? least.same : least.other
}
