import { hasToken, type TokenRange } from "../language/TokenRange.ts"
import { type Clause, clausesOf } from "./Clauses.ts"
import type { ItemBuilder } from "./ItemBuilder.ts"
import type { MealToken } from "./MealToken.ts"
import { type TalkKind, type TalkSign, talkSigns } from "./TalkSigns.ts"
import type { Tag } from "./Tags.ts"
import { units } from "../language/quantities/Units.ts"

/** What a kind of sign says for other talk, in points, once a clause. */
const oncePoints: Partial<Record<TalkKind, number>> = {
  deed: 3,
  feeling: 3,
  question: 3,
  topic: 3,
  purpose: 4,
  remedy: 2,
  secret: 4,
  saying: 2,
  name: 1,
  be: 1,
  "no-eater": 4
}
/** And each sign of these kinds. */
const eachPoints: Partial<Record<TalkKind, number>> = { verb: 1, word: 1, thing: 1, machine: 1 }
/** At a place one eats as well: "a bagel at the airport". */
const placePoints = 0.5
/** A word of which nothing is known is of a dish as often as of other talk. */
const unknownPoints = 0.75
const unknownPlacePoints = 0.25
/** A verb right behind a food says what that does: "eggs hatch", "молоко привозят". */
const predicatePoints = 0.5
/** A car that eats drinks petrol. */
const eatenByOtherPoints = 4
/** Fewer points are chance. */
const otherMin = 1.5

/** What is said for a meal, the strongest of it. */
const mealPoints: Partial<Record<TalkKind, number>> = { eats: 4, eating: 2, has: 3, meal: 3, asks: 4 }
/** "I" does not say what is done. */
const speakerPoints = 1
const weighedPoints = 2
const countedPoints = 1
const foodPoints = 1
const furtherFoodPoints = 0.5
/** Somebody eats elsewhere in the text. */
const elsewherePoints = 1

/** A clause with what decides about it. */
interface ReadClause extends Clause {
  /** sayings and names, whose foods are none */
  readonly masked: ReadonlyArray<TalkSign>
  readonly foodCount: number
  readonly meal: number
  readonly evidence: number
  readonly talk: number
  /** what it is about is not eaten by people, whatever follows */
  readonly isBarred: boolean
}

/** Which items of a description were eaten, and are not merely named in what it says of something else. */
export const isOfMeal = (
  tags: ReadonlyArray<Tag>,
  words: ReadonlyArray<MealToken>
): ((item: ItemBuilder) => boolean) => {
  const signs = talkSigns(tags, words)
  if (isOtherTalk(tags, words, signs)) return () => false
  const clauses = clausesOf(tags, words, signs).map((clause) => readClause(clause, tags, words, signs))
  const other = [...clauses.flatMap(({ masked }) => masked), ...otherClauses(clauses)]
  const isOther = (i: number): boolean => other.some((range) => hasToken(range, i))
  const isListed = (i: number): boolean => signs.some((sign) => noFood.has(sign.kind) && hasToken(sign, i))
  const isMeasured = (item: ItemBuilder): boolean =>
    tags.some((tag) => tag.kind === "unit" && hasToken(item, tag.start))
  return (item) =>
    item.foods.length > 0
      ? item.foods.some(({ start }) => !isOther(start))
      : (isMeasured(item) || item.parts.length > 0) && !item.words.some((i) => isOther(i) || isListed(i))
}

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

const unknownMin = 3

/** Is the text one with a password, or one of which hardly a word is known ("Zorblax quuxed the apple frobnitz")? */
const isOtherTalk = (
  tags: ReadonlyArray<Tag>,
  words: ReadonlyArray<MealToken>,
  signs: ReadonlyArray<TalkSign>
): boolean => {
  if (signs.some(({ kind }) => (mealPoints[kind] ?? 0) > 0)) return false
  const count = (kind: Tag["kind"]): number => tags.filter((tag) => tag.kind === kind).length
  if (count("meal") + count("eat") > 0) return false
  const unknown = tags.filter(({ kind, start }) => kind === "unknown" && (words[start]?.written.length ?? 0) > 1)
  const isUnread = count("unit") === 0 && unknown.length >= unknownMin && unknown.length >= 3 * count("food")
  return isUnread || signs.some(({ kind }) => kind === "secret")
}

