import { isFiledUnder } from "../../language/Lexicon.ts"
import { isNonFood } from "../../language/NonFoodWords.ts"
import type { Token } from "../../language/Tokenizer.ts"
import { facetsOf, isProperty, namesGroup } from "../FoodFacets.ts"
import { foodsWith } from "../FoodTraits.ts"
import { type FoodMention, neededWeight } from "../FoodWeights.ts"
import type { NeedReading } from "../NeedReader.ts"
import { particles } from "../Particles.ts"
import { isConcept } from "../QueryWeights.ts"
import { add, addAll, type Weights } from "../Weights.ts"
import { wordingOf } from "./IntentFeatures.ts"
import { agreement, readNeed, withAnswers } from "./KnownNeeds.ts"
import type { SentenceReader } from "../sentence/SentenceReader.ts"
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
  other: 0.5
} as const

/** A word that weighs more was read by nobody. */
const readMax = 0.5
/** From here on down a weight is against something altogether, as for vegans. */
const exclusion = -0.8

const comparedWords = particles("than")
/** What is compared with is no part of the need, and the grammar knows what it says. In Russian "what with" is "than", too. */
const isCompared = ({ comparisons, foods, ratios, tokens }: NeedReading): boolean =>
  comparisons.length + ratios.length > 0 ||
  foods.some(({ concept, start }) => !isProperty(concept) && comparedWords.has(tokens[start - 1]?.written ?? ""))

const vague = foodsWith("vague")

const isPartOf = (part: Weights, { implied, said }: NeedReading): boolean =>
  [...part.keys()].every((name) => implied.has(name) || said.has(name))

const isAsked = ({ concept, negated, weight }: FoodMention): boolean =>
  !negated && weight >= neededWeight && !vague.has(concept) && !isProperty(concept)

/** Is the concept the food, or one of its kinds? Of a food that gives its group the name, as drinks, all of the group are. */
const isKindOf = (concept: string, food: string): boolean =>
  concept === food || isFiledUnder(concept, food) || (namesGroup(food) && isInGroup(concept, `g:${food}`))

/** A food that is half of a group belongs to it: hot sauce is a sauce. */
const shareMin = 0.5

const isInGroup = (concept: string, group: string): boolean => (facetsOf(concept).get(group) ?? 0) >= shareMin

/** Words that neither a food nor the grammar accounts for. */
export const unreadWords = ({ foods, tokens, wordWeights }: NeedReading): ReadonlyArray<Token> =>
  tokens.filter((_, i) => (wordWeights[i] ?? 0) > readMax && !foods.some(({ end, start }) => start <= i && i < end))

/** Did the grammar read every word: the name of a food and nothing else, or a food and what is asked of its nutrients? */
const isUnderstood = (
  { constraints, limits, tokens }: NeedReading,
  asked: ReadonlyArray<FoodMention>,
  unread: ReadonlyArray<Token>
): boolean => {
  if (asked.length === 0 || unread.length > 0 || asked.some(({ weight }) => weight < 1)) return false
  const isAlone = asked.some(({ end, start }) => end - start === tokens.length)
  return isAlone || constraints.size + limits.length > 0
}

/** "самые калорийные орехи" are nuts in an order, whatever else is wanted of nuts. So are the lightest snacks, which are no food. */
const isOrdered = ({ implied, orders }: NeedReading, asked: ReadonlyArray<FoodMention>): boolean =>
  orders.length > 0 && asked.length + implied.size > 0

/** What a need leaves out stays left out, whatever else it is taken for. */
const exclusionsOf = (weights: Weights): Weights =>
  new Map([...weights].filter(([name, weight]) => weight <= exclusion || name.startsWith("a:")))

/** Needs of so much less probability than the nearest say nothing. */
const nearShare = 0.5
const nearMax = 3
/** Of a need that asks for nothing of what the grammar read, so much of its probability is left. */
const strangeShare = 0.7

/** The needs again, by what the grammar read as well: together they stay as probable as they were. */
const agreeing = (reading: NeedReading, near: ReadonlyArray<Near>): ReadonlyArray<Near> => {
  const shares = near.map(({ need, probability }) => {
    const share = strangeShare + (1 - strangeShare) * agreement(reading, need)
    return probability * share
  })
  const sum = (values: ReadonlyArray<number>) => values.reduce((a, b) => a + b, 0)
  const factor = sum(near.map(({ probability }) => probability)) / sum(shares)
  return near
    .map((each, i) => ({ ...each, probability: (shares[i] ?? 0) * factor }))
    .toSorted((a, b) => b.probability - a.probability)
    .filter(({ probability }, _, [first]) => probability >= nearShare * (first?.probability ?? 0))
    .slice(0, nearMax)
}

