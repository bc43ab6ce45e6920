import { hasRole } from "./FoodRoles.ts"
import type { MealToken } from "./MealToken.ts"
import type { ScopedTag } from "./ScopedTag.ts"

/**
 * A description without what only says of what a dish is made: foods in brackets behind it with their amounts
 * ("salad (2 tomatoes, 1 cucumber)"; the eggs of an omelette count it, and stay). And without a title, when what it is the
 * title of follows in amounts ("overnight oats: 50 g oats, 150 ml milk").
 */
export const withoutIngredients = (
  tags: ReadonlyArray<ScopedTag>,
  words: ReadonlyArray<MealToken>
): ReadonlyArray<ScopedTag> => {
  const untitled = withoutTitles(tags, words)
  const kept: Array<ScopedTag> = []
  let i = 0
  while (i < untitled.length) {
    const tag = untitled[i]
    if (tag === undefined) break
    kept.push(tag)
    i++
    const host = tag.kind === "open" ? kept.findLast(({ kind }) => kind === "food") : undefined
    if (host?.kind !== "food") continue
    const close = untitled.findIndex(({ kind }, at) => at >= i && kind === "close")
    const end = close === -1 ? untitled.length : close
    kept.push(
      ...partsOf(untitled.slice(i, end))
        .filter((part) => isAboutHost(part, host.name.record ?? ""))
        .flat()
    )
    i = end
  }
  return kept
}

/** Pieces of a description between its commas, each with the comma behind it. */
const partsOf = (tags: ReadonlyArray<ScopedTag>): ReadonlyArray<ReadonlyArray<ScopedTag>> => {
  const parts: Array<Array<ScopedTag>> = [[]]
  for (const tag of tags) {
    parts.at(-1)?.push(tag)
    if (tag.kind === "break" || tag.kind === "and") parts.push([])
  }
  return parts
}

const isOfEggs = (host: string): boolean => hasRole(host, "egg") || hasRole(host, "egg-dish")

const isAboutHost = (part: ReadonlyArray<ScopedTag>, host: string): boolean =>
  part.every((tag) => {
    if (tag.kind === "unknown") return false
    if (tag.kind !== "food") return true
    const record = tag.name.record ?? ""
    return record === host || (hasRole(record, "egg") && isOfEggs(host))
  })

const withoutTitles = (tags: ReadonlyArray<ScopedTag>, words: ReadonlyArray<MealToken>): ReadonlyArray<ScopedTag> => {
  const colon = tags.findIndex((tag) => tag.kind === "break" && (words[tag.start]?.written ?? "").includes(":"))
  if (colon === -1) return tags
  const start = tags.findLastIndex(({ kind }, at) => at < colon && kind === "break") + 1
  const rest = withoutTitles(tags.slice(colon + 1), words)
  const title = tags.slice(start, colon)
  const [first = []] = partsOf(rest)
  const isTitle =
    title.some(({ kind }) => kind === "food") &&
    !title.some(isAmount) &&
    first.some(({ kind }) => kind === "food") &&
    rest.some(isAmount) &&
    rest.filter(({ kind }) => kind === "food").length > 1
  return [...tags.slice(0, isTitle ? start : colon + 1), ...rest]
}

const isAmount = ({ kind }: ScopedTag): boolean => kind === "number" || kind === "unit"
