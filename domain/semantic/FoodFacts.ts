import { rowsOf } from "../language/Knowledge.ts"
import { conceptOf } from "../language/Lexicon.ts"
import { FactInheritance } from "./FactInheritance.ts"
import { readFacts, type FactName } from "./FactRow.ts"
import { ownFacets } from "./FoodFacets.ts"
import { widerGroups } from "./Groups.ts"
import type { Weights } from "./Weights.ts"

const names: ReadonlyMap<string, FactName> = new Map(
  rowsOf("fact-names").map(({ attributes: [fact = "", dimension = "", level = ""] }) => [
    fact,
    { dimension, level: Number(level) }
  ])
)

/** What is known of foods though no record states it, each a dimension: `f:portable`. */
export const facts: ReadonlyArray<string> = [...new Set([...names.values()].map(({ dimension }) => dimension))].filter(
  (dimension) => dimension.startsWith("f:")
)

const rows: ReadonlyMap<string, Weights> = new Map(
  rowsOf("food-facts").map(({ attributes: [food = "", listed = ""] }) => [food, readFacts(listed, names)])
)

/** From here on a food is altogether of a group. */
const altogether = 0.9

const inheritance = new FactInheritance(rows, {
  under: (food) => conceptOf(food)?.under ?? [],
  groups: (food) =>
    [...ownFacets(food)]
      .filter(([name, weight]) => name.startsWith("g:") && weight >= altogether)
      .map(([name]) => name),
  wider: (group) => [...widerGroups(group)].filter(([, share]) => share >= altogether).map(([name]) => name)
})

/** What is known of a food, by itself or as a kind of food; a level of 0 is known not to be so. */
export const factsOf = (concept: string): Weights => inheritance.of(concept)

const none: Weights = new Map()

/** What a property makes of any food: what is canned keeps. */
export const factsOfProperty = (property: string): Weights => rows.get(property) ?? none
