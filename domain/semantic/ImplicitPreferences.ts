import { facetsOf, isProperty } from "./FoodFacets.ts"
import { neededWeight } from "./FoodWeights.ts"
import { groupsWith } from "./Groups.ts"
import { isWholeFood } from "./WholeFoodScore.ts"
import type { NeedReading } from "./NeedReader.ts"
import { put } from "./Weights.ts"

const weight = {
  /** one plain food, when foods as such are named */
  plain: 0.5,
  /** against what nobody means who does not name it */
  implicit: 0.35
} as const

/** Who wants to eat something wants no oil, flour, baby food or powder. */
const ingredients = [...groupsWith("ingredient"), "a:powder"]
/** Who asks for meat means a piece of it. */
const otherMeats = groupsWith("other-meat")
const seldomMeant = [...groupsWith("seldom"), "a:powder"]

/** Groups and properties of the foods that suit what is asked for. */
const suitedFacets = ({ implied, said }: NeedReading): ReadonlySet<string> =>
  new Set(
    [...said, ...implied].flatMap(([name, strength]) =>
      name.startsWith("c:") && strength > 0 ? [...facetsOf(name.slice(2)).keys()] : []
    )
  )

/** Adds what a question means without saying it. */
export const addImplicitPreferences = (
  weights: Map<string, number>,
  reading: NeedReading,
  namesFood: boolean
): void => {
  const suited = suitedFacets(reading)
  const isNamed = (name: string) => (weights.get(name) ?? 0) > 0 || suited.has(name)
  const isMeant = (name: string) =>
    weights.has(name) ||
    suited.has(name) ||
    (name === "a:powder" && isNamed("a:instant")) ||
    (name === "g:drinkmix" && isNamed("g:beverage"))
  for (const name of namesFood ? seldomMeant : ingredients) if (!isMeant(name)) weights.set(name, -weight.implicit)
  const asksSource = [...reading.said.keys()].some((name) => name.startsWith("v:"))
  if (!asksSource && reading.foods.some(({ concept, negated }) => concept === "meat" && !negated))
    for (const name of otherMeats) if (!isMeant(name)) weights.set(name, -weight.implicit)
  if (wantsPlain(reading, namesFood)) put(weights, "a:plain", weight.plain)
}

/** "fruit" or "vegetables rich in fibre" means these as they are, and foods that are a source of iron are no dishes. */
const wantsPlain = ({ foods, said }: NeedReading, namesFood: boolean): boolean => {
  const wanted = foods.filter(({ negated, weight }) => !negated && weight >= neededWeight)
  if (wanted.length > 0) return wanted.every(({ concept }) => !isProperty(concept) && isWholeFood(concept))
  return !namesFood && [...said.keys()].some((name) => name.startsWith("v:"))
}
