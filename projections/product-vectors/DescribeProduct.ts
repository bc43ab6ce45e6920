import type { Nutrition, NutritionBasis } from "../../domain/product/Nutrition.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"

/** Names what `describe` says; vectors of texts of another version are made anew. */
export const descriptionVersion = "text 1"

const textLengthMax = 1_500
const namesEachMax = 3
const namesMax = 24
const categoriesMax = 12

const nutrients: ReadonlyArray<readonly [keyof Nutrition, string, string]> = [
  ["calories", "kcal", "energy"],
  ["proteins", "g", "protein"],
  ["fats", "g", "fat"],
  ["carbs", "g", "carbohydrate"],
  ["sugar", "g", "sugar"],
  ["fiber", "g", "fibre"],
  ["sodium", "mg", "sodium"]
]

/**
 * The product in words, for a model that reads texts: its names, the main one first, what kind of food it is, its brand,
 * and what is known of its nutrition. What is unknown is not mentioned.
 */
export const describe = (facts: ProductFacts): string =>
  [
    namesOf(facts).join(" / "),
    [...(facts.foodGroup === null ? [] : [facts.foodGroup]), ...facts.categories.slice(0, categoriesMax)].join(", "),
    facts.brands === null ? "" : `Brand: ${facts.brands}`,
    nutritionOf(facts.nutrition, facts.basis)
  ]
    .filter((line) => line !== "")
    .join("\n")
    .slice(0, textLengthMax)
    .toWellFormed()

const namesOf = ({ mainLanguage, names }: ProductFacts): ReadonlyArray<string> => {
  const others = Object.keys(names)
    .filter((language) => language !== mainLanguage)
    .toSorted()
  return [mainLanguage, ...others]
    .flatMap((language) => (names[language] ?? []).slice(0, namesEachMax))
    .slice(0, namesMax)
}

const nutritionOf = (nutrition: Nutrition, basis: NutritionBasis): string => {
  const known = nutrients.flatMap(([nutrient, unit, word]) => {
    const amount = nutrition[nutrient]
    return amount === null ? [] : [`${word} ${Math.round(amount * 10) / 10} ${unit}`]
  })
  return known.length === 0 ? "" : `Per ${basis === "100ml" ? "100 ml" : "100 g"}: ${known.join(", ")}`
}
