import { hasToken, type TokenRange } from "../language/TokenRange.ts"
import { type Clause, clausesOf } from "./Clauses.ts"
import type { ItemBuilder } from "./ItemBuilder.ts"
import type { MealToken } from "./MealToken.ts"
import { otherTalkOdds, type ReadText } from "./TalkClassifier.ts"
import {
  eatenByOtherPoints,
  foodPointsOf,
  isMealSign,
  isWeighed,
  mealPointsOf,
  talkPointsOf,
  unreadWords
} from "./TalkPoints.ts"
import { type TalkKind, type TalkSign, talkSigns } from "./TalkSigns.ts"
import type { Tag } from "./Tags.ts"

/** A clause with what decides about it, in points. */
interface ReadClause extends Clause {
  /** sayings and names, whose foods are none */
  readonly masked: ReadonlyArray<TalkSign>
  readonly foodCount: number
  readonly unreadCount: number
  /** an amount is stated that one may eat */
  readonly isStated: boolean
  /** for a meal: by who eats, and by the foods */
  readonly meal: number
  readonly food: number
  /** for other talk */
  readonly talk: number
  /** the writer is named as the one who does something */
  readonly isOwn: boolean
  /** it tells what something else than eating is done for */
  readonly isUsed: boolean
  /** what it is about is eaten by nobody, whatever follows */
  readonly isBarred: boolean
  /** it says that nothing was eaten */
  readonly isNothing: boolean
}

/**
 * Which items of a description were eaten, and are not merely named in what it says of something else. Each clause is
 * weighed for itself: who eats and how much against who does what else. A food with an amount is left out only where its
 * clause is clearly about something else.
 */
export const isOfMeal = (
  tags: ReadonlyArray<Tag>,
  words: ReadonlyArray<MealToken>
): ((item: ItemBuilder) => boolean) => {
  const text = { tags, words, signs: talkSigns(tags, words) }
  const odds = otherTalkOdds(text)
  if (isOtherTalk(text, odds)) return () => false
  const clauses = clausesOf(text).map((clause) => readClause(clause, text))
  const other = [...clauses.flatMap(({ masked }) => masked), ...otherClauses(clauses, odds)]
  const isOther = (i: number): boolean => other.some((range) => hasToken(range, i))
  const isNoFood = (i: number): boolean => text.signs.some((sign) => noFood.has(sign.kind) && hasToken(sign, i))
  const isLikely = odds < unknownOddsMax || text.signs.some(isMealSign)
  const isMeasured = (item: ItemBuilder): boolean =>
    tags.some((tag) => tag.kind === "unit" && hasToken(item, tag.start))
  return (item) =>
    item.foods.length > 0
      ? item.foods.some(({ start }) => !isOther(start))
      : isLikely && (isMeasured(item) || item.parts.length > 0) && !item.words.some((i) => isOther(i) || isNoFood(i))
}

/** From these odds on an unknown word with an amount is no food; below, the search has to know it. */
const unknownOddsMax = 2

/** Of these nothing is a food, whatever its amount. */
const noFood: ReadonlySet<TalkKind> = new Set([
  "thing",
  "word",
  "remedy",
  "purpose",
  "no-eater",
  "machine",
  "topic",
  "secret"
])

const unreadMin = 3

/** Is the text one with a password, or one of which hardly a word is known ("Zorblax quuxed the apple frobnitz")? */
const isOtherTalk = ({ signs, tags, words }: ReadText, odds: number): boolean => {
  const count = (kind: Tag["kind"]): number => tags.filter((tag) => tag.kind === kind).length
  if (count("meal") + count("eat") > 0 || signs.some(isMealSign)) return false
  const unreadCount = unreadWords(tags, words, []).length
  const isUnread = count("unit") === 0 && unreadCount >= unreadMin && unreadCount >= unreadMin * count("food")
  return (isUnread && odds > 0) || signs.some(({ kind }) => kind === "secret")
}

