import { rowsOf } from "../../language/Knowledge.ts"
import { listedOf } from "../FiledUnder.ts"
import { idsIn } from "./ExclusionKinds.ts"

const listed: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  rowsOf("dish-ingredients").map(({ attributes: [dish = "", ingredients = ""] }) => [dish, idsIn(ingredients)])
)

/** Beef shawarma is a shawarma. */
const stepsMax = 1

const ingredientsOf = (food: string): ReadonlyArray<string> => listedOf(listed, food, stepsMax) ?? []

/**
 * The foods that a dish usually has in it, though its name does not say so: onion in soups, mayonnaise in salads, and what
 * is in that.
 */
export const usualIngredients = (dish: string): ReadonlyArray<string> => {
  const own = ingredientsOf(dish)
  return [...own, ...own.flatMap(ingredientsOf)]
}
