import { isFiledUnder } from "../language/Lexicon.ts"
import { facetsOf, isProperty, namesGroup, specialises } from "./FoodFacets.ts"
import type { ProductFeatures } from "./ProductFeatures.ts"

/** From here on a concept of a name is what the product is, rather than something in it. */
const headMin = 1
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

const conceptsFrom = ({ text }: ProductFeatures, least: number): ReadonlyArray<string> =>
  [...text].flatMap(([name, weight]) => {
    const concept = name.startsWith("c:") && weight >= least ? name.slice(2) : ""
    return concept === "" || isProperty(concept) ? [] : [concept]
  })

/** Is the product itself one of the foods asked for, of each list at least one? Tuna sushi is no fish. */
export const isOneOf = (foods: ReadonlyArray<ReadonlyArray<string>>, features: ProductFeatures): boolean => {
  if (foods.length === 0) return true
  const heads = conceptsFrom(features, headMin)
  const concepts = heads.length > 0 ? heads : conceptsFrom(features, labelMin)
  return foods.every((list) => list.some((food) => concepts.some((concept) => isKindOf(concept, food, features))))
}
