import { isFiledUnder } from "../../language/Lexicon.ts"
import { facetsOf, mainGroups, namesGroup } from "../FoodFacets.ts"
import type { FoodMention } from "../FoodWeights.ts"
import type { NeedReading } from "../NeedReader.ts"
import { isConcept, isGroup } from "../QueryWeights.ts"

/** Is the concept the food, or one of its kinds? Of a food that gives its group the name, as drinks, all of the group are. */
export const isKindOf = (concept: string, food: string): boolean =>
  concept === food || isFiledUnder(concept, food) || (namesGroup(food) && isInGroup(concept, `g:${food}`))

/** A food that is half of a group belongs to it: hot sauce is a sauce. */
const shareMin = 0.5

const isInGroup = (concept: string, group: string): boolean => (facetsOf(concept).get(group) ?? 0) >= shareMin

/** So many kinds of a food among the answers tell that it is what is wanted, not what something is wanted for. */
const kindsMin = 3

export const isKindOfOne = (name: string, foods: ReadonlyArray<FoodMention>): boolean =>
  foods.some(({ concept }) => isKindOf(name.slice(2), concept))

const isAnswer = ([name, weight]: readonly [string, number]): boolean => isConcept(name) && weight > 0

/** The foods that a need is about: a mild fish is fish, but a sauce for wings is no wings. */
export const wantedOf = (known: NeedReading, own: ReadonlyArray<FoodMention>): ReadonlyArray<FoodMention> => {
  const answers = [...known.implied].filter(isAnswer)
  return own.filter((food) => answers.filter(([name]) => isKindOfOne(name, [food])).length >= kindsMin)
}

/** Of the foods that are asked for only those that are kinds of the wanted ones: a cheese to fry is no frying oil. */
export const withKindsOnly = (reading: NeedReading, wanted: ReadonlyArray<FoodMention>): NeedReading => {
  if (wanted.length === 0) return reading
  const groups = new Set(wanted.flatMap(({ concept }) => mainGroups(concept)))
  const isKept = ([name, weight]: readonly [string, number]): boolean =>
    weight < 0 || (isGroup(name) ? groups.has(name) : !isConcept(name) || isKindOfOne(name, wanted))
  return { ...reading, implied: new Map([...reading.implied].filter(isKept)) }
}
