import type { Plan } from "../../domain/key/Plan.ts"
import { gatedNutrients, salt } from "../../domain/product/Nutrients.ts"
import { detailNames, type Nutrient, type Nutrition } from "../../domain/product/Nutrition.ts"
import { type FoundProduct, foundProduct } from "../../domain/product/FoundProduct.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import type { ProductId } from "../../domain/product/ProductId.ts"

/** Unknown is `null`, never 0; known values are rounded to at most 2 decimals, details to 3, here and nowhere before. */
const rounded = (amount: number | null): number | null => (amount === null ? null : Math.round(amount * 100) / 100)

const gated = (plan: Plan, nutrition: Nutrition, nutrient: Nutrient): number | null =>
  plan.fullNutrients ? rounded(nutrition[nutrient]) : null

const core = (nutrition: FoundProduct["nutrition"]) => ({
  calories: rounded(nutrition.calories),
  proteins: rounded(nutrition.proteins),
  fats: rounded(nutrition.fats),
  carbs: rounded(nutrition.carbs)
})

export const sourceOf = ({ id }: Pick<ProductFacts, "id">) =>
  id.startsWith("c_") ? ("curated" as const) : ("database" as const)

/** What the source states of what is in the food; `null` where it states nothing of it. */
const compositionOf = ({ composition }: ProductFacts) => {
  if (composition === undefined) return null
  const { contains, freeOf, ingredients, mayContain } = composition
  return {
    contains,
    may_contain: mayContain,
    free_of: freeOf,
    ingredients:
      ingredients === null
        ? null
        : {
            language: ingredients.language,
            text: ingredients.text,
            form: ingredients.form,
            complete: ingredients.isWhole
          }
  }
}

/** Milligrams of a vitamin are so few that two decimals would make a nought of some. */
const toThreeDecimals = (amount: number): number => Math.round(amount * 1_000) / 1_000

/** The other nutrients that the source states, and salt, which is another word for its sodium. */
const nutrientsOf = ({ nutrients, nutrition: { sodium } }: ProductFacts) => {
  const stated: { [Name in (typeof detailNames)[number] | "salt"]?: number } = {}
  for (const name of detailNames) {
    const amount = nutrients?.[name]
    if (amount !== undefined) stated[name] = toThreeDecimals(amount)
  }
  if (sodium !== null) stated.salt = toThreeDecimals(sodium * salt.ofSodium)
  return stated
}

const details = (
  facts: ProductFacts,
  plan: Plan,
  gatedFields: ReadonlyArray<Nutrient>,
  idsOfBarcode: ReadonlyArray<ProductId>
) => ({
  names: facts.names,
  main_language: facts.mainLanguage,
  regions: facts.regions,
  categories: facts.categories,
  nutrients: plan.fullNutrients ? nutrientsOf(facts) : null,
  not_in_plan: plan.fullNutrients ? [] : [...gatedFields, "nutrients" as const],
  serving: facts.serving,
  serving_size: facts.servingSize ?? null,
  quantity: facts.quantity,
  basis: facts.basis,
  popularity: facts.popularity,
  modified_on: facts.modifiedOn ?? null,
  composition: compositionOf(facts),
  barcode_ids: idsOfBarcode,
  provenance: facts.provenance,
  quality: facts.quality
})

const present = <Values>(product: FoundProduct, nutrition: Values) => ({
  id: product.id,
  name: product.name,
  barcode: product.barcode,
  brands: product.brands,
  nutrition,
  food_group: product.foodGroup ?? "Other",
  image_url: product.imageUrl,
  source: sourceOf(product),
  verified: product.verified
})

/** A product in a page of search results: the four core nutrition values only. */
export const searchItem = (product: FoundProduct) => present(product, core(product.nutrition))

const scoreDecimals = 4

/** A product in the results of a semantic search; rounding errors may make a cosine larger than 1. */
export const semanticItem = (cosine: number, product: FoundProduct) => ({
  id: product.id,
  name: product.name,
  nutrition: core(product.nutrition),
  score: Math.round(Math.min(1, Math.max(0, cosine)) * 10 ** scoreDecimals) / 10 ** scoreDecimals,
  source: sourceOf(product),
  verified: product.verified
})

/** The ids of all products with this one's barcode, or `null` where no details are asked for. */
type ForDetails = ReadonlyArray<ProductId> | null

const inBarcodeAnswers = ["sugar", "sodium"] as const

/** A product found by its barcode: core values, sugar and sodium; `null` without full nutrients. */
export const barcodeProduct = (facts: ProductFacts, plan: Plan, idsOfBarcode: ForDetails) => {
  const product = present(foundProduct(facts, null), {
    ...core(facts.nutrition),
    sugar: gated(plan, facts.nutrition, "sugar"),
    sodium: gated(plan, facts.nutrition, "sodium")
  })
  return idsOfBarcode === null ? product : { ...product, details: details(facts, plan, inBarcodeAnswers, idsOfBarcode) }
}

/** A product found by its ID: core values, fiber, sugar and sodium; `null` without full nutrients. */
export const lookupProduct = (facts: ProductFacts, plan: Plan, idsOfBarcode: ForDetails) => {
  const product = present(foundProduct(facts, null), {
    ...core(facts.nutrition),
    fiber: gated(plan, facts.nutrition, "fiber"),
    sugar: gated(plan, facts.nutrition, "sugar"),
    sodium: gated(plan, facts.nutrition, "sodium")
  })
  return idsOfBarcode === null ? product : { ...product, details: details(facts, plan, gatedNutrients, idsOfBarcode) }
}
