import { isFiledUnder } from "../../language/Lexicon.ts"
import type { ProductFacts } from "../../product/ProductFacts.ts"
import { usualIngredients } from "./DishIngredients.ts"
import { exclusionIds, isAllergen, isRemovable, isStrict, withImplied, withNarrower } from "./ExclusionKinds.ts"
import type { Exclusions } from "./ExclusionReader.ts"
import { contentsOf, isKnownFree, isMadeByRecipe, oftenHolds } from "./FoodContents.ts"
import { isOf } from "./KindsOfFoods.ts"
import { type ListContents, listContentsOf } from "./ListContents.ts"
import { textContentsOf, type TextContents } from "./TextContents.ts"

/** What the source states of a product, and what its names and labels, from general to specific, say of what is in it. */
interface Evidence {
  readonly names: ReadonlyArray<TextContents>
  readonly labels: ReadonlyArray<TextContents>
  /** a food as such, which a table of foods describes: its recipe is the usual one, and its words are the table's own */
  readonly isGeneric: boolean
  /** declared by the source, or in its list of ingredients */
  readonly contains: ReadonlySet<string>
  readonly mayContain: ReadonlySet<string>
  /** said to be free of it, by a name or by the source */
  readonly claimed: ReadonlySet<string>
  readonly list: ListContents | null
}

const evidenceOf = (facts: ProductFacts): Evidence => {
  const names = Object.entries(facts.names).flatMap(([language, texts]) =>
    texts.map((name) => textContentsOf(name, language, facts.brands ?? "", facts.generic))
  )
  const { composition } = facts
  const ingredients = composition?.ingredients ?? null
  const list = ingredients === null ? null : listContentsOf(ingredients)
  return {
    names,
    labels: [...(facts.foodGroup === null ? [] : [facts.foodGroup]), ...facts.categories].map((label) =>
      textContentsOf(label, "en", "", false)
    ),
    isGeneric: facts.generic,
    contains: new Set([...withImplied(composition?.contains ?? []), ...(list?.contains ?? [])]),
    mayContain: new Set([...withImplied(composition?.mayContain ?? []), ...(list?.mayContain ?? [])]),
    claimed: new Set([...names.flatMap(({ claimed }) => [...claimed]), ...withNarrower(composition?.freeOf ?? [])]),
    list
  }
}

/** Does the source state that it is in it? Only what can be taken out of a food may be claimed to be absent all the same. */
const isStated = ({ claimed, contains, mayContain }: Evidence, id: string): boolean => {
  // "no dairy" on what is made with whey is not believed of lactose either
  const isTakenOut =
    isRemovable(id) && claimed.has(id) && [...contains].every((each) => isRemovable(each) || !claimed.has(each))
  return (contains.has(id) && !isTakenOut) || (isAllergen(id) && mayContain.has(id))
}

/** A made food of fewer ingredients is one whose list somebody left unfinished: a croissant of flour and water. */
const ingredientsMin = 3

/** Does no ingredient hold it, all of which are known, and neither what it is called? */
const isFreeByList = ({ labels, list, names }: Evidence, id: string): boolean => {
  if (list?.free.has(id) !== true) return false
  const heads = names.flatMap((text) => text.heads)
  if (list.count < ingredientsMin && heads.some(isMadeByRecipe)) return false
  if (list.isRecipe && heads.some((food) => oftenHolds(food, id))) return false
  return ![...names, ...labels.filter(({ isOfSeveral }) => !isOfSeveral)].some(({ surely }) => surely.has(id))
}

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
 * Is it free of this? What the source states to be in it goes first. Then it says so, and is nothing that cannot be free of it; or
 * its whole list of ingredients is free of it; or nothing that it names contains it or may contain it, and of an allergen the food
 * that it is about is known to be free.
 */
const isFree = (evidence: Evidence, id: string): boolean => {
  const { claimed, isGeneric, labels, names } = evidence
  if (isStated(evidence, id)) return false
  if (claimed.has(id)) return names.every(({ earnest }) => !earnest.has(id))
  if (isFreeByList(evidence, id)) return true
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

/** What a product is free of, as far as its source, names and labels tell: ids of `exclusion-kinds.tsv`. Unknown is not free. */
export const freeFrom = (facts: ProductFacts): ReadonlySet<string> => {
  const evidence = evidenceOf(facts)
  return new Set(exclusionIds.filter((id) => isFree(evidence, id)))
}

/** Is it the food that is to be replaced? A kind of it that holds nothing of the same may take its place: soy milk that of milk. */
const isReplaced = (food: string, replaced: string): boolean =>
  food === replaced ||
  (isFiledUnder(food, replaced) && contentsOf(replaced).contains.isSubsetOf(contentsOf(food).contains))

/** What is in it by its list of ingredients, and what such a dish usually has in it: lists say "spices", and recipes leave them out. */
const foodsInside = ({ list }: Evidence, subjects: ReadonlyArray<string>): ReadonlyArray<string> => {
  const listed = list?.foods ?? []
  return [...listed, ...[...subjects, ...listed].flatMap(usualIngredients)]
}

/** Does a product hold nothing of what is ruled out, as far as its source, names and labels tell? */
export const passes = ({ foods, ids, replaced }: Exclusions, facts: ProductFacts): boolean => {
  const evidence = evidenceOf(facts)
  if (![...ids].every((id) => isFree(evidence, id))) return false
  const heads = evidence.names.flatMap((text) => (text.isSubstitute ? [] : text.heads))
  if ([...replaced].some((each) => heads.some((food) => isReplaced(food, each)))) return false
  if (foods.size === 0) return true
  const named = [...evidence.names, ...evidence.labels].flatMap((text) => text.foods)
  const subjects = evidence.names.flatMap((text) => (text.isSubstitute ? [] : text.subjects))
  const inside = foodsInside(evidence, subjects)
  return ![...foods].some((excluded) => [...named, ...inside].some((food) => isOf(food, excluded)))
}
