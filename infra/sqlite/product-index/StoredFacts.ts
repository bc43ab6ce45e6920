import { Schema } from "effect"
import { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { readAsked, type StoredProduct } from "./StoredProduct.ts"

/**
 * What stands in a row of `products` for the facts: their values without the names of the fields, which would take a third
 * of the file. Id and barcode have columns of their own; `null` also stands for what a source does not state.
 */
export const encodeFacts = (facts: ProductFacts): string => {
  const { nutrition, provenance } = facts
  return JSON.stringify([
    facts.names,
    facts.mainLanguage,
    facts.brands,
    facts.foodGroup,
    facts.categories,
    facts.imageUrl,
    facts.verified,
    facts.generic,
    facts.regions,
    [
      nutrition.calories,
      nutrition.proteins,
      nutrition.fats,
      nutrition.carbs,
      nutrition.fiber,
      nutrition.sugar,
      nutrition.sodium
    ],
    facts.nutrients ?? null,
    facts.basis,
    facts.quality,
    facts.serving,
    facts.servingSize ?? null,
    facts.quantity,
    facts.popularity,
    facts.modifiedOn ?? null,
    facts.composition ?? null,
    [provenance.dataset, provenance.reference, provenance.licence]
  ])
}

type Values = ReadonlyArray<unknown>

const isValues = (value: unknown): value is Values => Array.isArray(value)

const nutritionOf = ([calories, proteins, fats, carbs, fiber, sugar, sodium]: Values) => ({
  calories,
  proteins,
  fats,
  carbs,
  fiber,
  sugar,
  sodium
})

const provenanceOf = ([dataset, reference, licence]: Values) => ({ dataset, reference, licence })

const notStated = {}

/** What `encodeFacts` made, as the object it was; unchecked. */
const namedFacts = ({ barcode, id }: StoredProduct, values: Values) => {
  const [names, mainLanguage, brands, foodGroup, categories, imageUrl, verified, generic, regions, ...more] = values
  const [nutrition, nutrients, basis, quality, serving, servingSize, quantity, popularity, ...last] = more
  const [modifiedOn, composition, provenance] = last
  return {
    id,
    names,
    mainLanguage,
    brands,
    barcode,
    foodGroup,
    categories,
    imageUrl,
    verified,
    generic,
    regions,
    nutrition: isValues(nutrition) ? nutritionOf(nutrition) : nutrition,
    ...(nutrients === null ? notStated : { nutrients }),
    basis,
    quality,
    serving,
    ...(servingSize === null ? notStated : { servingSize }),
    quantity,
    popularity,
    ...(modifiedOn === null ? notStated : { modifiedOn }),
    ...(composition === null ? notStated : { composition }),
    provenance: isValues(provenance) ? provenanceOf(provenance) : provenance
  }
}

const AllFacts = Schema.Array(Schema.NullOr(ProductFacts))
const areFacts = Schema.is(AllFacts)
const decodeAll = Schema.decodeUnknownSync(AllFacts)

/** A product with its facts as the object they are; `null` for a withdrawn one. */
export interface DecodedProduct extends Omit<StoredProduct, "facts"> {
  readonly facts: ProductFacts | null
}

/**
 * The products with their facts decoded, in the same order. Of many at once this takes half of one by one. As stored, facts
 * are what they decode to; telling so takes half the time of decoding, which says what is wrong.
 */
export const decodeProducts = (products: ReadonlyArray<StoredProduct>): ReadonlyArray<DecodedProduct> => {
  const stored: unknown = JSON.parse(`[${products.map(({ facts }) => facts ?? "null").join(",")}]`)
  const rows = isValues(stored) ? stored : []
  const all = products.map((product, i) => {
    const row = rows[i]
    return isValues(row) ? namedFacts(product, row) : row
  })
  const facts = areFacts(all) ? all : decodeAll(all)
  return products.map((product, i) => ({ ...product, facts: facts[i] ?? null }))
}

/**
 * The facts of a row of `checkedColumns`, which must be the one that was asked for; `null` for no row and for a
 * withdrawn product.
 */
export const factsOfRow = (
  row: Readonly<Record<string, unknown>> | undefined,
  isAsked: (product: StoredProduct) => boolean
): ProductFacts | null => {
  if (row === undefined) return null
  const [product] = decodeProducts([readAsked(row, isAsked)])
  return product?.facts ?? null
}
