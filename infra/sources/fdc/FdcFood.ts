import { productIdOf } from "../../../domain/product/ProductId.ts"
import { compositionOf, recipeOf } from "../IngredientText.ts"
import { namesOf, type StatedName } from "../Names.ts"
import { accepted, rejected, type RowOutcome } from "../SourceRow.ts"
import { servingSizeOf } from "../ServingSizes.ts"
import { cleanText, textLengthMax } from "../Text.ts"
import { type FdcAmounts, fdcNutrition } from "./FdcNutrients.ts"
import type { FdcServing } from "./FdcServings.ts"

/** A food as such: of the foundation, SR legacy or survey collection. */
export interface FdcFood {
  readonly line: number
  readonly fdcId: string
  readonly dataset: string
  readonly description: string
  readonly category: string | null
  readonly amounts: FdcAmounts
  /** what a household calls it, beside the description */
  readonly householdNames?: ReadonlyArray<StatedName>
  /** where it stands, if not under its number at FoodData Central */
  readonly reference?: string
  /** how often people reported it in a survey */
  readonly reportCount?: number
  /** the names of the records that it is made of */
  readonly ingredients?: ReadonlyArray<string>
}

/** The collections that are foods as such, and what they are called in the provenance. */
export const datasets = {
  foundation_food: "USDA FoodData Central, Foundation Foods",
  sr_legacy_food: "USDA FoodData Central, SR Legacy 2018-04",
  survey_fndds_food: "USDA FoodData Central, Survey Foods (FNDDS)"
} as const

/** Categories of drinks whose alcohol may not be stated; those of the survey are named `Beer`, `Wine`, `Liquor …`. */
const mayContainAlcohol = /^(?:beverages$|alcohol|beer|wine|liquor)/i

/** Why a food of any collection cannot be a product: its number is none, or it has no name. `null` when it can. */
export const identityRefusal = (fdcId: string, description: string): RowOutcome | null => {
  if (productIdOf("usda", fdcId) === null) return rejected("code_invalid", fdcId)
  return cleanText(description, textLengthMax.name) === null ? rejected("no_name", fdcId) : null
}

export const genericOutcome = (food: FdcFood, serving: FdcServing | null): RowOutcome => {
  const id = productIdOf("usda", food.fdcId)
  const names = namesOf([{ language: "en", text: food.description }, ...(food.householdNames ?? [])], "en")
  if (id === null || names === null) return rejected(id === null ? "code_invalid" : "no_name", food.fdcId)
  const category = cleanText(food.category, textLengthMax.label)
  return accepted({
    id,
    ...names,
    brands: null,
    barcode: null,
    foodGroup: category,
    categories: category === null ? [] : [category],
    imageUrl: null,
    verified: false,
    generic: true,
    regions: ["global"],
    ...fdcNutrition(food.amounts, category !== null && mayContainAlcohol.test(category)),
    basis: "100g",
    serving: cleanText(serving?.text, textLengthMax.serving),
    ...servingSizeOf(serving?.grams, "g"),
    quantity: null,
    popularity: food.reportCount ?? 0,
    ...compositionOf(recipeOf(food.ingredients ?? [])),
    provenance: { dataset: food.dataset, reference: food.reference ?? fdcReference(food.fdcId), licence: "US-PD" }
  })
}

export const fdcReference = (fdcId: string): string => `https://fdc.nal.usda.gov/food-details/${fdcId}/nutrients`