const readClause = (clause: Clause, { signs, tags, words }: ReadText): ReadClause => {
  const inside = tags.filter((tag) => hasToken(clause, tag.start))
  const meant = signs.filter(
    (sign) => hasToken(clause, sign.start) && (sign.kind !== "has" || isBeforeFood(sign, tags))
  )
  const isContrasted = signs.some((sign) => sign.kind === "speaker" && !hasToken(clause, sign.start))
  const isOfAnimals = meant.some((_, at) => isEatenByOther(meant, at, false))
  const isOfPeople = isContrasted && (meant.some((_, at) => isEatenByOther(meant, at, true)) || isForOther(meant))
  const isOthers = isOfAnimals || isOfPeople
  const own = isOthers ? meant.filter(({ kind }) => !isEating(kind)) : withoutGuests(meant)
  const meal = isOthers ? 0 : mealPointsOf(own)
  const masked = own.filter((sign) => isMask(sign, meal, clause, inside))
  const isMasked = (i: number): boolean => masked.some((range) => hasToken(range, i))
  const foodCount = inside.filter((tag) => tag.kind === "food" && !isMasked(tag.start)).length
  const isFeed = isOthers || inside.some(({ kind }) => kind === "feed")
  const read = { signs: own, tags: inside, words, foodCount }
  return {
    ...clause,
    masked,
    foodCount,
    isStated: isWeighed(inside),
    unreadCount: unreadWords(inside, words, own).length,
    meal,
    food: foodPointsOf(read),
    talk: talkPointsOf(read, meal > 0) + (isFeed ? eatenByOtherPoints : 0),
    isOwn: own.some(({ kind }) => kind === "speaker"),
    isUsed: own.some(({ kind }) => kind === "purpose"),
    isBarred:
      isOfAnimals ||
      inside.some(({ kind }) => kind === "feed") ||
      own.some(({ kind }) => kind === "no-eater" || kind === "purpose"),
    isNothing: inside.some(({ kind }) => kind === "nothing")
  }
}

const isEating = (kind: TalkKind | undefined): boolean => kind === "eats" || kind === "eating" || kind === "has"

const beforeFood: ReadonlySet<Tag["kind"]> = new Set(["number", "unit", "size", "preparation", "of"])

/** "had two slices of toast", not "had to go" */
const isBeforeFood = ({ end }: TalkSign, tags: ReadonlyArray<Tag>): boolean =>
  tags.find(({ kind, start }) => start >= end && !beforeFood.has(kind))?.kind === "food"

/**
 * "The dog ate", "машина съела", "съели слизни", "شربت السيارة"; and where the writer speaks of himself elsewhere,
 * other people: "my daughter ate the cake, I had tea". What alone is said of a child is to be counted.
 */
const isEatenByOther = (signs: ReadonlyArray<TalkSign>, at: number, isContrasted: boolean): boolean => {
  if (!isEating(signs[at]?.kind)) return false
  const isOther = (sign: TalkSign | undefined): boolean => sign?.kind === "no-eater" || sign?.kind === "machine"
  const isSubject = (sign: TalkSign): boolean => sign.kind === "speaker" || sign.kind === "person" || isOther(sign)
  const next = signs[at + 1]
  if (next !== undefined && next.start === signs[at]?.end && isOther(next)) return true
  const subject = signs.slice(0, at).findLast(isSubject)
  return isOther(subject) || (isContrasted && subject?.kind === "person")
}

/** "Made pancakes for the kids, I had coffee" */
const isForOther = (signs: ReadonlyArray<TalkSign>): boolean =>
  signs.some(({ kind }) => kind === "recipient") && !signs.some((sign) => sign.kind === "speaker" || isMealSign(sign))

/** Behind who eats an animal is company: "I ate with the cat on my lap". */
const withoutGuests = (signs: ReadonlyArray<TalkSign>): ReadonlyArray<TalkSign> => {
  const eats = signs.findIndex(({ kind }) => isEating(kind))
  return eats === -1 ? signs : signs.filter(({ kind }, i) => kind !== "no-eater" || i < eats)
}

