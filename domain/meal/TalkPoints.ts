import { hasToken, type TokenRange } from "../language/TokenRange.ts"
import { hasRole } from "./FoodRoles.ts"
import type { MealToken } from "./MealToken.ts"
import type { Tag } from "./Tags.ts"
import { isAdjective, type TalkKind, type TalkSign } from "./TalkSigns.ts"
import { units } from "../language/quantities/Units.ts"

/** What decides whether a clause is about a meal. */
export interface ClauseWords {
  readonly signs: ReadonlyArray<TalkSign>
  readonly tags: ReadonlyArray<Tag>
  /** of the whole description */
  readonly words: ReadonlyArray<MealToken>
  /** foods that no saying or name is made of */
  readonly foodCount: number
}

/** Points for a meal, of the strongest sign of a clause. */
const mealPoints: Partial<Record<TalkKind, number>> = { eats: 4, given: 4, asks: 4, has: 3, meal: 3, eating: 2 }
/** "I" does not say what is done. */
const speakerPoints = 1

/** How much the signs of a clause say for a meal, in points. */
export const mealPointsOf = (signs: ReadonlyArray<TalkSign>): number =>
  signs.reduce((most, { kind }) => Math.max(most, mealPoints[kind] ?? 0), 0)

/** Is it a sign of a meal? */
export const isMealSign = ({ kind }: TalkSign): boolean => mealPoints[kind] !== undefined

const foodPoints = 1
const furtherFoodPoints = 0.5
const countedPoints = 1
const weighedPoints = 2
/** Grams or millilitres; nobody eats more of something at a time, or of oil. */
const eatenMax = 5_000
const fatMax = 250

const isCount = (tag: Tag): boolean => tag.kind === "unit" && units[tag.unit].kind === "count"

const isForOne = (tags: ReadonlyArray<Tag>, at: number): boolean => {
  const [before, tag] = [tags[at - 1], tags[at]]
  if (tag?.kind !== "unit") return false
  const food = tags.slice(at).find(({ kind }) => kind === "food")
  const isFat = food?.kind === "food" && hasRole(food.name.record, "cooking-fat")
  const amount = units[tag.unit].factor * (before?.kind === "number" ? before.value : 1)
  return amount < (isFat ? fatMax : eatenMax)
}

/** Does a clause state a mass, a volume or a measure that one may eat? Then no unknown words outweigh it. */
export const isWeighed = (tags: ReadonlyArray<Tag>): boolean =>
  tags.some((tag, i) => tag.kind === "unit" && !isCount(tag) && isForOne(tags, i))

/** How much the foods and amounts of a clause, and who speaks, say for a meal. */
export const foodPointsOf = ({ foodCount, signs, tags, words }: ClauseWords): number => {
  const speaker = signs.some(({ kind }) => kind === "speaker") ? speakerPoints : 0
  if (foodCount === 0) return speaker
  const isDigits = (tag: Tag): boolean => tag.kind === "number" && words[tag.start]?.isNumber === true
  const isCounted = tags.some((tag, i) => isCount(tag) || (isDigits(tag) && tags[i + 1]?.kind === "food"))
  const amount = isWeighed(tags) ? weighedPoints : isCounted ? countedPoints : 0
  return speaker + amount + foodPoints + furtherFoodPoints * (foodCount - 1)
}

/** Points for other talk, once a clause for each kind of sign that is in it. */
const oncePoints: Partial<Record<TalkKind, number>> = {
  "no-eater": 4,
  purpose: 4,
  secret: 4,
  wish: 4,
  deed: 3,
  feeling: 3,
  question: 3,
  topic: 3,
  remedy: 2,
  saying: 2,
  name: 1,
  you: 1.5,
  be: 1
}
/** And for each sign of these kinds. */
const verbPoints = 1.25
const eachPoints: Partial<Record<TalkKind, number>> = { verb: verbPoints, word: 1, thing: 1, machine: 1, event: 0.5 }
/** At a place one eats as well ("a bagel at the airport"), and where somebody eats more is told of that ("fun size bars"). */
const asidePoints = 0.5
/** Words between it and the place ("in the office kitchen"). */
const placeReach = 2
/** A verb right behind a food says what that does: "eggs hatch", "молоко привозят". */
const predicatePoints = 0.5
/** A thing right behind a food is called so: "mint ceiling", "абрикосовые стены". */
const compoundPoints = 1
/** A word of which nothing is known is of a dish or brand as often as of other talk. */
const unreadPoints = 0.75
const unreadPlacePoints = 0.25
/** Without a sign so many of them are needed, for each food. */
const unreadMin = 3
/** A car that eats drinks petrol. */
export const eatenByOtherPoints = 4

/** How much a clause says for other talk, in points. `isMeal`: somebody eats in it. */
export const talkPointsOf = ({ foodCount, signs, tags, words }: ClauseWords, isMeal: boolean): number => {
  const places = signs.filter(({ kind }) => kind === "place")
  const isPlace = ({ start }: TokenRange): boolean =>
    places.some(({ end }) => start >= end && start <= end + placeReach)
  const kinds = new Set(signs.flatMap((sign) => (sign.kind === "topic" && isPlace(sign) ? [] : [sign.kind])))
  const points = [
    ...[...kinds].map((kind) => oncePoints[kind] ?? 0),
    ...signs.map((sign) => Math.min(eachPoints[sign.kind] ?? 0, isMeal || isPlace(sign) ? asidePoints : Infinity)),
    ...signs.map((sign) => (sign.kind === "verb" && tags.some((tag) => isFoodBefore(tag, sign)) ? predicatePoints : 0)),
    ...signs.map((sign) => (isOfFood(sign, tags) ? compoundPoints : 0))
  ]
  const listed = sum(points)
  if (isMeal || foodCount === 0 || isWeighed(tags)) return listed
  const unread = unreadWords(tags, words, signs)
  if (listed === 0 && unread.length < unreadMin * foodCount) return 0
  const unreadPointsOf = (tag: Tag): number => {
    if (isDoneBy(signs, tag)) return verbPoints
    return isPlace(tag) ? unreadPlacePoints : unreadPoints
  }
  return listed + sum(unread.map(unreadPointsOf))
}

const sum = (points: ReadonlyArray<number>): number => points.reduce((total, each) => total + each, 0)

const compounds: ReadonlySet<TalkKind> = new Set(["thing", "word", "machine", "topic", "purpose"])

const isOfFood = (sign: TalkSign, tags: ReadonlyArray<Tag>): boolean =>
  compounds.has(sign.kind) && tags.some((tag) => isFoodBefore(tag, sign))

const isFoodBefore = (tag: Tag, { start }: TokenRange): boolean => tag.kind === "food" && tag.end === start

/** "She collects": what she does is a verb, whatever it means. */
const isDoneBy = (signs: ReadonlyArray<TalkSign>, tag: Tag): boolean =>
  signs.some(({ end, kind }) => kind === "person" && end === tag.start)

/** Words of which nothing is known: no initials and percentages, and no adjectives. */
export const unreadWords = (
  tags: ReadonlyArray<Tag>,
  words: ReadonlyArray<MealToken>,
  signs: ReadonlyArray<TalkSign>
): ReadonlyArray<Tag> =>
  tags.filter(({ kind, start }) => {
    const word = words[start]
    return (
      kind === "unknown" &&
      word?.kind === "word" &&
      word.written.length > 1 &&
      !isAdjective(word) &&
      !signs.some((sign) => hasToken(sign, start))
    )
  })
