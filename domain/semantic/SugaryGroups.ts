import type { Nutrition } from "../product/Nutrition.ts"
import { groupsWith } from "./Groups.ts"
import type { Weights } from "./Weights.ts"

const sugary = groupsWith("sugary")

/** Less sugar per 100 g is no sweet food: the limit of the claim "low sugars", annex of Regulation (EC) No 1924/2006. */
const lowSugarG = 5
/** What has less energy per 100 g may be a jelly or an ice of sweeteners. */
const fewKcal = 60
/** So much of a sugary group is left to such a product. */
const unsweetShare = 0.3

/**
 * The groups of a product, of sugary ones little where its record states hardly any sugar: a biscuit for soup, a cake of crab, a pie of
 * spinach. What claims to have little sugar is a sweet food all the same.
 */
export const withoutUnsweet = (
  groups: ReadonlyMap<string, number>,
  { calories, sugar }: Nutrition,
  claims: Weights
): ReadonlyMap<string, number> => {
  const isUnsweet = sugar !== null && sugar < lowSugarG && (calories ?? 0) > fewKcal && !claims.has("n:sugar:abs")
  if (!isUnsweet) return groups
  return new Map([...groups].map(([name, weight]) => [name, sugary.has(name) ? unsweetShare * weight : weight]))
}
