import { hasToken } from "../../language/TokenRange.ts"
import { mainGroups } from "../FoodFacets.ts"
import { foodsWith } from "../FoodTraits.ts"
import type { FoodMention } from "../FoodWeights.ts"
import type { NeedReading } from "../NeedReader.ts"
import { isConcept, isGroup } from "../QueryWeights.ts"
import { wantedOf } from "./FoodsOfNeeds.ts"
import { readNeed } from "./KnownNeeds.ts"
import type { Near } from "./NearestNeeds.ts"

const wide = foodsWith("wide")

/** From so probable on a food is only the context of what is asked for: surely, or where the need has other answers; below the last it is not. */
const context = { sure: 0.9, possible: 0.5, none: 0.2 } as const

export const mayBeContext = ({ context: probability = 0 }: FoodMention): boolean => probability >= context.possible
export const isNoContext = ({ context: probability = 1 }: FoodMention): boolean => probability < context.none

/** Is the food only what the answer goes with or replaces: the wings of a sauce for wings? */
const isContext = (food: FoodMention, known: NeedReading | null): boolean => {
  if (!mayBeContext(food) || wide.has(food.concept)) return false
  return (food.context ?? 0) >= context.sure || (known !== null && wantedOf(known, [food]).length === 0)
}

/** From here on a need tells by its answers what is only its context. */
const needMin = 0.3

/** The foods that are only the context of what is asked for. */
export const contextOf = (asked: ReadonlyArray<FoodMention>, near: ReadonlyArray<Near>): ReadonlyArray<FoodMention> => {
  const [nearest] = near
  const known = nearest !== undefined && nearest.probability >= needMin ? readNeed(nearest.need) : null
  return asked.filter((food) => isContext(food, known))
}

/** Is it a group of one of the foods, or another food of such a group? */
const isKin = (name: string, foods: ReadonlyArray<FoodMention>): boolean => {
  const groups = isGroup(name) ? [name] : isConcept(name) ? mainGroups(name.slice(2)) : []
  return foods.some(({ concept }) => mainGroups(concept).some((group) => groups.includes(group)))
}

/** What is only context need not be read. */
const contextWeight = 0.1

/** Without foods that are only the context of what is asked for, and so are no answer; nor are other meats that go with roast lamb. */
export const withoutFoods = (reading: NeedReading, context: ReadonlyArray<FoodMention>): NeedReading => ({
  ...reading,
  implied: new Map([...reading.implied].filter(([name]) => !isKin(name, context))),
  foods: reading.foods.filter((food) => !context.includes(food)),
  replaced: [...reading.replaced, ...context.map(({ concept }) => concept)],
  wordWeights: reading.wordWeights.map((weight, i) =>
    context.some((food) => hasToken(food, i)) ? Math.min(weight, contextWeight) : weight
  )
})
