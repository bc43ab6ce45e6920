import type { ProductFacts } from "../product/ProductFacts.ts"
import type { ProductId } from "../product/ProductId.ts"
import { languageOfName } from "./FoodNames.ts"
import { mealFoods } from "./FoodTable.ts"
import compiled from "./portions.json" with { type: "json" }

let dishes: ReadonlyMap<string, string> | null = null

/**
 * The curated record of a dish that is computed from a recipe, for a catalogue that does not hold it: no other source has
 * borscht or kabsa. `null` for every other food.
 */
export const dishOf = (id: ProductId): ProductFacts | null => {
  dishes ??= new Map(compiled.dishes.map((line) => [line.slice(0, line.indexOf("|")), line]))
  const [, foodGroup = "", ...values] = dishes.get(id)?.split("|") ?? []
  const names = namesOf(id)
  if (values.length === 0 || names === null) return null
  const [calories = 0, proteins = 0, fats = 0, carbs = 0] = values.map(Number)
  return {
    id,
    names,
    mainLanguage: "en",
    brands: null,
    barcode: null,
    foodGroup,
    categories: [foodGroup],
    imageUrl: null,
    verified: true,
    generic: true,
    regions: ["global"],
    nutrition: { calories, proteins, fats, carbs, fiber: null, sugar: null, sodium: null },
    basis: "100g",
    quality: [],
    serving: null,
    quantity: null,
    popularity: 0,
    provenance: {
      dataset: "fooddata curated",
      reference: "computed from records of FoodData Central",
      licence: "CC0-1.0"
    }
  }
}

/** The plain name in each language. */
const namesOf = (id: ProductId): ProductFacts["names"] | null => {
  const names: Record<string, readonly [string]> = {}
  for (const name of mealFoods().get(id)?.names ?? []) names[languageOfName(name)] ??= [name]
  return Object.hasOwn(names, "en") ? names : null
}
