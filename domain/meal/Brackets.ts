import { hasRole } from "./FoodRoles.ts"
import { areAdditions, areMeasured, ingredientsIn, partsTag } from "./Ingredients.ts"
import type { MealToken } from "./MealToken.ts"
import { nounPhraseStart } from "./NounPhrase.ts"
import type { ScopedTag } from "./ScopedTag.ts"

type Tags = ReadonlyArray<ScopedTag>
type Words = ReadonlyArray<MealToken>

/**
 * A meal in which a food and what stands in brackets behind it are not both counted. Ingredients that are measured are
 * counted in the place of a dish that is not ("salad (2 tomatoes, 1 cucumber)"); what is only added is counted beside it
 * ("toast (20 g butter)"); all others say what is in it. Amounts in brackets are the dish's, and so are the eggs of an omelette.
 */
export const withoutBrackets = (tags: Tags, words: Words): Tags => {
  const kept: Array<ScopedTag> = []
  for (let i = 0; i < tags.length;) {
    const tag = tags[i]
    if (tag === undefined) break
    const host = tag.kind === "open" ? kept.at(-1) : undefined
    const at = host === undefined ? -1 : kept.findLastIndex(({ kind }) => kind === "food")
    const food = kept[at]
    if (food?.kind !== "food" || kept.slice(at).some(({ kind }) => kind === "break")) {
      kept.push(tag)
      i++
      continue
    }
    const close = tags.findIndex(({ kind }, place) => place > i && kind === "close")
    const end = close === -1 ? tags.length : close
    const inside = tags.slice(i + 1, end)
    const others = partsOf(inside).filter((part) => !isAboutHost(part, food.name.record ?? ""))
    const own = partsOf(inside).filter((part) => isAboutHost(part, food.name.record ?? ""))
    const ingredients = ingredientsIn(others.flat(), words)
    const start = nounPhraseStart(kept, words, at + 1) ?? at
    const isMeasured = kept.slice(start).some(({ kind }) => kind === "number" || kind === "unit")
    i = end + 1
    if (ingredients.foods.length === 0) kept.push(tag, ...inside, ...closeAt(tags, end))
    else if (ingredients.measuredCount > 0 && areAdditions(ingredients, words))
      kept.push(tag, ...own.flat(), ...closeAt(tags, end), { ...tag, kind: "with" }, ...others.flat())
    else if (!isMeasured && ingredients.foods.length > 1 && areMeasured(ingredients)) {
      kept.splice(start)
      kept.push(...others.flat())
    } else kept.push(partsTag(others.flat()), tag, ...own.flat(), ...closeAt(tags, end))
  }
  return kept
}

const closeAt = (tags: Tags, i: number): Tags => tags.slice(i, i + 1)

/** Pieces of what is in brackets, each with the comma behind it. */
const partsOf = (tags: Tags): ReadonlyArray<Tags> => {
  const parts: Array<Array<ScopedTag>> = [[]]
  for (const tag of tags) {
    parts.at(-1)?.push(tag)
    if (tag.kind === "break" || tag.kind === "and") parts.push([])
  }
  return parts
}

const isOfEggs = (host: string): boolean => hasRole(host, "egg") || hasRole(host, "egg-dish")

/** It says how much of the food there is, or names it again. */
const isAboutHost = (part: Tags, host: string): boolean =>
  part.every((tag) => {
    if (tag.kind !== "food") return true
    const record = tag.name.record ?? ""
    return record === host || (hasRole(record, "egg") && isOfEggs(host))
  })