const readClause = (
  clause: Clause,
  tags: ReadonlyArray<Tag>,
  words: ReadonlyArray<MealToken>,
  signs: ReadonlyArray<TalkSign>
): ReadClause => {
  const inside = signs.filter(({ start }) => hasToken(clause, start))
  const read = inside.filter((sign) => sign.kind !== "has" || isBeforeFood(sign, tags))
  const isOthers = read.some((_, i) => isEatenByOther(read, i))
  const own = read.filter(({ kind }) => !isOthers || !isEating(kind))
  const meal = isOthers ? 0 : own.reduce((most, { kind }) => Math.max(most, mealPoints[kind] ?? 0), 0)
  const tagsInside = tags.filter((tag) => hasToken(clause, tag.start))
  const masked = own.filter((sign) => isMask(sign, meal, clause, tagsInside))
  const isMasked = (i: number): boolean => masked.some((range) => hasToken(range, i))
  const foods = tagsInside.filter((tag) => tag.kind === "food" && !isMasked(tag.start))
  const hasSpeaker = own.some(({ kind }) => kind === "speaker")
  const isFeed = tagsInside.some(({ kind }) => kind === "feed")
  return {
    ...clause,
    masked,
    foodCount: foods.length,
    meal,
    evidence:
      meal +
      (hasSpeaker ? speakerPoints : 0) +
      (foods.length === 0 ? 0 : foodEvidence(tagsInside, words, foods.length)),
    talk:
      talkPoints(own, foods.length === 0 || meal > 0 ? [] : tagsInside, words, meal > 0) +
      (isOthers ? eatenByOtherPoints : 0) +
      (isFeed ? eatenByOtherPoints : 0),
    isBarred: isOthers || isFeed || own.some(({ kind }) => kind === "no-eater" || kind === "purpose")
  }
}

/** Are the foods in the phrase none? A piece of cake is one where somebody eats, and on its own or beside other foods. */
const isMask = ({ end, kind, start }: TalkSign, meal: number, clause: Clause, tags: ReadonlyArray<Tag>): boolean => {
  if (kind === "saying") return true
  if (kind === "name") return meal === 0
  if (kind !== "figurative") return tags.some((tag) => tag.kind === "food" && hasToken({ start, end }, tag.start))
  const others = tags.filter((tag) => tag.start < start || tag.start >= end)
  const isAlone = start === clause.start || others.some((tag) => tag.kind === "food")
  return meal === 0 && !(isAlone && others.every((tag) => tag.kind !== "unknown"))
}

const isEating = (kind: TalkKind | undefined): boolean => kind === "eats" || kind === "eating" || kind === "has"

/** "The dog ate", "машина съела", "съели слизни", "شربت السيارة" */
const isEatenByOther = (signs: ReadonlyArray<TalkSign>, at: number): boolean => {
  if (!isEating(signs[at]?.kind)) return false
  const isOther = (sign: TalkSign | undefined): boolean => sign?.kind === "no-eater" || sign?.kind === "machine"
  const next = signs[at + 1]
  if (next !== undefined && next.start === signs[at]?.end && isOther(next)) return true
  return isOther(
    signs.slice(0, at).findLast((sign) => sign.kind === "speaker" || sign.kind === "person" || isOther(sign))
  )
}

const beforeFood: ReadonlySet<Tag["kind"]> = new Set(["number", "unit", "size", "preparation", "of"])

/** "had two slices of toast", not "had to go" */
const isBeforeFood = ({ end }: TalkSign, tags: ReadonlyArray<Tag>): boolean =>
  tags.find(({ kind, start }) => start >= end && !beforeFood.has(kind))?.kind === "food"

