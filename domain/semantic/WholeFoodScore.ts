import { facetsOf, mainGroups } from "./FoodFacets.ts"
import { isPart } from "./FoodParts.ts"
import { groupsWith } from "./Groups.ts"
import type { Weights } from "./Weights.ts"

const wholeGroups = groupsWith("whole")
const madeGroups = groupsWith("made")

/** Does the concept name foods as they are: fruit, fish, milk? */
export const isWholeFood = (concept: string): boolean => {
  const groups = mainGroups(concept)
  const facets = facetsOf(concept)
  if (!groups.some((group) => wholeGroups.has(group))) return false
  return ![...madeGroups, ...done.map(([property]) => property)].some((name) => (facets.get(name) ?? 0) >= 0.3)
}

/** What was done to it: of some of these it is another food, of others nearly the same. */
const done: ReadonlyArray<readonly [property: string, loss: number]> = [
  ["a:powder", 0.5],
  ["a:fried", 0.3],
  ["a:canned", 0.3],
  ["a:salted", 0.2],
  ["a:smoked", 0.2],
  ["a:dried", 0.2],
  ["a:instant", 0.3]
]

const perAddition = 0.25
const asPart = 0.6

/**
 * How much a product is one plain food, from 0 to 1: of a group of whole foods, nothing made of them, and with nothing
 * added that its name tells of.
 */
export const wholeFoodScoreOf = (groups: Weights, properties: Weights, additions: number, name: string): number => {
  const strongest = (some: ReadonlySet<string>) =>
    [...groups].reduce((most, [name, weight]) => (some.has(name) ? Math.max(most, weight) : most), 0)
  const whole = strongest(wholeGroups)
  if (whole < 0.6) return 0
  let plain = whole - strongest(madeGroups) - perAddition * additions - (isPart(name) ? asPart : 0)
  for (const [property, loss] of done) plain -= loss * Math.max(0, properties.get(property) ?? 0)
  return Math.max(0, plain)
}
