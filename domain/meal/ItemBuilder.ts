import type { Amount, MealItem, Preparation, Size, StatedEnergy } from "./MealItem.ts"
import type { MealToken } from "./MealToken.ts"
import type { ScopedTag } from "./ScopedTag.ts"
import type { FoodTag } from "./Tags.ts"
import { units } from "../language/quantities/Units.ts"
import type { ProductId } from "../product/ProductId.ts"
import { formsOf, isMadeWithFat } from "./Forms.ts"
import { byStem, byWriting, wordClassesOf } from "../language/WordClasses.ts"
import { languageOfWord } from "../language/Stemming.ts"

/** How a food comes with another: beside it, with it, on it, or within it. */
export type HostLink = "with" | "on" | "in"

/** A mutable item, while its words are read. */
export interface ItemBuilder {
  start: number
  end: number
  /** a number whose unit or food is still to come */
  number: number | null
  amounts: Array<Amount>
  /** an amount is that of one piece */
  isEach: boolean
  size: Size | null
  preparation: Preparation | null
  fatPercent: number | null
  energy: StatedEnergy | null
  foods: Array<FoodTag>
  /** places of the words of the food phrase */
  words: Array<number>
  /** places of words that no name of a food has: they are the phrase where nothing else is */
  strangers: Array<number>
  unknownCount: number
  /** it was not eaten, or is counted as another item */
  isNegated: boolean
  /** what it is free of */
  without: Array<string>
  /** what is in it or on it, and not counted: places of words */
  parts: Array<ReadonlyArray<number>>
  /** what part of it was eaten, 1 at most */
  share: number
  /** it stands for what was said before: of any food, or only of the same one */
  correction: "any" | "same" | null
  /** the food that it comes with */
  host: ItemBuilder | null
  /** how it comes with it */
  link: HostLink
  /** the next food describes this one */
  isJoining: boolean
  /** how many amounts stood before the word that joins */
  joinedAt: number
  /** an amount stood behind the food */
  isComplete: boolean
  /** its amount is that of all foods before it */
  isTotal: boolean
  /** the fat that it is fried in has an amount of its own */
  isFatCounted: boolean
}

export const emptyItem = (): ItemBuilder => ({
  start: -1,
  end: -1,
  number: null,
  amounts: [],
  isEach: false,
  size: null,
  preparation: null,
  fatPercent: null,
  energy: null,
  foods: [],
  words: [],
  strangers: [],
  unknownCount: 0,
  isNegated: false,
  without: [],
  parts: [],
  share: 1,
  correction: null,
  host: null,
  link: "with",
  isJoining: false,
  joinedAt: 0,
  isComplete: false,
  isTotal: false,
  isFatCounted: false
})

/** One of something, as an article says it: of what nobody counts it is no amount. */
export const isArticle = ({ quantity, unit }: Amount): boolean => quantity === 1 && unit === "whole"

/** Is it counted? A correction that corrects nothing has no food. */
export const isEaten = ({ foods, isNegated, unknownCount }: ItemBuilder): boolean =>
  !isNegated && (foods.length > 0 || unknownCount > 0)

/** Adds the words of a tag to the text of the item. */
export const extend = (item: ItemBuilder, tag: ScopedTag): void => {
  if (item.start === -1) item.start = tag.start
  item.end = Math.max(item.end, tag.end)
}

/** The places of its words. */
export const placesOf = ({ end, start }: ScopedTag): ReadonlyArray<number> =>
  Array.from({ length: end - start }, (_, i) => start + i)

/** Adds them to the food phrase, too. */
export const addWords = (item: ItemBuilder, tag: ScopedTag): void => {
  extend(item, tag)
  item.words.push(...placesOf(tag))
}

/** Notes what a tag says of the food of an item. */
export const describe = (
  item: ItemBuilder,
  tag: Extract<ScopedTag, { readonly kind: "size" | "preparation" | "fat" | "energy" }>
): void => {
  if (tag.kind === "size") item.size = tag.size
  else if (tag.kind === "preparation") item.preparation ??= tag.preparation
  // what is said beside the food is more exact than its name: "5% curd, sorry, 9%"
  else if (tag.kind === "fat") item.fatPercent = tag.start < tag.end ? tag.percent : (item.fatPercent ?? tag.percent)
  else item.energy ??= { kcal: tag.kcal, of: tag.of }
  extend(item, tag)
}

/** A bare number this large behind a food is grams ("rice 150"), before a food from the other on ("150 rice"). */
const gramsBehindMin = 20
const gramsBeforeMin = 50

/** The number that waited becomes an amount: of pieces, or of grams when it is too large for that. */
export const settleNumber = (item: ItemBuilder, isBehind: boolean): void => {
  if (item.number === null) return
  const isGrams = item.number >= (isBehind ? gramsBehindMin : gramsBeforeMin)
  item.amounts.push({ quantity: item.number, unit: isGrams ? "g" : "whole" })
  item.number = null
}