const talkPoints = (
  signs: ReadonlyArray<TalkSign>,
  tags: ReadonlyArray<Tag>,
  words: ReadonlyArray<MealToken>,
  isMeal: boolean
): number => {
  const eats = signs.findIndex(({ kind }) => isEating(kind))
  // with the cat on my lap
  const counted = signs.filter(({ kind }, i) => kind !== "no-eater" || eats === -1 || i < eats)
  const places = signs.filter(({ kind }) => kind === "place")
  const isPlace = ({ start }: TokenRange): boolean => places.some(({ end }) => start === end || start === end + 1)
  const unknown = tags.filter(
    (tag) =>
      tag.kind === "unknown" &&
      (words[tag.start]?.written.length ?? 0) > 1 &&
      !signs.some((sign) => hasToken(sign, tag.start))
  )
  const isVisited = (sign: TalkSign): boolean => sign.kind === "topic" && isPlace(sign)
  const once = [...new Set(counted.flatMap((sign) => (isVisited(sign) ? [] : [sign.kind])))].map(
    (kind) => oncePoints[kind] ?? 0
  )
  const each = counted.map((sign) =>
    Math.min(eachPoints[sign.kind] ?? 0, isMeal || isPlace(sign) ? placePoints : Infinity)
  )
  const predicates = counted.filter(
    (sign) => sign.kind === "verb" && tags.some((tag) => tag.kind === "food" && tag.end === sign.start)
  )
  const unread = unknown.map((tag) => (isPlace(tag) ? unknownPlacePoints : unknownPoints))
  return [...once, ...each, ...unread, ...predicates.map(() => predicatePoints)].reduce(
    (sum, points) => sum + points,
    0
  )
}

/** Grams or millilitres; nobody eats more of something at a time. */
const eatenMax = 5_000

const isForOne = ({ unit }: Tag & { readonly kind: "unit" }, before: Tag | undefined): boolean =>
  units[unit].factor * (before?.kind === "number" ? before.value : 1) < eatenMax

const foodEvidence = (tags: ReadonlyArray<Tag>, words: ReadonlyArray<MealToken>, foodCount: number): number => {
  const isWeighed = tags.some(
    (tag, i) => tag.kind === "unit" && units[tag.unit].kind !== "count" && isForOne(tag, tags[i - 1])
  )
  const isDigits = (tag: Tag): boolean => tag.kind === "number" && words[tag.start]?.isNumber === true
  const isCounted = tags.some(
    (tag, i) =>
      (tag.kind === "unit" && units[tag.unit].kind === "count") || (isDigits(tag) && tags[i + 1]?.kind === "food")
  )
  const amount = isWeighed ? weighedPoints : isCounted ? countedPoints : 0
  return amount + foodPoints + furtherFoodPoints * (foodCount - 1)
}

/**
 * The clauses that are about something else. What continues such a one is, too ("fed the dog chicken, rice and carrots"); a
 * clause in which somebody eats without a food is about the one before ("picked strawberries and ate 200 g").
 */
const otherClauses = (clauses: ReadonlyArray<ReadClause>): ReadonlyArray<TokenRange> => {
  const other = new Set<ReadClause>()
  const elsewhere = clauses.some(({ meal }) => meal > 0) ? elsewherePoints : 0
  let carried = { talk: 0, meal: 0 }
  let last: ReadClause | null = null
  for (const [i, clause] of clauses.entries()) {
    if (clause.isFirst) last = null
    if (clause.isFirst) carried = { talk: 0, meal: 0 }
    const meal = clause.meal > 0 ? 0 : clause.isContinued ? Math.max(carried.meal, elsewhere) : elsewhere
    const talk = clause.talk + (clause.isContinued && clause.meal === 0 ? carried.talk : 0)
    if (talk >= otherMin && talk > clause.evidence + meal) other.add(clause)
    if (clause.meal >= 3 && clause.foodCount === 0 && last !== null && !last.isBarred) other.delete(last)
    const announces = clauses[i + 1]?.isAnnounced === true
    carried = other.has(clause)
      ? { talk: clause.foodCount > 0 || announces ? talk : 0, meal: 0 }
      : { talk: 0, meal: Math.max(clause.meal, meal) }
    if (clause.foodCount > 0) last = clause
  }
  return [...other]
}
