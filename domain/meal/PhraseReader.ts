import { bareListAt, isComma } from "./FoodLists.ts"
import { isDish } from "./Ingredients.ts"
import { foodHasRole, namesCompany } from "./FoodRoles.ts"
import { isFoodWord } from "./FoodWords.ts"
import { addWords, describe, type HostLink, type ItemBuilder, settleNumber } from "./ItemBuilder.ts"
import { byWriting, wordClassesOf } from "../language/WordClasses.ts"
import type { MealToken } from "./MealToken.ts"
import { joinsFood, nounPhraseAt } from "./NounPhrase.ts"
import { join, readJoined } from "./JoinedFoods.ts"
import { OpenItems } from "./OpenItems.ts"
import { isPartOf } from "./Parts.ts"
import { isAmountAgain, isMeasuredBehind, nextFoodIs, type Place, readNumber, readUnit } from "./ReadAmounts.ts"
import type { ScopedTag } from "./ScopedTag.ts"
import type { FoodTag } from "./Tags.ts"
import { beginsFood, beginsPart } from "./TagPatterns.ts"

/** The phrases of a meal: each food with its words, its amounts and what it comes with. */
export const readPhrases = (
  tags: ReadonlyArray<ScopedTag>,
  words: ReadonlyArray<MealToken>,
  text: string
): ReadonlyArray<ItemBuilder> => {
  const items = new OpenItems()
  for (const [i, tag] of tags.entries()) readTag(tag, { items, tags, words, text, i })
  return items.end()
}

const readTag = (tag: ScopedTag, place: Place): void => {
  const { i, items, tags } = place
  switch (tag.kind) {
    case "food":
      return readFood(tag, place)
    case "number":
      return readNumber(tag, place)
    case "unit":
      return readUnit(tag, place)
    case "size":
    case "energy":
      return describe(items.item, tag)
    case "preparation":
    case "fat":
      if (items.item.isComplete && tags[i + 1]?.kind === "food") items.close()
      return describe(items.item, tag)
    case "joint":
    case "namely":
      return
    case "parts":
      return items.addParts(tag)
    case "total":
      return items.markTotal()
    case "holding":
      return readHolding(tag, place)
    case "attribute":
      return addWords(items.item, tag)
    case "people":
    case "circumstance":
      return beginsPart(tag) ? items.startClause() : undefined
    case "meal":
      return
    case "times":
      if (isAmountAgain(place)) return items.correct("correction")
      items.item.isEach = true
      return
    case "each":
      items.item.isEach = true
      return
    case "unknown":
      if (items.item.isComplete && !items.isInBrackets) items.close()
      return readUnknown(tag, place)
    case "open":
      items.isInBrackets = items.hasFood()
      return
    case "close":
      items.isInBrackets = false
      return
    case "absent":
      return items.addAbsent(tag)
    case "share":
      return items.addShare(tag)
    case "correction":
    case "precision":
    case "retraction":
      // "and, actually, an egg" adds something
      return tags.slice(0, i).findLast(({ kind }) => kind !== "break")?.kind === "and"
        ? items.close()
        : items.correct(tag.kind)
    case "made": {
      const isBare = nounPhraseAt(tags, place.words, i + 1)?.isBare !== false
      if (!items.hasFood() || isBare) return items.isInBrackets ? undefined : readBoundary(tag, place)
      return join(items, true)
    }
    case "of":
    case "in":
      if (tag.kind === "of" && isListOfParts(place)) return items.startBeside("in")
      if (!items.hasFood() && items.item.preparation !== null) return items.prepareLast()
      return join(items, items.hasFood())
    default:
      return items.isInBrackets ? undefined : readBoundary(tag, place)
  }
}

const cues = wordClassesOf("meal-cues", byWriting)

/** "Chocolate flavored milk", but "with a chocolate flavor". */
const readHolding = (tag: ScopedTag, { i, items, tags, words }: Place): void => {
  const isLast = tags[i + 1]?.start !== tag.end
  if (isLast && cues("flavour").has(words[tag.start]?.written ?? "")) items.markFlavour(tag)
  else addWords(items.item, tag)
}

const readUnknown = (tag: ScopedTag, { items, text, words }: Place): void => {
  const word = words[tag.start]
  // "coffee (black)", but "pizza (so good)"
  if (items.isInBrackets && (word === undefined || !isFoodWord(word, text))) return
  return word === undefined || isFoodWord(word, text) ? items.addUnknown(tag) : items.addStranger(tag)
}