/** Is it a mass or a volume? */
export const isWeighed = ({ unit }: Amount): boolean => units[unit].kind === "mass" || units[unit].kind === "volume"

/** A spoon is a table spoon, unless it is small. */
const spoonOf = (amount: Amount, size: Size | null): Amount =>
  amount.unit === "tbsp" && size === "small" ? { ...amount, unit: "tsp" } : amount

/** "2 packs of 6 sausages", "a plate of 3 pancakes", "1 serving (2 pieces)": what is counted second is in the first. */
export const holdsPieces = (holder: Amount, pieces: Amount): boolean =>
  pieces.quantity > 1 && (holder.quantity === 1 || (pieces.unit === "whole" && units[holder.unit].use === "container"))

/** Of several amounts the weighed one, times the count when it is said of each; else the first. */
export const amountOf = ({ amounts, isEach, size }: ItemBuilder): Amount | null => {
  const weighed = amounts.find(isWeighed)
  const [counted, times] = amounts.filter((amount) => !isWeighed(amount))
  if (weighed === undefined) {
    if (counted === undefined) return null
    if (times === undefined || !(isEach || holdsPieces(counted, times))) return spoonOf(counted, size)
    // "2 slices, 3 times", "2 packs of 6 pieces each"
    const { unit } = isEach && times.unit === "whole" ? counted : times
    return spoonOf({ quantity: counted.quantity * times.quantity, unit }, size)
  }
  const isOfEach = counted !== undefined && (isEach || units[counted.unit].use === "container")
  return isOfEach ? { ...weighed, quantity: weighed.quantity * counted.quantity } : weighed
}

const cueStems = wordClassesOf("meal-cues", byStem)
const cueSpellings = wordClassesOf("meal-cues", byWriting)

/** One egg is said without a number where a plural would be two or more. */
const oneEgg = (phrase: ReadonlyArray<MealToken>): Amount | null =>
  phrase.some(({ written }) => cueSpellings("one-egg").has(written)) &&
  !phrase.some(({ stem }) => cueStems("made-with-egg").has(stem))
    ? { quantity: 1, unit: "whole" }
    : null

/** What is fried in fat that is counted itself is no dish that has the fat in it. */
const preparationOf = ({ isFatCounted, preparation }: ItemBuilder, record: ProductId | null): Preparation | null =>
  isFatCounted && record !== null && preparation !== null && isMadeWithFat(record, preparation) ? null : preparation

const eaten = (amount: Amount | null, share: number): Amount | null =>
  amount === null || share === 1 ? amount : { ...amount, quantity: amount.quantity * share }

const writtenAt = (places: ReadonlyArray<number>, words: ReadonlyArray<MealToken>): string =>
  places.map((i) => words[i]?.written ?? "").join(" ")

/** The item of a food, or of an amount of something unknown. */
export const toItem = (item: ItemBuilder, words: ReadonlyArray<MealToken>, text: string): MealItem => {
  const phrase = item.words.toSorted((a, b) => a - b).flatMap((i) => words[i] ?? [])
  const record = headRecord(item, words)
  const [first] = item.foods
  const amount = eaten(amountOf(item) ?? oneEgg(phrase), item.share)
  const preparation =
    preparationOf(item, record) ?? (phrase.some(({ stem }) => cueStems("uncooked").has(stem)) ? "raw" : null)
  const language = phrase.map(({ written }) => languageOfWord(written)).find((language) => language !== null)
  return {
    text: text.slice(words[item.start]?.start ?? 0, words[item.end - 1]?.end ?? 0),
    food: phrase.map(({ written }) => written).join(" "),
    said: phrase.map(({ end, start }) => text.slice(start, end)).join(" "),
    language: language ?? "en",
    amount,
    size: amount?.unit === "tbsp" || amount?.unit === "tsp" ? null : item.size,
    preparation,
    fatPercent: item.fatPercent,
    energy: item.energy,
    share: amount === null ? item.share : 1,
    without: [...new Set(item.without)],
    parts: item.parts.map((part) => writtenAt(part, words)),
    records: record === null ? [] : formsOf(record, preparation, amount),
    isNamed: item.foods.length === 1 && item.unknownCount === 0 && record !== null && first?.name.record === record,
    isKnown: item.foods.length > 0,
    accompanies: item.host === null ? null : hostName(item.host, words)
  }
}

/** What a compound is about: its last food in English, the first in the other languages; adjectives are not. */
const headRecord = (item: ItemBuilder, words: ReadonlyArray<MealToken>): MealItem["records"][number] | null => {
  const nouns = item.foods.filter(({ name }) => !name.isModifier)
  const ordered = languageOfWord(words[item.foods[0]?.start ?? 0]?.written ?? "") === "en" ? nouns.toReversed() : nouns
  return ordered[0]?.name.record ?? null
}

/** What a food is called that another comes with. */
const hostName = (host: ItemBuilder, words: ReadonlyArray<MealToken>): string =>
  host.foods.find(({ name }) => name.record !== null)?.name.record ??
  host.words.map((i) => words[i]?.written ?? "").join(" ")
