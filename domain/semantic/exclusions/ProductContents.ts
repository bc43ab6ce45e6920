import { isFiledUnder } from "../../language/Lexicon.ts"
import type { ProductFacts } from "../../product/ProductFacts.ts"
import { mainGroups, namesGroup } from "../FoodFacets.ts"
import { usualIngredients } from "./DishIngredients.ts"
import { exclusionIds, isStrict } from "./ExclusionKinds.ts"
import type { Exclusions } from "./ExclusionReader.ts"
import { contentsOf, isKnownFree, isMadeByRecipe } from "./FoodContents.ts"
import { textContentsOf, type TextContents } from "./TextContents.ts"

/** What the names of a product and its labels, from general to specific, say of what is in it. */
interface Evidence {
  readonly names: ReadonlyArray<TextContents>
  readonly labels: ReadonlyArray<TextContents>
  /** a food as such, which a table of foods describes: its recipe is the usual one, and its words are the table's own */
  readonly isGeneric: boolean
}

const evidenceOf = (facts: ProductFacts): Evidence => ({
  names: Object.entries(facts.names).flatMap(([language, names]) =>
    names.map((name) => textContentsOf(name, language, facts.brands ?? ""))
  ),
  labels: [...(facts.foodGroup === null ? [] : [facts.foodGroup]), ...facts.categories].map((label) =>
    textContentsOf(label, "en", "")
  ),
  isGeneric: facts.generic
})

/** Is some name about foods that are all known to be free of it, and leaves nothing open? */
const isFreeByName = ({ isGeneric, names }: Evidence, id: string): boolean =>
  names.some(
    ({ heads, unexplained }) =>
      heads.length > 0 &&
      heads.every((food) => isKnownFree(food, id) && (isGeneric || !isStrict(id) || !isMadeByRecipe(food))) &&
      (isGeneric || !isStrict(id) || unexplained.length === 0)
  )

/** Is it on a shelf of one kind of food that is known to be free of it? */
const isFreeByShelf = (labels: ReadonlyArray<TextContents>, isGeneric: boolean, id: string): boolean => {
  const shelf = labels.findLast(({ foods }) => foods.length > 0)
  return (
    shelf !== undefined &&
    !shelf.isOfSeveral &&
    shelf.unexplained.length === 0 &&
    shelf.foods.every((food) => isKnownFree(food, id) && (isGeneric || !isMadeByRecipe(food)))
  )
}

/**
 * Is it free of this? It says so, and is nothing that cannot be free of it; or nothing that it names contains it or may
 * contain it, and of an allergen the food that it is about is known to be free.
 */
const isFree = (evidence: Evidence, id: string): boolean => {
  const { isGeneric, labels, names } = evidence
  if (names.some(({ claimed }) => claimed.has(id))) return names.every(({ earnest }) => !earnest.has(id))
  const byName = isFreeByName(evidence, id)
  // a label of several kinds of foods says nothing of a food that is known
  const telling = labels.filter(({ isOfSeveral }) => !(isOfSeveral && byName))
  if ([...names, ...telling].some(({ contains }) => contains.has(id))) return false
  if (names.some(({ hasMore, unknown }) => hasMore || unknown.has(id))) return false
  const shelf = telling.findLast(({ foods }) => foods.length > 0)
  // mints on the shelf of candies are no herb
  const isTold = byName && (isGeneric || shelf?.foods.some(isMadeByRecipe) !== true)
  if (shelf?.unknown.has(id) === true && !isTold) return false
  const byShelf = names.some(({ foods }) => foods.length > 0) && isFreeByShelf(telling, isGeneric, id)
  return byName || byShelf || (!isStrict(id) && names.some(({ foods }) => foods.length > 0))
}

/** What a product is free of, as far as its names and labels tell: ids of `exclusion-kinds.tsv`. Unknown is not free. */
export const freeFrom = (facts: ProductFacts): ReadonlySet<string> => {
  const evidence = evidenceOf(facts)
  return new Set(exclusionIds.filter((id) => isFree(evidence, id)))
}

/** Is it the food, a kind of it, or of the group that the food gives its name? */
const isOf = (food: string, excluded: string): boolean =>
  food === excluded ||
  isFiledUnder(food, excluded) ||
  (namesGroup(excluded) && mainGroups(food).includes(`g:${excluded}`))

/** Is it the food that is to be replaced? A kind of it that holds nothing of the same may take its place: soy milk that of milk. */
const isReplaced = (food: string, replaced: string): boolean =>
  food === replaced ||
  (isFiledUnder(food, replaced) && contentsOf(replaced).contains.isSubsetOf(contentsOf(food).contains))

/** Does a product hold nothing of what is ruled out, as far as its names and labels tell? */
export const passes = ({ foods, ids, replaced }: Exclusions, facts: ProductFacts): boolean => {
  const evidence = evidenceOf(facts)
  if (![...ids].every((id) => isFree(evidence, id))) return false
  const heads = evidence.names.flatMap((text) => (text.isSubstitute ? [] : text.heads))
  if ([...replaced].some((each) => heads.some((food) => isReplaced(food, each)))) return false
  if (foods.size === 0) return true
  const named = [...evidence.names, ...evidence.labels].flatMap((text) => text.foods)
  const inside = heads.flatMap(usualIngredients)
  return ![...foods].some((excluded) => [...named, ...inside].some((food) => isOf(food, excluded)))
}
