import type { Composition, IngredientList } from "../../domain/product/Composition.ts"
import { cleanText, textLengthMax } from "./Text.ts"

const separators: Readonly<Record<IngredientList["form"], string>> = { label: ",", recipe: ";" }

/** Markup that emphasises allergens: tags, and the underscores of Open Food Facts. */
const emphasis = /<[^<>]{0,100}>|_/gu

/**
 * A list of ingredients as it is kept: cleaned as all texts, and cut behind the last ingredient that fits. `null` when there
 * is none.
 */
export const ingredientListOf = (
  text: unknown,
  language: string,
  form: IngredientList["form"]
): IngredientList | null => {
  if (typeof text !== "string") return null
  const whole = cleanText(text.replace(emphasis, ""), textLengthMax.ingredients + 1)
  if (whole === null) return null
  const points = Array.from(whole)
  if (points.length <= textLengthMax.ingredients) return { language, text: whole, form, isWhole: true }
  const kept = points.slice(0, textLengthMax.ingredients).join("")
  const end = kept.lastIndexOf(separators[form])
  return { language, text: end > 0 ? kept.slice(0, end) : kept, form, isWhole: false }
}

/** The names of records that a dish is made of, once each. */
export const recipeOf = (names: ReadonlyArray<string>): IngredientList | null =>
  ingredientListOf([...new Set(names.map((name) => name.replaceAll(";", ",")))].join("; "), "en", "recipe")

/** The composition of a record whose source states the ingredients and no more; absent when there are none. */
export const compositionOf = (ingredients: IngredientList | null): { readonly composition?: Composition } =>
  ingredients === null ? {} : { composition: { contains: [], mayContain: [], freeOf: [], ingredients } }
