import type { ProductFacts } from "../product/ProductFacts.ts"
import type { FoodRole } from "./FoodRole.ts"
import { groupHasRole, hasRole } from "./FoodRoles.ts"
import { type FoodWeights, groupWeight, lookUp, type Portion, tidy, weightsFor } from "./FoodWeights.ts"
import type { MealItem } from "./MealItem.ts"

/** The food that another one comes with, once it is looked up and weighed. */
export interface Host {
  readonly item: MealItem
  readonly facts: ProductFacts
  readonly grams: number
}

interface Addition {
  readonly role: FoodRole
  /** the measure of an addition that a food with the role takes */
  readonly measure: string
  /** … for each of these of that food, the first that has a weight */
  readonly per: ReadonlyArray<string>
}

const additions: ReadonlyArray<Addition> = [
  { role: "hot-drink", measure: "drink", per: ["cup"] },
  { role: "bread", measure: "with-bread", per: ["slice", "piece", "whole", "medium"] },
  { role: "sandwich", measure: "with-sandwich", per: ["piece", "whole", "medium", "serving"] },
  { role: "hot-cereal", measure: "with-cereal", per: ["cup"] },
  { role: "salad", measure: "with-salad", per: ["serving"] }
]

/**
 * What a food weighs that comes with another one and has no amount: as much as that one takes (a slice of bread takes less
 * butter than a sandwich, two slices take twice as much). `name`: the other one's record, else its name; `host`: what is known of it.
 * `null` where only its serving is known.
 */
export const accompanyingWeight = (table: FoodWeights, name: string, host: Host | null): Portion | null => {
  const isOf = (role: FoodRole): boolean =>
    hasRole(name, role) || (host !== null && (hasRole(host.facts.id, role) || groupHasRole(host.facts.foodGroup, role)))
  for (const { measure, per, role } of additions) {
    if (!isOf(role)) continue
    const one = lookUp(table, [measure]) ?? groupWeight(table, [measure])
    if (one === null) continue
    const times = host === null ? 1 : portionsOf(host, per)
    return times === 1 ? one : { grams: one.grams * times, from: `${one.from} × ${tidy(times)}` }
  }
  return lookUp(table, ["with"]) ?? groupWeight(table, ["with"])
}

/** Nobody sees to it that a very small or large portion gets its part. */
const portionsMin = 0.5
const portionsMax = 6

const portionsOf = ({ facts, grams, item }: Host, per: ReadonlyArray<string>): number => {
  const one = lookUp(weightsFor(facts, item), per)
  return one === null ? 1 : Math.min(Math.max(grams / one.grams, portionsMin), portionsMax)
}
