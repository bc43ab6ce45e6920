import type { MealItem } from "../../../../domain/meal/MealItem.ts"
import { languageOfName } from "../../../../domain/meal/FoodNames.ts"
import { parseMeal } from "../../../../domain/meal/MealParser.ts"

const [nothing] = parseMeal("100 g rice").items

/** An item with this phrase, of which nothing else is said. */
export const itemOf = (food: string, said: Partial<MealItem> = {}): MealItem => {
  if (nothing === undefined) throw new Error("no item")
  const language = languageOfName(food)
  return { ...nothing, text: food, food, said: food, language, amount: null, records: [], isNamed: false, ...said }
}
