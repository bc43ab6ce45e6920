import { isFiledUnder } from "../language/Lexicon.ts"
import { facetsOf, isProperty, mainGroups, namesGroup, specialises } from "./FoodFacets.ts"
import { productConcepts } from "./ProductConcepts.ts"
import { groupsWith, widerGroups } from "./Groups.ts"
import type { ProductFeatures } from "./ProductFeatures.ts"

/** A label says what a product is whose name says nothing of it. */
const labelMin = 0.85

/** In a wide sense cottage cheese is cheese, which gives its group the name. */
const isOfGroup = (concept: string, food: string, { groups }: ProductFeatures): boolean =>
  namesGroup(food) &&
  !mainGroups(concept).some((group) => kinOnly.has(group) && widerGroups(group).has(`g:${food}`)) &&
  (facetsOf(concept).get(`g:${food}`) ?? 0) >= ofGroupMin &&
  (groups.get(`g:${food}`) ?? 0) >= groupMin

/** Like their wider groups, and none of them: shellfish is no fish. */
const kinOnly = groupsWith("kin")

const ofGroupMin = 0.25
const groupMin = 0.7

const isKindOf = (concept: string, food: string, features: ProductFeatures): boolean =>
  concept === food || isFiledUnder(concept, food) || specialises(concept, food) || isOfGroup(concept, food, features)

const foodsOf = (features: ProductFeatures, least?: number): ReadonlyArray<string> =>
  productConcepts(features, least).flatMap(([concept]) => (isProperty(concept) ? [] : [concept]))

/** From here on a product is of a group as well: soya cheese is soya. */
const otherMin = 0.35

const substantial: ReadonlySet<string> = new Set([...groupsWith("whole"), ...groupsWith("made"), ...groupsWith("dish")])

const dishes = groupsWith("dish")

/** Does it belong to a group that neither the food asked for nor what it is called does; or to dishes that the food is none of? */
const isMixed = (food: string, concepts: ReadonlyArray<string>, { groups }: ProductFeatures): boolean => {
  const asked = facetsOf(food)
  const own = new Set([food, ...concepts].flatMap((concept) => [...facetsOf(concept).keys()]))
  return [...groups].some(([group, weight]) => {
    if (weight < otherMin || !substantial.has(group)) return false
    if (dishes.has(group)) return !asked.has(group)
    return !own.has(group) && ![...widerGroups(group).keys()].some((wider) => own.has(wider))
  })
}

/** Is the product itself one of the foods asked for, of each list at least one? Tuna sushi is no fish. */
export const isOneOf = (foods: ReadonlyArray<ReadonlyArray<string>>, features: ProductFeatures): boolean => {
  if (foods.length === 0) return true
  const heads = foodsOf(features)
  const concepts = heads.length > 0 ? heads : foodsOf(features, labelMin)
  return foods.every((list) =>
    list.some(
      (food) => concepts.some((concept) => isKindOf(concept, food, features)) && !isMixed(food, concepts, features)
    )
  )
}
