import type { Language } from "../language/Language.ts"
import type { Nutrition } from "./Nutrition.ts"
import type { ProductFacts } from "./ProductFacts.ts"

/** What a list of products that were found shows of one: few of its facts, so that lists are quickly passed on. */
export interface FoundProduct extends Pick<
  ProductFacts,
  "id" | "barcode" | "brands" | "foodGroup" | "imageUrl" | "verified"
> {
  readonly name: string
  readonly nutrition: Pick<Nutrition, "calories" | "proteins" | "fats" | "carbs">
}

/** The name in the language asked for when the record has one, else its main name. */
export const nameIn = (facts: ProductFacts, language: Language | null): string => {
  const main = facts.names[facts.mainLanguage]?.[0] ?? ""
  return language === null ? main : (facts.names[language]?.[0] ?? main)
}

export const foundProduct = (facts: ProductFacts, language: Language | null): FoundProduct => {
  const { barcode, brands, foodGroup, id, imageUrl, nutrition, verified } = facts
  const { calories, carbs, fats, proteins } = nutrition
  const name = nameIn(facts, language)
  return { id, name, barcode, brands, nutrition: { calories, proteins, fats, carbs }, foodGroup, imageUrl, verified }
}
