import { Schema } from "effect"

const amount = (unit: string) => Schema.NullOr(Schema.Finite).annotateKey({ description: unit })

/**
 * Nutrition values per 100 g or 100 ml of the product (`NutritionBasis`). `null` is unknown, never zero.
 * `calories` kcal; `proteins`, `fats`, `carbs`, `fiber`, `sugar` grams; `sodium` milligrams.
 */
export const Nutrition = Schema.Struct({
  calories: amount("kcal"),
  proteins: amount("g"),
  fats: amount("g"),
  carbs: amount("g"),
  fiber: amount("g"),
  sugar: amount("g"),
  sodium: amount("mg")
})
export type Nutrition = typeof Nutrition.Type
export type Nutrient = keyof Nutrition

export const NutritionBasis = Schema.Literals(["100g", "100ml"])
export type NutritionBasis = typeof NutritionBasis.Type

/** Are the four core values known? Search ranks such a record before an incomplete one. */
export const isComplete = (nutrition: Nutrition): boolean =>
  nutrition.calories !== null && nutrition.proteins !== null && nutrition.fats !== null && nutrition.carbs !== null
