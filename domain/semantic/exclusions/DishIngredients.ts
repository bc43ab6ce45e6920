import { rowsOf } from "../../language/Knowledge.ts"
import { idsIn } from "./ExclusionKinds.ts"

const listed: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  rowsOf("dish-ingredients").map(({ attributes: [dish = "", ingredients = ""] }) => [dish, idsIn(ingredients)])
)

const listedOf = (food: string): ReadonlyArray<string> => listed.get(food) ?? []

/**
 * The foods that a dish usually has in it, though its name does not say so: onion in soups, mayonnaise in salads, and what
 * is in that.
 */
export const usualIngredients = (dish: string): ReadonlyArray<string> => {
  const own = listedOf(dish)
  return [...own, ...own.flatMap(listedOf)]
}