const readBoundary = (tag: ScopedTag, place: Place): void => {
  const { i, items, tags } = place
  switch (tag.kind) {
    case "over":
      return readOver(place)
    case "with":
      return items.startBeside("with")
    case "on":
      return items.startBeside("on")
    case "contains":
    case "made":
      // "a muffin, filled with fruit", but "lunch, featuring soup"
      return beginsFood(tags, i) ? items.close() : items.startBeside("in")
    case "or":
      items.close()
      items.item.isNegated = true
      return
    case "and":
      return readAnd(place)
    case "break":
      return readBreak(place)
    case "eat":
    case "begin":
      return items.startClause()
    case "but":
      // "three eggs, but I ate only two"
      return items.correct("precision")
    default:
      return items.close()
  }
}

/** "With milk and brown sugar", and so of a name that says what comes with a food: "pasta with tomato sauce and meat". */
const readAnd = ({ i, items, tags, words }: Place): void => {
  const { foods, host, isComplete, link } = items.item
  const next = nounPhraseAt(tags, words, i + 1)
  const food = next?.foods.at(-1)
  // tuna in its own juice has no company
  const isNamedWith = !isComplete && foods.some((each) => namesCompany(each, words) && isDish(each, words))
  items.close()
  if (next?.isBare !== true || food === undefined || foodHasRole(food, words, "drink")) return
  if (host !== null) Object.assign(items.item, { host, link })
  else if (isNamedWith && belongsTo(food, foods, words)) items.startBeside("in")
}

const inNames = ["ingredient", "filling"] as const

const belongsTo = (food: FoodTag, foods: ReadonlyArray<FoodTag>, words: ReadonlyArray<MealToken>): boolean =>
  inNames.some((role) => foodHasRole(food, words, role)) || isPartOf(food, foods, "with", words)

/** "A salad of lettuce, tomatoes and feta" */
const isListOfParts = ({ i, items, tags, words }: Place): boolean => {
  const { isClosed, phrases } = bareListAt(tags, words, i + 1)
  return isClosed && phrases.length > 1 && items.item.foods.some((food) => isDish(food, words))
}

const readBreak = (place: Place): void => {
  const { items, words } = place
  const { foods, host, isComplete, link } = items.item
  const isNamedWith = host === null && !isComplete && foods.some((each) => namesCompany(each, words))
  items.startClause()
  if (continuesParts(place, isNamedWith ? foods : (host?.foods ?? []), link)) {
    if (isNamedWith) items.startBeside("in")
    else Object.assign(items.item, { host, link })
  }
}

/** "A sandwich with ham, cheese and lettuce": a list that ends in "and" goes on over commas, as far as its foods are parts. */
const continuesParts = ({ i, tags, words }: Place, host: ReadonlyArray<FoodTag>, link: HostLink): boolean => {
  if (host.length === 0 || !isComma(tags[i], words)) return false
  const { isClosed, phrases } = bareListAt(tags, words, i + 1)
  const food = phrases[0]?.foods.at(-1)
  return isClosed && food !== undefined && (link === "in" || belongsTo(food, host, words))
}

const readFood = (tag: FoodTag, place: Place): void => {
  const { items } = place
  if (items.isInBrackets) return
  if (items.hasFood() && !joins(tag, place)) items.close()
  if (items.item.isJoining) return readJoined(tag, place)
  settleNumber(items.item, false)
  items.addFood(tag)
}

/** Does a food belong to the phrase of the one before it? */
const joins = (tag: FoodTag, { i, items: { item }, tags, words }: Place): boolean => {
  if (item.isJoining) return true
  if (item.isComplete) return false
  const last = item.foods.at(-1)
  const before = tags[i - 1]
  if (last === undefined || before === undefined) return false
  return (
    before.kind === "joint" ||
    joinsFood(last, before, tag, words) ||
    (before.end === tag.start && item.unknownCount > 0)
  )
}

/** "Porridge with milk" is cooked in it, and water is not drunk. */
const readOver = ({ i, items, tags }: Place): void => {
  if (!items.hasFood() && items.item.preparation !== null) return items.prepareLast()
  if (items.hasFood() && nextFoodIs(tags, i, "water")) return items.startBeside("in")
  // "protein on 300 ml of milk", and "on milk, 300 ml": what is measured is an item of its own
  join(items, items.hasFood() && nextFoodIs(tags, i, "cooking-medium") && !isMeasuredBehind(tags, i + 1))
  if (!items.item.isJoining && items.hasFood()) items.startBeside("on")
}
