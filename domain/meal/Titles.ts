import { isComma } from "./FoodLists.ts"
import { areAdditions, areInDishes, areMeasured, ingredientsIn, isDish, partsTag } from "./Ingredients.ts"
import type { MealToken } from "./MealToken.ts"
import { nounPhraseAt } from "./NounPhrase.ts"
import type { ScopedTag } from "./ScopedTag.ts"

type Tags = ReadonlyArray<ScopedTag>
type Words = ReadonlyArray<MealToken>

/**
 * A meal in which a dish and the list behind it are not both counted. Behind a colon or dash a list with amounts is counted
 * in the place of its title ("overnight oats: 50 g oats, 150 ml milk"), and so is that of a title which is no dish
 * ("fruit: an apple, a pear"); else the dish is, and the list says what is in it ("salad: lettuce, tomatoes").
 */
export const withoutTitles = (tags: Tags, words: Words): Tags => {
  const kept: Array<ScopedTag> = []
  for (let i = 0; i < tags.length;) {
    const tag = tags[i]
    if (tag === undefined) break
    const read = listBehind(tags, words, i, kept)
    if (read === null) {
      kept.push(tag)
      i++
      continue
    }
    kept.splice(read.titleStart)
    kept.push(...read.instead)
    i = read.end
  }
  return kept
}

interface Read {
  /** what is kept before the list */
  readonly titleStart: number
  readonly instead: Tags
  readonly end: number
}

const listBehind = (tags: Tags, words: Words, i: number, kept: Tags): Read | null => {
  const mark = markAt(tags, words, i)
  if (mark === null) return null
  const titleStart = kept.findLastIndex(({ kind }) => startsTitle.has(kind)) + 1
  const title = kept.slice(titleStart)
  const food = title.findLast((tag) => tag.kind === "food")
  const from = mark === "namely" ? i + (tags[i]?.kind === "break" ? 2 : 1) : i + 1
  const end = listEnd(tags, words, from, words[tags[i]?.start ?? 0]?.written.includes("\n") === true ? lineEnds : ends)
  const list = tags.slice(from, end)
  const ingredients = ingredientsIn(list, words)
  if (food?.kind !== "food" || !beginsWithFood(list, words) || ingredients.foods.length === 0) return null
  const isMeasured = areMeasured(ingredients)
  const isOfDish = isDish(food, words)
  const isList = ingredients.foods.length > 1
  if (isMeasured && (isForOne(title) || !title.some(isAmount))) {
    if (mark === "namely" || (mark === "dash" && !isOfDish)) return null
    if (areAdditions(ingredients, words)) return { titleStart: kept.length, instead: [linkTag(tags, i)], end: from }
    return isList ? { titleStart, instead: [], end: from } : null
  }
  if (!isList) return null
  const isPartList = isOfDish && isNamedWhole(title) && (mark === "colon" || areInDishes(ingredients, words))
  if (isPartList) return { titleStart: kept.length, instead: [partsTag(list), ...amountsBehind(list)], end }
  if (mark === "colon" && !title.some(isAmount) && !isOfDish) return { titleStart, instead: [], end: from }
  return mark === "colon" && isOfDish && !isNamedWhole(title) ? { titleStart, instead: [], end: from } : null
}

const startsTitle: ReadonlySet<ScopedTag["kind"]> = new Set(["break", "eat", "begin", "and", "with", "beside"])

const isAmount = ({ kind }: ScopedTag): boolean => kind === "number" || kind === "unit"

/** "Stir fry for one": says who eats, and not how much. */
const isForOne = (title: Tags): boolean => {
  const last = title.at(-1)
  return last?.kind === "number" && last.value === 1 && title.at(-2)?.kind === "food"
}

/** "A burrito bowl" is no burrito, and "power salad" a salad that nobody knows. */
const isNamedWhole = (title: Tags): boolean => {
  const last = title.findLastIndex(({ kind }) => kind === "food")
  return !title.some(({ kind }) => kind === "unknown") && title[last + 1]?.kind !== "unit"
}

const dash = /^[-–—]+$/
const colon = /:/

/** What leads from a title to its list: a colon, a dash, or "just" behind a comma. */
const markAt = (tags: Tags, words: Words, i: number): "colon" | "dash" | "namely" | null => {
  const tag = tags[i]
  if (tag?.kind === "namely" && tags[i - 1]?.kind !== "break") return "namely"
  if (tag?.kind !== "break") return null
  const written = words[tag.start]?.written ?? ""
  if (colon.test(written)) return "colon"
  if (dash.test(written)) return "dash"
  return isComma(tag, words) && tags[i + 1]?.kind === "namely" ? "namely" : null
}

const ends = /[.!?؟\n;]/
/** A list that begins on a line of its own has a line for each food. */
const lineEnds = /[.!?؟;]|\n\s*\n/

/** A list ends with its sentence, or where another title begins. */
const listEnd = (tags: Tags, words: Words, from: number, ends: RegExp): number => {
  const end = tags.findIndex(
    (tag, i) =>
      i >= from && ((tag.kind === "break" && ends.test(words[tag.start]?.written ?? "")) || tag.kind === "eat")
  )
  const next = tags.findIndex(
    (tag, i) => i >= from && tag.kind === "break" && colon.test(words[tag.start]?.written ?? "")
  )
  const last = end === -1 ? tags.length : end
  if (next === -1 || next > last) return last
  const title = tags.findLastIndex(({ kind }, i) => i < next && i >= from && kind === "break")
  return title === -1 ? next : title
}

const beginsWithFood = (list: Tags, words: Words): boolean => nounPhraseAt(list, words, 0) !== null

/** "Salad, just lettuce and tomatoes 250 g": the amount behind the list is that of the dish. */
const amountsBehind = (list: Tags): Tags => {
  const last = list.findLastIndex(({ kind }) => kind === "food")
  return list.slice(last + 1).filter(({ kind }) => kind === "number" || kind === "unit" || kind === "total")
}

const linkTag = (tags: Tags, i: number): ScopedTag => ({
  kind: "with",
  start: tags[i]?.start ?? 0,
  end: tags[i]?.end ?? 0
})
