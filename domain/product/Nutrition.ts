import { Record, Schema } from "effect"
import type { NutrientUnit } from "./NutrientRow.ts"
import { detailNutrients, type DetailNutrient, servedNutrients } from "./Nutrients.ts"

const served = ({ amount: { unit } }: { readonly amount: { readonly unit: NutrientUnit } }) =>
  Schema.NullOr(Schema.Finite).annotateKey({ description: unit })

/**
 * Nutrition values per 100 g or 100 ml of the product (`NutritionBasis`). `null` is unknown, never zero.
 * `calories` kcal; `proteins`, `fats`, `carbs`, `fiber`, `sugar` grams; `sodium` milligrams.
 */
export const Nutrition = Schema.Struct(Record.map(servedNutrients, served))
export type Nutrition = typeof Nutrition.Type
export type Nutrient = keyof Nutrition

/** What the source states of other nutrients, per the same basis. One that it does not state is not there: it may be any amount. */
export const Nutrients = Schema.Struct(
  Record.map(detailNutrients, ({ amount: { unit }, label }) =>
    Schema.optionalKey(Schema.Finite).annotateKey({ description: `${label.en}, ${unit}` })
  )
)
export type Nutrients = typeof Nutrients.Type

export const detailNames: ReadonlyArray<DetailNutrient> = Record.keys(detailNutrients)

export const NutritionBasis = Schema.Literals(["100g", "100ml"])
export type NutritionBasis = typeof NutritionBasis.Type

/** What one serving weighs or holds. */
export const ServingSize = Schema.Struct({
  amount: Schema.Finite.annotateKey({ description: "Above 0, ≤ 10,000." }),
  unit: Schema.Literals(["g", "ml"]).annotateKey({ description: "Of `amount`: grams or millilitres." })
})
export type ServingSize = typeof ServingSize.Type

/** Are the four core values known? Search ranks such a record before an incomplete one. */
export const isComplete = (nutrition: Nutrition): boolean =>
  nutrition.calories !== null && nutrition.proteins !== null && nutrition.fats !== null && nutrition.carbs !== null
