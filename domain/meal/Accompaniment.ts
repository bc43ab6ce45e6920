import type { ProductFacts } from "../product/ProductFacts.ts"
import type { FoodRole } from "./FoodRole.ts"
import { groupHasRole, hasRole } from "./FoodRoles.ts"
import { type FoodWeights, groupWeight, lookUp, type Portion } from "./FoodWeights.ts"
import type { Amount } from "./MealItem.ts"
import { units } from "../language/quantities/Units.ts"

/** The food that another one comes with, once it is looked up. */
export interface Host {
  readonly facts: ProductFacts
  readonly amount: Amount | null
}

/** Which weight of an addition a food with a role takes, for each cup, slice or serving of it. */
const measureByRole: ReadonlyArray<readonly [role: FoodRole, measure: string]> = [
  ["hot-drink", "drink"],
  ["bread", "with-bread"],
  ["sandwich", "with-sandwich"],
  ["hot-cereal", "with-cereal"],
  ["salad", "with-salad"]
]

/**
 * What a food weighs that comes with another one and has no amount: as much as that one takes (a slice of bread takes less
 * butter than a sandwich), for each of its cups or slices. `host`: the other one's record, else its name, with what is known of it.
 */
export const accompanyingWeight = (table: FoodWeights, host: string, found: Host | null): Portion | null => {
  const isOf = (role: FoodRole): boolean =>
    hasRole(host, role) ||
    (found !== null && (hasRole(found.facts.id, role) || groupHasRole(found.facts.foodGroup, role)))
  const codes = measureByRole.flatMap(([role, measure]) => (isOf(role) ? [measure] : []))
  const special = lookUp(table, codes) ?? groupWeight(table, codes)
  if (special === null) return lookUp(table, ["with"]) ?? groupWeight(table, ["with"])
  const times = portionsOf(found?.amount ?? null)
  return times === 1 ? special : { grams: special.grams * times, from: `${special.from} × ${times}` }
}

/** An addition is made to no more cups or slices than these. */
const portionsMax = 6

const portionsOf = (amount: Amount | null): number => {
  if (amount === null || units[amount.unit].kind === "mass" || units[amount.unit].kind === "volume") return 1
  return Math.min(amount.quantity, portionsMax)
}