/** Phrases of these kinds are no food even with the name of one in them: "cough syrup". */
const isMasking = (kind: TalkKind): boolean => noFood.has(kind) || kind === "question" || kind === "feeling"

/** Are the foods in the phrase none? A piece of cake is one where somebody eats, and on its own or beside other foods. */
const isMask = ({ end, kind, start }: TalkSign, meal: number, clause: Clause, tags: ReadonlyArray<Tag>): boolean => {
  if (kind === "saying") return true
  if ((kind === "name" || kind === "thing") && meal > 0) return false
  if (kind === "name") return true
  if (kind !== "figurative")
    return isMasking(kind) && tags.some((tag) => tag.kind === "food" && hasToken({ start, end }, tag.start))
  const others = tags.filter((tag) => !hasToken({ start, end }, tag.start))
  const isAlone = start === clause.start || others.some((tag) => tag.kind === "food")
  return meal === 0 && !(isAlone && others.every((tag) => tag.kind !== "unknown"))
}

/** Fewer points for other talk are chance. */
const otherMin = 1
/** So many tell for certain what a clause is about. */
const certainMin = 3
/** Somebody eats elsewhere in the text. */
const elsewherePoints = 1

/** For each natural unit of log odds. */
const pointsOfOdds = 0.7
const oddsMax = 1.5
const oddsMin = -2
/** Where hardly a word is unknown: it may be a brand. */
const harmlessMax = 0.5
const unreadForOdds = 2

/** What the words of the whole text say for other talk, in points. */
const oddsPoints = ({ foodCount, isStated, meal, unreadCount }: ReadClause, talk: number, odds: number): number => {
  if (meal > 0 || foodCount === 0) return 0
  const isHarmless = talk < 1 && unreadCount < unreadForOdds
  const most = isStated ? 0 : isHarmless ? harmlessMax : oddsMax
  const least = talk >= certainMin ? 0 : oddsMin
  return Math.max(least, Math.min(most, pointsOfOdds * odds))
}

const nothing = { talk: 0, meal: 0 }

/**
 * The clauses that are about something else. What continues such a one is, too ("fed the dog chicken, rice and carrots"), as
 * what continues a meal is one. A clause without a food is about the one before: what is eaten ("picked strawberries and ate
 * 200 g") or used ("mix vinegar with water and wipe the windows").
 */
const otherClauses = (clauses: ReadonlyArray<ReadClause>, odds: number): ReadonlyArray<TokenRange> => {
  const other = new Set<ReadClause>()
  const elsewhere = clauses.some(({ meal }) => meal > 0) ? elsewherePoints : 0
  let carried = nothing
  let last: ReadClause | null = null
  for (const [i, clause] of clauses.entries()) {
    if (clause.isFirst) {
      carried = nothing
      last = null
    }
    const continued = clause.isContinued && clause.meal === 0 && !clause.isOwn ? carried : nothing
    const listed = clause.talk + continued.talk
    const talk = listed + oddsPoints(clause, listed, odds)
    const meal = clause.meal > 0 ? clause.meal : Math.max(continued.meal, elsewhere)
    if (talk >= otherMin && talk > meal + clause.food) other.add(clause)
    if (clause.foodCount === 0 && last !== null) {
      if (clause.meal > 0 && !last.isBarred && !clause.isNothing) other.delete(last)
      if (clause.isUsed && last.meal === 0) other.add(last)
    }
    const announces = clauses[i + 1]?.isAnnounced === true && clause.talk >= certainMin
    carried = other.has(clause)
      ? { talk: clause.foodCount > 0 || announces ? talk : 0, meal: 0 }
      : { talk: 0, meal: Math.max(clause.meal, continued.meal) }
    if (clause.foodCount > 0) last = clause
  }
  return [...other]
}
