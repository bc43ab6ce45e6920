import type { FoodRole } from "./FoodRole.ts"
import { foodHasRole } from "./FoodRoles.ts"
import type { MealToken } from "./MealToken.ts"
import { nounPhraseAt } from "./NounPhrase.ts"
import type { ScopedTag } from "./ScopedTag.ts"
import type { FoodTag } from "./Tags.ts"

type Tags = ReadonlyArray<ScopedTag>
type Words = ReadonlyArray<MealToken>

/** Foods that are named one after another, as what a dish is made of. */
export interface Ingredients {
  readonly foods: ReadonlyArray<FoodTag>
  /** how many of them have an amount */
  readonly measuredCount: number
}

/** The foods of a stretch of tags, each with the words that belong to it. */
export const ingredientsIn = (tags: Tags, words: Words): Ingredients => {
  const foods: Array<FoodTag> = []
  let measuredCount = 0
  let isMeasured = false
  for (let i = 0; i < tags.length;) {
    const phrase = nounPhraseAt(tags, words, i)
    const food = phrase?.foods.at(-1)
    if (phrase === null || food === undefined) {
      // an amount behind a food, up to the next comma, is its own
      if (tags[i]?.kind === "unit" && foods.length > 0 && !isMeasured) measuredCount++
      isMeasured ||= tags[i]?.kind === "unit"
      i++
      continue
    }
    foods.push(food)
    isMeasured = !phrase.isBare
    if (isMeasured) measuredCount++
    i = phrase.end
  }
  return { foods, measuredCount }
}

/** Are enough of them measured to be added up, instead of the dish that they make? */
export const areMeasured = ({ foods, measuredCount }: Ingredients): boolean =>
  measuredCount > 0 && measuredCount * 2 >= foods.length

const dishRoles: ReadonlyArray<FoodRole> = ["composite", "filled", "soup", "dish"]
const additionRoles: ReadonlyArray<FoodRole> = ["addition", "topping", "sugar", "milk", "cooking-fat"]
const inDishes: ReadonlyArray<FoodRole> = [
  "ingredient",
  "filling",
  "soup-filling",
  "topping",
  "bread",
  "milk",
  "addition"
]

const hasAny = (food: FoodTag, words: Words, roles: ReadonlyArray<FoodRole>): boolean =>
  roles.some((role) => foodHasRole(food, words, role))

/** Is a food made of several others? */
export const isDish = (food: FoodTag, words: Words): boolean => hasAny(food, words, dishRoles)

/** Are these only added to a food, which is none the less eaten ("coffee: 2 spoons of sugar")? */
export const areAdditions = ({ foods }: Ingredients, words: Words): boolean =>
  foods.every((food) => hasAny(food, words, additionRoles))

/** Are these what dishes are made of, and not eaten beside them? */
export const areInDishes = ({ foods }: Ingredients, words: Words): boolean =>
  foods.length > 1 && foods.every((food) => hasAny(food, words, inDishes))

/** What stands for foods that are only parts of the one before them. */
export const partsTag = (tags: Tags): ScopedTag => ({
  kind: "parts",
  start: tags[0]?.start ?? 0,
  end: tags.at(-1)?.end ?? 0,
  foods: tags.filter((tag) => tag.kind === "food")
})
