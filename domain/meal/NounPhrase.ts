import { languageOfWord } from "../language/Stemming.ts"
import { isDishClass } from "./DishClasses.ts"
import type { MealToken } from "./MealToken.ts"
import type { ScopedTag } from "./ScopedTag.ts"
import type { FoodTag } from "./Tags.ts"

/** What names one food, with what stands before it: "a slice of white bread". */
export interface NounPhrase {
  /** of its tags: from `start` (inclusive) to `end` (exclusive) */
  readonly start: number
  readonly end: number
  readonly foods: ReadonlyArray<FoodTag>
  /** it has no amount */
  readonly isBare: boolean
}

const amountKinds: ReadonlySet<ScopedTag["kind"]> = new Set(["number", "unit"])
const premodifiers: ReadonlySet<ScopedTag["kind"]> = new Set([
  "number",
  "unit",
  "size",
  "preparation",
  "holding",
  "attribute",
  "unknown",
  "each",
  "times"
])

/** "Not quite so hungry, rice": words that nobody knows, and that are more than these, describe no food behind them. */
const unknownMax = 2

/**
 * Does a food right behind another one belong to its name? In English it does; in Russian and Arabic behind a word for a kind
 * of food, and beside an adjective. `before` is the tag before it.
 */
export const joinsFood = (last: FoodTag, before: ScopedTag, tag: FoodTag, words: ReadonlyArray<MealToken>): boolean => {
  if (before.end !== tag.start) return false
  if (last.name.isModifier || tag.name.isModifier) return true
  if (languageOfWord(words[tag.start]?.written ?? "") === "en") return true
  return isDishClass(words[last.start]?.stem ?? "")
}

/** The phrase that begins at a tag; `null` when it names no food. */
export const nounPhraseAt = (
  tags: ReadonlyArray<ScopedTag>,
  words: ReadonlyArray<MealToken>,
  start: number
): NounPhrase | null => {
  const at = headAt(tags, start)
  const head = tags[at]
  if (head?.kind !== "food") return null
  const foods = [head]
  let end = at + 1
  for (let tag = tags[end]; tag !== undefined; tag = tags[end]) {
    const before = tags[end - 1] ?? head
    const isAdjacent = before.end === tag.start
    if (tag.kind === "food" && joinsFood(foods.at(-1) ?? head, before, tag, words)) foods.push(tag)
    else if (!isAdjacent || (tag.kind !== "unknown" && tag.kind !== "preparation")) break
    end++
  }
  return { start, end, foods, isBare: !tags.slice(start, at).some(({ kind }) => amountKinds.has(kind)) }
}

/** Where the food of a phrase stands, or what is there instead. */
const headAt = (tags: ReadonlyArray<ScopedTag>, start: number): number => {
  let unknownCount = 0
  for (let i = start; ; i++) {
    const tag = tags[i]
    if (tag === undefined) return i
    if (tag.kind === "unknown" && ++unknownCount > unknownMax) return i
    const isOfMeasure = tag.kind === "of" && i > start
    if (!premodifiers.has(tag.kind) && !isOfMeasure) return i
  }
}

/** Where the phrase begins that ends before `end`; `null` when no food is there. */
export const nounPhraseStart = (
  tags: ReadonlyArray<ScopedTag>,
  words: ReadonlyArray<MealToken>,
  end: number
): number | null => {
  let start = end - 1
  const last = tags[start]
  if (last?.kind !== "food") return null
  for (let head = last, before = tags[start - 1]; before?.kind === "food"; before = tags[start - 1]) {
    if (!joinsFood(before, before, head, words)) return start
    head = before
    start--
  }
  const modifiers = tags.slice(0, start).findLastIndex(({ kind }) => !premodifiers.has(kind) && kind !== "of") + 1
  // "rice 200 g, bread": the amount is that of the food before it
  return tags[modifiers - 1]?.kind === "food" ? start : modifiers
}
