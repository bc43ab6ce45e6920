import { Predicate } from "effect"
import type { StatedName } from "../Names.ts"
import type { FdcLabel } from "./FdcBranded.ts"
import { type FdcAmounts, nutrientIdOfNumber, placeOf } from "./FdcNutrients.ts"
import { type FdcServing, servingOfPortion } from "./FdcServings.ts"

/** A member of a JSON value; `undefined` when there is none. */
export const member = (value: unknown, name: string): unknown =>
  Predicate.hasProperty(value, name) ? value[name] : undefined

/** A text or a number as text, `""` for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : ""

/** The FDC number, else the food code of the survey, which the bundled survey has alone. */
export const idOf = (food: unknown): string => textOf(member(food, "fdcId")) || textOf(member(food, "foodCode"))

/** A food of the survey without an FDC number has no page at FoodData Central. */
export const foodCodeReference = (food: unknown): { readonly reference?: string } =>
  textOf(member(food, "fdcId")) === "" ? { reference: `FNDDS food code ${textOf(member(food, "foodCode"))}` } : {}

/** What a household calls the food, by language: a member of the bundled survey alone. */
export const householdNamesOf = (food: unknown): ReadonlyArray<StatedName> => {
  const names = member(food, "householdNames")
  if (!Predicate.isObject(names)) return []
  return Object.entries(names).flatMap(([language, texts]) => listOf(texts).map((text) => ({ language, text })))
}

/** What a dish of the survey is made of: the names of its records, in their order. */
export const inputFoodsOf = (food: unknown): ReadonlyArray<string> =>
  listOf(member(food, "inputFoods")).flatMap((input) => textOf(member(input, "ingredientDescription")) || [])

/** How often the food was reported: a member of the bundled survey alone. */
export const reportCountOf = (food: unknown): number => {
  const count = member(food, "reportCount")
  return Number.isSafeInteger(count) && typeof count === "number" && count > 0 ? count : 0
}

const firstText = (food: unknown, names: ReadonlyArray<string>): string =>
  names.map((name) => textOf(member(food, name))).find((text) => text.trim() !== "") ?? ""

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/**
 * The amounts per 100 g or ml. Dumps name a nutrient by `nutrient.id`, answers of the search by `nutrientId`, abridged
 * answers by `number` alone; the amount is `amount`, or `value` in answers of the search.
 */
export const amountsOf = (food: unknown): FdcAmounts => {
  const amounts: FdcAmounts = []
  for (const stated of listOf(member(food, "foodNutrients"))) {
    const nutrient = member(stated, "nutrient")
    const id = textOf(member(nutrient, "id")) || textOf(member(stated, "nutrientId"))
    const number = textOf(member(nutrient, "number")) || textOf(member(stated, "number"))
    const place = placeOf(id === "" ? (nutrientIdOfNumber(number) ?? "") : id)
    const amount = textOf(member(stated, "amount") ?? member(stated, "value"))
    if (place !== undefined && amount !== "") amounts[place] ??= amount
  }
  return amounts
}

/** The category of any collection: `{ description }` in dumps, a text in answers of the search, WWEIA's of the survey. */
export const categoryOf = (food: unknown): string => {
  const category = member(food, "foodCategory")
  const survey = member(member(food, "wweiaFoodCategory"), "wweiaFoodCategoryDescription")
  return textOf(member(category, "description")) || textOf(category) || textOf(survey)
}

/** The first household measure by `sequenceNumber`; the survey's `Quantity not specified` is none. */
export const servingOf = (food: unknown): FdcServing | null => {
  let first: { readonly order: number; readonly serving: FdcServing } | null = null
  for (const portion of listOf(member(food, "foodPortions"))) {
    const stated = member(portion, "sequenceNumber")
    const order = typeof stated === "number" ? stated : Number.MAX_SAFE_INTEGER
    if (first !== null && first.order <= order) continue
    const modifier = textOf(member(portion, "modifier"))
    const description = textOf(member(portion, "portionDescription"))
    const serving = servingOfPortion({
      amount: textOf(member(portion, "amount")),
      unit: textOf(member(member(portion, "measureUnit"), "name")),
      description,
      // The survey has the number of a measure there
      modifier: /^\d+$/.test(modifier) ? "" : modifier,
      grams: textOf(member(portion, "gramWeight"))
    })
    if (serving !== null && description !== "Quantity not specified") first = { order, serving }
  }
  return first?.serving ?? null
}

export const labelOf = (food: unknown): FdcLabel => ({
  brandOwner: textOf(member(food, "brandOwner")),
  brandName: textOf(member(food, "brandName")),
  gtin: textOf(member(food, "gtinUpc")),
  servingSize: textOf(member(food, "servingSize")),
  servingSizeUnit: textOf(member(food, "servingSizeUnit")),
  householdServing: textOf(member(food, "householdServingFullText")),
  category: textOf(member(food, "brandedFoodCategory")) || categoryOf(food),
  packageWeight: textOf(member(food, "packageWeight")),
  marketCountry: textOf(member(food, "marketCountry")),
  preparation: textOf(member(food, "preparationStateCode")),
  ingredients: textOf(member(food, "ingredients")),
  modified: firstText(food, ["modifiedDate", "availableDate", "publicationDate", "publishedDate"])
})

/** A value of the label per serving, in the unit of the nutrient. */
export const labelNutrientOf =
  (food: unknown) =>
  (name: string): number | null => {
    const value = member(member(member(food, "labelNutrients"), name), "value")
    return typeof value === "number" ? value : null
  }
