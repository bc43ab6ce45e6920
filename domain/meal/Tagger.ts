import { respelt } from "./FoodNames.ts"
import { gluedPart } from "./Glue.ts"
import { type Context, meaningAt, quantityTextOf, type Read } from "./Meanings.ts"
import type { MealToken } from "./MealToken.ts"
import type { UnsettledTag } from "./QuantityTags.ts"
import { withStatedOfFoods } from "./StatedOfFoods.ts"
import type { Tag } from "./Tags.ts"
import { isTalkWord } from "./TalkSigns.ts"
import { isLink } from "../language/quantities/NumberLinks.ts"
import { listNumbersIn } from "../language/quantities/ListNumbers.ts"
import { addedPart } from "../language/quantities/Numerals.ts"
import { isCounted } from "../language/quantities/QuantityWords.ts"
import type { Quantity } from "../language/quantities/Quantity.ts"
import { stemOf } from "../language/Stemming.ts"
import { hasToken } from "../language/TokenRange.ts"

/** Tags, and the tokens that they are of: those given, without what is written together with a word. */
export interface TaggedWords {
  readonly tags: ReadonlyArray<Tag>
  readonly words: ReadonlyArray<MealToken>
}

/**
 * The tags of a description. Foods may be misspelt where something else makes it likely that the text is about a meal,
 * another food or a unit; only what then is a part of a curated food's name is taken to be.
 */
export const tagsOf = (tokens: ReadonlyArray<MealToken>): TaggedWords => {
  const asWritten = taggedWords(tokens)
  const { tags, words } = asWritten
  if (!tags.some(({ kind }) => kind === "food" || kind === "unit")) return asWritten
  const respellings = new Map<number, MealToken>()
  for (const { kind, start } of tags) {
    const token = tokens[start]
    const word = words[start]
    if (kind !== "unknown" || token?.kind !== "word" || word === undefined) continue
    const meant = isTalkWord(word) ? null : respelt(word.written)
    const written = meant === null ? null : token.written.replace(word.written, meant)
    if (written !== null) respellings.set(start, { ...token, written, stem: stemOf(written) })
  }
  if (respellings.size === 0) return asWritten
  const named = taggedWords(tokens.map((token, i) => respellings.get(i) ?? token)).tags.filter(
    (tag) => tag.kind === "food" && tag.name.record !== null
  )
  const isNamed = (i: number): boolean => named.some((tag) => hasToken(tag, i))
  return taggedWords(tokens.map((token, i) => (isNamed(i) ? (respellings.get(i) ?? token) : token)))
}

/** The tags of a description, left to right; words that say nothing about foods are left out. */
const taggedWords = (tokens: ReadonlyArray<MealToken>): TaggedWords => {
  const listNumbers = listNumbersIn(tokens)
  const tags: Array<UnsettledTag> = []
  let words = tokens
  let quantity: Quantity | null = null
  for (let i = 0; i < words.length;) {
    const part = tags.at(-1)?.kind === "food" ? partOfFoodEnd(words, i, tags) : i
    if (part > i) {
      i = part
      continue
    }
    const glue = gluedPart(words, i)
    if (glue !== null) {
      tags.push(glue.tag)
      words = words.with(i, glue.rest)
      continue
    }
    const read: Read = listNumbers.has(i) ? listNumberAt(i) : meaningAt(words, i, contextOf(words, i, tags, quantity))
    // the number in "(1) eggs" takes its brackets with it
    if (listNumbers.has(i) && tags.at(-1)?.kind === "open") tags.pop()
    tags.push(...read.tags)
    quantity = read.quantity ?? quantity
    i = read.end
  }
  const counting = tags.map((tag, i) => (countsMeals(tags, i) ? asCircumstance(tag) : tag))
  return { tags: withStatedOfFoods(counting, words), words }
}

/** "تفاحة ونص": an apple and a half, unless it is half of what follows. */
const partOfFoodEnd = (words: ReadonlyArray<MealToken>, at: number, tags: Array<UnsettledTag>): number => {
  const part = addedPart(words, at)
  if (part === null || isCounted(quantityTextOf(words), part.end)) return at
  const number = tags.at(-2)
  const place = { start: at, end: part.end }
  if (number?.kind !== "number") tags.push({ kind: "number", value: 1 + part.value, ...place })
  else tags.splice(-2, 1, { ...number, value: number.value + part.value })
  return part.end
}

const describing: ReadonlySet<UnsettledTag["kind"]> = new Set(["attribute", "size", "preparation", "unknown"])

/** "A light snack", "3 meals", but "a breakfast tart" and "rice 200, lunch" */
const countsMeals = (tags: ReadonlyArray<UnsettledTag>, i: number): boolean => {
  if (tags[i]?.kind !== "number" || tags[i - 1]?.kind === "food") return false
  const at = tags.findIndex(({ kind }, place) => place > i && !describing.has(kind))
  const [meal, food] = at === -1 ? [] : tags.slice(at, at + 2)
  if (meal?.kind !== "meal") return false
  return food === undefined || food.start > meal.end || (food.kind !== "food" && food.kind !== "unknown")
}

const asCircumstance = ({ end, start }: UnsettledTag): UnsettledTag => ({
  kind: "circumstance",
  of: "other",
  start,
  end
})

const listNumberAt = (start: number): Read => ({
  tags: [{ kind: "circumstance", of: "heading", start, end: start + 2 }],
  end: start + 2,
  quantity: null
})

const startsOrNamesFood: ReadonlySet<UnsettledTag["kind"]> = new Set(["food", "break", "and", "with", "or", "without"])
const isOpen = ({ kind }: UnsettledTag): boolean => kind === "open"
const isCount = (tag: UnsettledTag | undefined): boolean => tag?.kind === "number" || tag?.kind === "size"

const contextOf = (
  words: ReadonlyArray<MealToken>,
  at: number,
  tags: ReadonlyArray<UnsettledTag>,
  quantity: Quantity | null
): Context => {
  const last = tags.at(-1)
  const isComma = words[at - 1]?.kind === "break" || isLink(words, at - 1, "and")
  return {
    hasCount: isCount(last) || (last?.kind === "close" && isCount(tags.slice(0, tags.findLastIndex(isOpen)).at(-1))),
    isAmount: last?.kind === "number" || last?.kind === "unit",
    isFood: tags.findLast(({ kind }) => startsOrNamesFood.has(kind))?.kind === "food",
    quantity: quantity !== null && (quantity.end === at || (isComma && quantity.end === at - 1)) ? quantity : null
  }
}
