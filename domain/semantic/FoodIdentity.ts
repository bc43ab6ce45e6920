import { isFiledUnder } from "../language/Lexicon.ts"
import { facetsOf, isProperty, namesGroup, specialises } from "./FoodFacets.ts"
import { productConcepts } from "./ProductConcepts.ts"
import type { ProductFeatures } from "./ProductFeatures.ts"

/** A label says what a product is whose name says nothing of it. */
const labelMin = 0.85

/** In a wide sense cottage cheese is cheese, which gives its group the name. */
const isOfGroup = (concept: string, food: string, { groups }: ProductFeatures): boolean =>
  namesGroup(food) &&
  (facetsOf(concept).get(`g:${food}`) ?? 0) >= ofGroupMin &&
  (groups.get(`g:${food}`) ?? 0) >= groupMin

const ofGroupMin = 0.25
const groupMin = 0.7

const isKindOf = (concept: string, food: string, features: ProductFeatures): boolean =>
  concept === food || isFiledUnder(concept, food) || specialises(concept, food) || isOfGroup(concept, food, features)

const foodsOf = (features: ProductFeatures, least?: number): ReadonlyArray<string> =>
  productConcepts(features, least).flatMap(([concept]) => (isProperty(concept) ? [] : [concept]))

/** Is the product itself one of the foods asked for, of each list at least one? Tuna sushi is no fish. */
export const isOneOf = (foods: ReadonlyArray<ReadonlyArray<string>>, features: ProductFeatures): boolean => {
  if (foods.length === 0) return true
  const heads = foodsOf(features)
  const concepts = heads.length > 0 ? heads : foodsOf(features, labelMin)
  return foods.every((list) => list.some((food) => concepts.some((concept) => isKindOf(concept, food, features))))
}