/** The nearest need, with what the others ask for by their probability: what several want comes first. */
const blended = (near: ReadonlyArray<Near>): NeedReading | null => {
  const [nearest] = near
  if (nearest === undefined) return null
  const implied = new Map<string, number>()
  const sum = near.reduce((total, { probability }) => total + probability, 0)
  const { implied: ofNearest, ...reading } = readNeed(nearest.need)
  for (const { need, probability } of near)
    for (const [name, weight] of readNeed(need).implied)
      // what only a farther need is against says nothing: a chewy sweet is no savoury bite
      if (weight > 0 || ofNearest.has(name)) add(implied, name, (weight * probability) / sum)
  return { ...reading, implied }
}

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
  const unread = unreadWords(reading)
  if (isUnderstood(reading, asked, unread) || isCompared(reading) || isOrdered(reading, asked)) return reading
  const near = agreeing(reading, nearestNeeds(wordingOf(text, reading)))
  const known = blended(near)
  const [nearest] = near
  if (nearest === undefined || known === null) return withAnswers(reading)
  const isOwn = ({ concept }: FoodMention) =>
    nearest.foods.some((food) => isKindOf(concept, food)) || known.foods.some((food) => food.concept === concept)
  const own = asked.filter(isOwn)
  const isOther = unread.length === 0 || own.length < asked.length
  if (nearest.probability < (isOther ? least.other : leastFor(reading, known, unread))) return withAnswers(reading)
  if (asked.length > 0 && own.length === 0) return beside(reading, known, asked)
  const wanted = wantedOf(known, own)
  // who asks a food to be low in fat wants the food, not what goes with it
  if (own.length > 0 && wanted.length === 0 && reading.constraints.size + reading.limits.length > 0)
    return beside(reading, known, asked)
  // what goes without bread is no answer to bread without gluten, nor is soup to less than 400 kcal of meat
  if (wanted.length > 0 && (isExcluding || reading.limits.length > 0)) return beside(reading, known, wanted)
  const answer = insteadOf(reading, withKindsOnly(known, wanted))
  return unread.length === 0 ? together(reading, answer) : answer
}

/** So many kinds of a food among the answers tell that it is what is wanted, not what something is wanted for. */
const kindsMin = 3

const isKindOfOne = (name: string, foods: ReadonlyArray<FoodMention>): boolean =>
  foods.some(({ concept }) => isKindOf(name.slice(2), concept))

const isAnswer = ([name, weight]: readonly [string, number]): boolean => isConcept(name) && weight > 0

/** The foods that a need is about: a mild fish is fish, but a sauce for wings is no wings. */
const wantedOf = (known: NeedReading, own: ReadonlyArray<FoodMention>): ReadonlyArray<FoodMention> => {
  const answers = [...known.implied].filter(isAnswer)
  return own.filter((food) => answers.filter(([name]) => isKindOfOne(name, [food])).length >= kindsMin)
}

const withKindsOnly = (known: NeedReading, wanted: ReadonlyArray<FoodMention>): NeedReading => {
  if (wanted.length === 0) return known
  const kept = [...known.implied].filter((facet) => !isAnswer(facet) || isKindOfOne(facet[0], wanted))
  return { ...known, implied: new Map(kept) }
}

/** The food stays, and the need chooses among its kinds. */
const beside = (reading: NeedReading, known: NeedReading, asked: ReadonlyArray<FoodMention>): NeedReading => {
  const implied = [...known.implied, ...known.said].filter(([name]) => !isConcept(name) || isKindOfOne(name, asked))
  return { ...reading, implied: new Map([...implied, ...reading.implied]) }
}

const leastFor = (reading: NeedReading, known: NeedReading, unread: ReadonlyArray<Token>): number => {
  if (reading.implied.size + reading.said.size === 0) return unread.some(isNonFood) ? least.besideThing : least.nothing
  return isPartOf(reading.implied, known) && isPartOf(reading.said, known) ? least.same : least.other
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

/** Where the grammar read every word, what it read is part of what is asked for: magnesium, before bed. */
const saidShare = 0.5

const together = (reading: NeedReading, known: NeedReading): NeedReading => {
  const implied = new Map(known.implied)
  addAll(implied, reading.implied, saidShare)
  return { ...known, implied }
}

/** They stand behind the words of the need. */
const negatedFoods = ({ foods }: NeedReading, { tokens: { length } }: NeedReading): ReadonlyArray<FoodMention> =>
  foods.filter(({ negated }) => negated).map((food) => ({ ...food, start: length, end: length }))
