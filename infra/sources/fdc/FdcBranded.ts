import { productIdOf } from "../../../domain/product/ProductId.ts"
import { regionsOf } from "../../../domain/product/Region.ts"
import { modifiedOnDay } from "../Days.ts"
import { compositionOf, ingredientListOf } from "../IngredientText.ts"
import { namesOf } from "../Names.ts"
import { servingSizeOf } from "../ServingSizes.ts"
import { accepted, rejected, type RowOutcome } from "../SourceRow.ts"
import { cleanText, textLengthMax } from "../Text.ts"
import { fdcReference } from "./FdcFood.ts"
import { barcodeOfGtin } from "./FdcGtin.ts"
import { type FdcAmounts, fdcNutrition, labelPlaces } from "./FdcNutrients.ts"

/** What a maker's label says, as the columns of `branded_food.csv` and the members of a JSON record name it. */
export interface FdcLabel {
  readonly brandOwner: string
  readonly brandName: string
  readonly gtin: string
  readonly servingSize: string
  readonly servingSizeUnit: string
  readonly householdServing: string
  readonly category: string
  readonly packageWeight: string
  readonly marketCountry: string
  readonly preparation: string
  readonly ingredients: string
  /** the day of the maker's last change, else that on which it was there */
  readonly modified: string
}

/** GDSN writes units as UN/ECE codes. `MG` and `IU` stand beside servings such as `1 oz`: nothing can be made of them. */
const servingUnits: Readonly<Record<string, "g" | "ml">> = {
  g: "g",
  gm: "g",
  grm: "g",
  ml: "ml",
  mlt: "ml"
}

export const servingUnitOf = (label: FdcLabel): "g" | "ml" | null =>
  servingUnits[label.servingSizeUnit.trim().toLowerCase()] ?? null

const asSold: ReadonlySet<string> = new Set(["", "UNPREPARED", "READY_TO_DRINK", "READY_TO_EAT"])

/** The values are those of what is in the package. A cake baked from a mix is another food than the mix. */
export const isAsSold = (label: FdcLabel): boolean => asSold.has(label.preparation.trim().toUpperCase())

/**
 * Fills what is not stated per 100 g or ml from the values per serving, which the label prints in the same units. Only
 * where the serving is measured in g or ml; six digits are kept, more than a label has.
 */
export const addPerServing = (
  amounts: FdcAmounts,
  label: FdcLabel,
  perServing: (member: string) => number | null
): void => {
  const size = Number(label.servingSize)
  if (servingUnitOf(label) === null || !(size > 0)) return
  for (const [member, place] of labelPlaces) {
    const value = perServing(member)
    if (value === null || (amounts[place] ?? "") !== "") continue
    amounts[place] = String(Number(((value * 100) / size).toPrecision(6)))
  }
}

/** The collection is of the United States; releases before 2021 did not say so of every food. */
const defaultMarket = "United States"

/** Drinks whose alcohol is not stated: their energy has no upper bound. `Non Alcoholic Beverages` is none of them. */
const mayContainAlcohol = /^(?:alcohol|beer|wine|liquor|spirits)/i

export const brandedOutcome = (
  fdcId: string,
  description: string,
  label: FdcLabel,
  amounts: FdcAmounts
): RowOutcome => {
  const id = productIdOf("usda", fdcId)
  const names = namesOf([{ language: "en", text: description }], "en")
  if (id === null || names === null) return rejected(id === null ? "code_invalid" : "no_name", fdcId)
  const category = cleanText(label.category, textLengthMax.label)
  return accepted({
    id,
    ...names,
    brands: cleanText(brandsOf(label), textLengthMax.brands),
    barcode: barcodeOfGtin(label.gtin),
    foodGroup: category,
    categories: category === null ? [] : [category],
    imageUrl: null,
    verified: false,
    generic: false,
    regions: [...regionsOf([label.marketCountry.trim() === "" ? defaultMarket : label.marketCountry])],
    ...fdcNutrition(isAsSold(label) ? amounts : [], category !== null && mayContainAlcohol.test(category)),
    basis: servingUnitOf(label) === "ml" ? "100ml" : "100g",
    serving: cleanText(servingOf(label), textLengthMax.serving),
    ...servingSizeOf(label.servingSize, servingUnitOf(label)),
    quantity: cleanText(label.packageWeight, textLengthMax.label),
    popularity: 0,
    ...modifiedOnDay(label.modified),
    ...compositionOf(ingredientListOf(label.ingredients, "en", "label")),
    provenance: {
      dataset: "USDA FoodData Central, Branded Foods",
      reference: fdcReference(fdcId),
      licence: "US-PD"
    }
  })
}

/** Brand and owner, unless one says the other: `SWANSON, CAMPBELL SOUP COMPANY`, but `Pepperidge Farm Inc.` alone. */
const brandsOf = ({ brandName, brandOwner }: FdcLabel): string => {
  const [brand, owner] = [brandName.trim(), brandOwner.trim()]
  if (brand === "" || owner.toLowerCase().includes(brand.toLowerCase())) return owner
  return owner === "" ? brand : `${brand}, ${owner}`
}

const servingOf = (label: FdcLabel): string => {
  const household = label.householdServing.trim()
  const unit = servingUnitOf(label)
  const size = Number(label.servingSize)
  if (unit === null || !(size > 0)) return household
  return household === "" ? `${size} ${unit}` : `${household} (${size} ${unit})`
}
